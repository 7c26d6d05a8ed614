import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { type Control, Controller, type DefaultValues, type Path, type UseFormReturn } from 'react-hook-form'
import type * as z from 'zod/mini'
import type { RecordKind } from '../../contract/records.ts'
import { ApiError } from '../lib/api.ts'
import { PictureError, readDataUrl } from '../lib/shrink-picture.ts'
import { useCheckedForm } from '../lib/use-checked-form.ts'
import { useSchoolToday } from '../lib/use-school-today.ts'
import { type Keyed, type Once, useSending } from '../lib/use-sending.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { FileField, type FileFieldProps } from '../ui/file-field.tsx'
import type { Openable } from '../ui/lazy-dialog.tsx'
import { toast } from '../ui/toast-store.ts'
import { FormDialog, Refusal } from './form-dialog.tsx'
import { forgetSaved, useKeptDraft } from './kept-draft.tsx'
import { megabytes, type PictureChoice, type PictureRules, usePictureChoice } from './picture-choice.ts'
import {
  type Attributes,
  type BodyOf,
  bodyOf,
  changedFields,
  FieldInput,
  type Fields,
  fieldOf,
  labelsOf,
  rulesOf,
  type ValuesOf,
  valuesOf,
  wordsOf,
} from './record-fields.tsx'
import { RecordHistory } from './record-history.tsx'
import { differences, type FieldDifference, StaleEdit } from './stale-edit.tsx'

export interface Stored {
  id?: string
  /** It rises with each change; a write sends it back. */
  version?: number
}

export interface Listed extends Stored {
  id: string
}

/** Pictures are sent after the record itself, each in a call of its own. */
export interface Pictures<Item> {
  isChanged: boolean
  isBusy: boolean
  reset: () => void
  /** Answers the record as it is afterwards, and whether a picture failed. @throws ApiError */
  send: (stored: Item) => Promise<{ item: Item; hasFailed: boolean }>
}

export interface SaveQuestion {
  title: string
  text: string
  yes: string
  no: string
}

type Line<F> = (keyof F & string) | 'picture'

export interface FormDefinition<Item extends Stored, F extends Fields<Item>, P = unknown> {
  /** It stands under the title of a new record; an edited record shows its name there. */
  description?: string
  /** The default is 'Add …', 'Adding...'. */
  submit?: readonly [label: string, sending: string]
  wide?: boolean
  fields: F
  /** Rules for the whole form; the default is each field's own. */
  rules?: z.ZodMiniType
  /** A hook that gives start values which depend on the user or on other records. */
  useStart?: (rows: readonly Item[]) => Partial<ValuesOf<F>>
  /** The question is asked before the save; null asks nothing. */
  asks?: (values: ValuesOf<F>, base: Item | null, today: string) => SaveQuestion | null
  /** The default is each field's `write`. */
  body?: (values: ValuesOf<F>) => BodyOf<F>
  picture?: PictureRules & {
    /** The body's field for the picture: a data URL, or null to remove it. */
    name: string
    label: string
    of: (item: Item) => FileFieldProps['current']
  }
  /** A hook for pictures that are sent in calls of their own. */
  usePictures?: () => P & Pictures<Item>
  differsBeyond?: (base: Item, theirs: Item) => FieldDifference[]
  /** The default is one field a line; an inner array makes lines of two columns. */
  lines?: readonly (Line<F> | readonly Line<F>[])[]
  Layout?: ComponentType<FormParts<Item, F, P>>
}

/** They throw ApiError. */
export interface FormCalls<Item extends Stored, F extends Fields<Item>> {
  /** Must answer the record if the form has `usePictures`. */
  add: (body: BodyOf<F>, options: Once) => Promise<unknown>
  /** Gets only the changed fields. No record can be edited if it is missing. */
  update?: (item: Item, body: Partial<BodyOf<F>> & { version?: number }, options: Once) => Promise<unknown>
  /** Null means that the record is gone. */
  find?: (item: Item) => Promise<Item | null>
}

export interface RecordForm<Item extends Stored, F extends Fields<Item>, P = unknown>
  extends FormDefinition<Item, F, P>,
    FormCalls<Item, F> {
  name: string
  /** Sentences use it: 'impact', 'note'. */
  what: string
  title: string
  sentences: { added: string; addFailed: string; updated: string; updateFailed: string }
}

export interface CustomInput {
  value: string
  onChange: (value: string) => void
  error: string | null
}

export interface FormParts<Item extends Stored, F extends Fields<Item>, P = unknown> {
  input: (name: keyof F & string, more?: Attributes) => ReactNode
  /** Draws an input of its own kind; an edit clears the field's refusal. */
  custom: (name: keyof F & string, draw: (input: CustomInput) => ReactNode) => ReactNode
  form: UseFormReturn<ValuesOf<F>, unknown, ValuesOf<F>>
  /** The record as it was last read; null for a new one. */
  base: Item | null
  /** The record existed when the form was opened. */
  isEdit: boolean
  rows: readonly Item[]
  picture: PictureChoice
  pictureProps: FileFieldProps
  pictures: (P & Pictures<Item>) | null
  isSending: boolean
  /** A new record is stored, but not all of its pictures. */
  isHalfStored: boolean
}

export interface RecordFormProps<Item extends Stored, F extends Fields<Item>, P = unknown> {
  form: RecordForm<Item, F, P>
  item: Item | null
  draft?: ValuesOf<F> | undefined
  rows?: readonly Item[]
  /** False once the dialog is closed, so that no draft of it is kept. */
  isOpen?: boolean
  /** The record is stored; the form stays open if a picture failed. */
  onStored?: () => void
  onSaved: () => void
}

type FormState<Item extends Stored, F extends Fields<Item>, P> = ReturnType<typeof useFormState<Item, F, P>>
type FieldPath<F> = Path<ValuesOf<F>>

const noPicture: PictureRules = { bytesMax: 0 }
const noPictures = () => null
const noStart = () => ({})

function useFormState<Item extends Stored, F extends Fields<Item>, P>({
  form: definition,
  item,
  draft,
  rows = [],
  isOpen = true,
}: RecordFormProps<Item, F, P>) {
  type Values = ValuesOf<F>
  const { name, fields, rules, useStart = noStart, usePictures = noPictures } = definition
  const [base, setBase] = useState(item)
  const [theirs, setTheirs] = useState<Item | null>(null)
  const picture = usePictureChoice(definition.picture ?? noPicture, item !== null)
  const pictures = usePictures()
  const start = useStart(rows)
  const checked = useCheckedForm<Values, Values>(
    {
      rules: (rules ?? rulesOf(fields)) as unknown as z.ZodMiniType<Values, Values>,
      defaults: { ...valuesOf<Item, F>(fields, item), ...(item === null && start) } as DefaultValues<Values>,
    },
    { isRaw: true },
  )
  const { form } = checked
  const { setValue } = form
  const isDirty = form.formState.isDirty || picture.isChanged || (pictures?.isChanged ?? false)

  useEffect(() => {
    for (const [field, value] of Object.entries(draft ?? {})) {
      // A draft of an older release may have other fields.
      if (field in fields) setValue(field as Path<Values>, value as never, { shouldDirty: true })
    }
  }, [draft, fields, setValue])
  useKeptDraft(name, isOpen && isDirty, () => ({ item: base, values: form.getValues() }))

  return {
    ...checked,
    base,
    setBase,
    theirs,
    setTheirs,
    picture,
    pictures,
    isDirty,
    isBusy: picture.isBusy || (pictures?.isBusy ?? false),
    store(stored: Item, mine: { keepDirtyValues?: boolean } = {}) {
      setBase(stored)
      form.reset(valuesOf<Item, F>(fields, stored), mine)
    },
    focusFirst(names: readonly string[]) {
      const first = Object.keys(fields).find((field) => names.includes(field))
      // The focus waits for the next frame, because a layout may have to unfold the field first.
      if (first !== undefined) requestAnimationFrame(() => form.setFocus(first as Path<Values>))
    },
  }
}

/** `notice` shows refusals and stale edits; `parts` is for the layout. */
export function useRecordForm<Item extends Stored, F extends Fields<Item>, P = unknown>(
  props: RecordFormProps<Item, F, P>,
) {
  const { form: definition, item, rows = [] } = props
  const { fields, Layout } = definition
  const state = useFormState(props)
  const { form, base, theirs, picture, pictures, isDirty, isBusy } = state
  const save = useSave(props, state)
  const today = useSchoolToday()
  const [asked, setAsked] = useState<{ question: SaveQuestion; values: ValuesOf<F> } | null>(null)

  const parts: FormParts<Item, F, P> = {
    input: (name, more) => {
      const { label, kind, attributes, clears } = fields[name] as F[keyof F & string]
      const wiring = state.field(name as unknown as FieldPath<F>, clears as FieldPath<F> | undefined)
      return <FieldInput key={name} kind={kind} label={label} {...attributes} {...more} {...wiring} />
    },
    custom: (name, draw) => (
      <Controller
        control={form.control as unknown as Control}
        name={name}
        render={({ field: { value, onChange }, fieldState }) => {
          const { clears } = fields[name] as F[keyof F & string]
          const edit = (next: string) => {
            form.clearErrors([name, clears ?? name] as unknown as FieldPath<F>[])
            onChange(next)
          }
          return <>{draw({ value, onChange: edit, error: fieldState.error?.message ?? null })}</>
        }}
      />
    ),
    form,
    base,
    isEdit: item !== null,
    rows,
    picture,
    pictureProps: picturePropsOf(definition.picture, base, picture, save.isPending),
    pictures,
    isSending: save.isPending,
    // It needs a failed picture, because a closing form is drawn once more while it fades.
    isHalfStored: item === null && base !== null && save.data?.hasFailed === true,
  }

  return {
    isDirty,
    isBusy,
    isSending: save.isPending,
    settle,
    parts,
    layout: Layout ? <Layout {...parts} /> : drawn(definition.lines ?? Object.keys(fields), parts),
    onSubmit: state.onSubmit((values) => {
      if (save.isPending || isBusy) return
      const question = definition.asks?.(values, base, today) ?? null
      if (question === null) save.mutate(values)
      else setAsked({ question, values })
    }, state.focusFirst),
    question: asked && (
      <ConfirmDialog
        open
        onClose={() => setAsked(null)}
        title={asked.question.title}
        confirmLabel={asked.question.yes}
        cancelLabel={asked.question.no}
        onConfirm={() => {
          setAsked(null)
          save.mutate(asked.values)
        }}
      >
        {asked.question.text}
      </ConfirmDialog>
    ),
    notice:
      theirs !== null && base !== null ? (
        <StaleEdit
          what={definition.what}
          fields={[
            ...differences(
              labelsOf(fields),
              wordsOf(fields, valuesOf<Item, F>(fields, base)),
              wordsOf(fields, valuesOf<Item, F>(fields, theirs)),
              wordsOf(fields, form.getValues()),
            ),
            ...(definition.differsBeyond?.(base, theirs) ?? []),
          ]}
          onTakeTheirs={() => {
            settle(theirs)
            picture.reset()
            pictures?.reset()
          }}
          onKeepMine={() => settle(theirs, { keepDirtyValues: true })}
        />
      ) : (
        <Refusal error={refusalOf(save.error)} />
      ),
  }

  /** Takes over the stored record; `mine` keeps what was typed. */
  function settle(fresh: Item, mine?: { keepDirtyValues: true }) {
    state.store(fresh, mine)
    state.setTheirs(null)
    save.reset()
  }
}

function picturePropsOf<Item extends Stored, F extends Fields<Item>, P>(
  told: FormDefinition<Item, F, P>['picture'],
  base: Item | null,
  { error, file, isRemoved, isBusy, pick, remove }: PictureChoice,
  isSending: boolean,
): FileFieldProps {
  return {
    label: told?.label,
    hint: told && `Under ${megabytes(told.bytesMax)}MB. JPEG, PNG, WebP or AVIF.`,
    error,
    file,
    current: base === null || isRemoved ? null : told?.of(base),
    onPick: pick,
    onRemove: remove,
    disabled: isBusy || isSending,
  }
}

function drawn<Item extends Stored, F extends Fields<Item>, P>(
  lines: readonly (Line<F> | readonly Line<F>[])[],
  parts: FormParts<Item, F, P>,
): ReactNode[] {
  return lines.map((line) =>
    typeof line === 'object' ? (
      <div key={line[0]} className="grid gap-5 sm:grid-cols-2">
        {drawn(line, parts)}
      </div>
    ) : line === 'picture' ? (
      <FileField key={line} {...parts.pictureProps} />
    ) : (
      parts.input(line)
    ),
  )
}

const refusalOf = (error: Error | null) => (error instanceof ApiError && error.status !== 401 ? error : null)

/** Sends the record with its picture first, then the pictures with calls of their own. */
function useSave<Item extends Stored, F extends Fields<Item>, P>(
  { form: { fields, sentences, ...definition }, item, onStored, onSaved }: RecordFormProps<Item, F, P>,
  { form, base, setBase, setTheirs, store, focusFirst, picture, pictures }: FormState<Item, F, P>,
) {
  const formBody = definition.body ?? ((values: ValuesOf<F>) => bodyOf(fields, values))

  async function sendWords(values: ValuesOf<F>, keyed: Keyed): Promise<unknown> {
    const image = picture.file ? await readDataUrl(picture.file) : picture.isRemoved ? null : undefined
    const body = { ...formBody(values), ...(definition.picture && { [definition.picture.name]: image }) }
    const options = keyed([body, base])
    if (base === null || !definition.update) return definition.add(body, options)
    const changed: Partial<BodyOf<F>> = changedFields(formBody(valuesOf<Item, F>(fields, base)), body)
    if (pictures !== null && Object.keys(changed).length === 0) return base
    return definition.update(base, { ...changed, version: base.version }, options)
  }

  async function refused(error: ApiError) {
    const description = item === null ? sentences.addFailed : sentences.updateFailed
    toast({ title: 'Error', description, tone: 'error' })
    // These are the statuses of a refused picture: too large, or of an unusable kind.
    if ([413, 415, 431].includes(error.status)) picture.showError(error.message || 'Image still too large')
    const named = Object.entries(error.fields).flatMap(([serverField, message]) => {
      const field = fieldOf(fields, serverField)
      return field === null ? [] : [{ field, message }]
    })
    for (const { field, message } of named) form.setError(field as FieldPath<F>, { message })
    focusFirst(named.map(({ field }) => field))
    if (error.code === 'conflict' && named.length === 0 && base !== null && definition.find) {
      setTheirs(await definition.find(base).catch(() => null))
    }
  }

  return useSending<{ hasFailed: boolean }, ValuesOf<F>>({
    send: async (values, keyed) => {
      const stored = await sendWords(values, keyed)
      if (pictures === null) return { hasFailed: false }
      store(stored as Item)
      const sent = await pictures.send(stored as Item)
      setBase(sent.item)
      return sent
    },
    onSuccess: ({ hasFailed }) => {
      forgetSaved(definition.name, base, form.getValues())
      if (hasFailed) return onStored?.()
      pictures?.reset()
      const description = item === null ? sentences.added : sentences.updated
      toast({ title: 'Success', description, tone: 'success' })
      onSaved()
    },
    onError: async (error) => {
      if (error instanceof PictureError) {
        picture.showError(error.message)
        toast({ title: 'Error', description: error.message, tone: 'error' })
      } else if (error instanceof ApiError && error.status !== 401) await refused(error)
    },
  })
}

export function RecordFormDialog<Item extends Stored, F extends Fields<Item>, P = unknown>({
  open,
  onClose,
  itemName,
  history,
  ...props
}: RecordFormProps<Item, F, P> &
  Openable & {
    itemName?: string | undefined
    history?: RecordKind | undefined
  }) {
  const { title, description, submit, wide } = props.form
  const { notice, question, layout, parts, isDirty, isBusy, isSending, onSubmit } = useRecordForm({
    ...props,
    isOpen: open,
  })
  const { item } = props
  const [label, sending] =
    parts.base === null ? (submit ?? [`Add ${title}`, 'Adding...']) : ['Save Changes', 'Saving...']
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={`${item === null ? 'Add' : 'Edit'} ${title}`}
      description={item === null ? description : itemName}
      isDirty={isDirty}
      isSending={isSending}
      isWaiting={isBusy}
      submitLabel={label}
      sendingLabel={sending}
      wide={wide}
      onSubmit={onSubmit}
    >
      {notice}
      {layout}
      {history && item?.id && <RecordHistory kind={history} id={item.id} />}
      {question}
    </FormDialog>
  )
}
