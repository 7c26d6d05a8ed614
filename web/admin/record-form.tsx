import { ChevronDown } from 'lucide-react'
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import {
  type Control,
  Controller,
  type DefaultValues,
  type Path,
  type RefCallBack,
  type UseFormReturn,
  useWatch,
} from 'react-hook-form'
import type * as z from 'zod/mini'
import type { RecordKind } from '../../contract/records.ts'
import { joined } from '../../contract/words.ts'
import { ApiError } from '../lib/api.ts'
import { PictureError, readDataUrl } from '../lib/shrink-picture.ts'
import { useCheckedForm } from '../lib/use-checked-form.ts'
import { useSchoolToday } from '../lib/use-school-today.ts'
import { type Keyed, type Once, useSending } from '../lib/use-sending.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { FileField, type FileFieldProps } from '../ui/file-field.tsx'
import { Icon } from '../ui/icon.tsx'
import type { Openable } from '../ui/lazy-dialog.tsx'
import { toast } from '../ui/toast-store.ts'
import { FocusPointButton } from './focus-point.tsx'
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
  type TypedValues,
  type ValuesOf,
  valuesOf,
  withoutSecrets,
  wordsOf,
} from './record-fields.tsx'
import { RecordHistory } from './record-history.tsx'
import { differences, type FieldDifference, StaleEdit } from './stale-edit.tsx'

export interface Stored {
  id?: string
  /** The record's version. A change sends it along, so that the server can refuse to overwrite a newer version. */
  version?: number
}

export interface Listed extends Stored {
  id: string
}

interface Pictures<Item> {
  isChanged: boolean
  isBusy: boolean
  reset: () => void
  /** Sends each picture in a call of its own, after the record is stored. @throws ApiError */
  send: (stored: Item) => Promise<{ item: Item; hasFailed: boolean }>
}

type Line<F> = (keyof F & string) | 'picture'

/** `sets` has the values of fields that are saved if the answer is `save`. */
type Question<F> = Record<'title' | 'text' | 'save' | 'change', string> & {
  field: keyof F & string
  sets?: Partial<ValuesOf<F>>
}

export interface FormDefinition<Item extends Stored, F extends Fields<Item>, P = unknown> {
  /** The text under the title when a record is added. When a record is edited, its name is shown instead. */
  description?: string
  /** The texts of the submit button. The default is `texts.add` and, during the call, 'Adding...'. */
  submit?: readonly [label: string, sending: string]
  wide?: boolean
  fields: F
  /** A check of all fields together. The default is the rules of the fields. */
  rules?: z.ZodMiniType
  /** A hook for first values that depend on the user or on other records. */
  useStart?: (rows: readonly Item[]) => Partial<ValuesOf<F>>
  /** A question before the record is saved. `change` leads to the field that is in doubt. */
  useAsks?: () => (values: ValuesOf<F>, base: Item | null, today: string) => Question<F> | null
  body?: (values: ValuesOf<F>) => BodyOf<F>
  picture?: PictureRules & {
    /** The name of the picture's field in the body. Its value is a data URL, or null to remove the picture. */
    name: string
    label: string
    of: (item: Item) => FileFieldProps['current']
  }
  /** A hook for pictures that are sent in calls of their own, after the record is stored. */
  usePictures?: () => P & Pictures<Item>
  /** A hook for the message about a new record with such pictures. The default is `texts.added`. */
  useAdded?: () => (stored: Item) => string
  differsBeyond?: (base: Item, theirs: Item) => FieldDifference[]
  /** The rows of inputs. The default is one row for each field; an inner array makes a row of two columns. */
  lines?: readonly (Line<F> | readonly Line<F>[])[]
  Layout?: ComponentType<FormParts<Item, F, P>>
}

/** The calls to the server. A call that fails throws ApiError. */
export interface FormCalls<Item extends Stored, F extends Fields<Item>> {
  /** The call must resolve to the stored record if the form has `usePictures`. */
  add: (body: BodyOf<F>, options: Once) => Promise<unknown>
  /** The body holds only the fields that were changed. */
  update?: (item: Item, body: Partial<BodyOf<F>> & { version?: number }, options: Once) => Promise<unknown>
  /** Resolves to null if the record has been deleted. */
  find?: (item: Item) => Promise<Item | null>
}

export interface RecordForm<Item extends Stored, F extends Fields<Item>, P = unknown>
  extends FormDefinition<Item, F, P>,
    FormCalls<Item, F> {
  name: string
  texts: FormTexts
}

export interface FormTexts {
  /** The label of the button that opens an empty form, and the title of that form. */
  add: string
  /** The title of the form that changes a record. */
  edit: string
  added: string
  addFailed: string
  updated: string
  updateFailed: string
  /** Says that somebody else changed the record while the form was open. */
  changed: string
}

export interface CustomInput {
  value: string
  onChange: (value: string) => void
  error: string | null
}

export interface FormParts<Item extends Stored, F extends Fields<Item>, P = unknown> {
  input: (name: keyof F & string, more?: Attributes) => ReactNode
  /** Renders an input of a kind that the form does not offer. An edit clears the server's error for the field. */
  custom: (name: keyof F & string, draw: (input: CustomInput, focus: RefCallBack) => ReactNode) => ReactNode
  /**
   * Renders fields that are seldom needed, under a fold. The closed fold says what is set. It opens by itself if one of
   * its fields is set or has an error.
   */
  fold: (title: string, names: readonly (keyof F & string)[], children: ReactNode) => ReactNode
  form: UseFormReturn<ValuesOf<F>, unknown, ValuesOf<F>>
  /** The stored record as it was last read; null for a new record. */
  base: Item | null
  isEdit: boolean
  rows: readonly Item[]
  picture: PictureChoice
  pictureProps: FileFieldProps
  pictures: (P & Pictures<Item>) | null
  isSending: boolean
  /** A new record is stored, but one of its pictures could not be sent. */
  isHalfStored: boolean
}

export interface RecordFormProps<Item extends Stored, F extends Fields<Item>, P = unknown> {
  form: RecordForm<Item, F, P>
  item: Item | null
  draft?: ValuesOf<F> | undefined
  rows?: readonly Item[]
  /** False while the form is closed and therefore keeps no draft. */
  isOpen?: boolean
  /** Called when the record is stored but a picture failed. The form then stays open. */
  onStored?: () => void
  onSaved: () => void
}

type FormState<Item extends Stored, F extends Fields<Item>, P> = ReturnType<typeof useFormState<Item, F, P>>
type FieldPath<F> = Path<ValuesOf<F>>

const noPicture: PictureRules = { bytesMax: 0 }
const noPictures = () => null
const noStart = () => ({})
const noAdded = () => null
const noAsks = () => null

function useFormState<Item extends Stored, F extends Fields<Item>, P>({
  form: definition,
  item,
  draft,
  rows = [],
  isOpen = true,
}: RecordFormProps<Item, F, P>) {
  type Values = ValuesOf<F>
  const { name, fields, rules, useStart = noStart, usePictures = noPictures, useAdded = noAdded } = definition
  const [base, setBase] = useState(item)
  const [theirs, setTheirs] = useState<Item | null>(null)
  const picture = usePictureChoice(definition.picture ?? noPicture, item !== null)
  const pictures = usePictures()
  const added = useAdded()
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
      // A draft may come from an older release and have fields that this form does not have.
      if (field in fields) setValue(field as Path<Values>, value as never, { shouldDirty: true })
    }
  }, [draft, fields, setValue])
  useKeptDraft(name, isOpen && isDirty, () => ({
    item: base,
    values: withoutSecrets(fields, form.getValues()),
  }))

  return {
    ...checked,
    base,
    setBase,
    theirs,
    setTheirs,
    picture,
    pictures,
    added,
    isDirty,
    isBusy: picture.isBusy || (pictures?.isBusy ?? false),
    store(stored: Item, mine: { keepDirtyValues?: boolean } = {}) {
      setBase(stored)
      form.reset(valuesOf<Item, F>(fields, stored), mine)
    },
    focusFirst(names: readonly string[]) {
      const first = Object.keys(fields).find((field) => names.includes(field))
      // The focus moves in the next frame, because the layout may first have to unfold the part that holds the field.
      if (first !== undefined) requestAnimationFrame(() => form.setFocus(first as Path<Values>))
    },
  }
}

/** `notice` is the message above the form: an error, or the message that somebody else changed the record. */
export function useRecordForm<Item extends Stored, F extends Fields<Item>, P = unknown>(
  props: RecordFormProps<Item, F, P>,
) {
  const { form: definition, item, rows = [] } = props
  const { fields, Layout, useAsks = noAsks } = definition
  const state = useFormState(props)
  const { form, base, theirs, picture, pictures, isDirty, isBusy } = state
  const save = useSave(props, state)
  const today = useSchoolToday()
  const asks = useAsks()
  const [asked, setAsked] = useState<(Question<F> & { values: ValuesOf<F> }) | null>(null)

  const current = base === null || picture.isRemoved ? null : definition.picture?.of(base)
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
        render={({ field: { value, onChange, ref }, fieldState }) => {
          const { clears } = fields[name] as F[keyof F & string]
          const edit = (next: string) => {
            form.clearErrors([name, clears ?? name] as unknown as FieldPath<F>[])
            onChange(next)
          }
          return <>{draw({ value, onChange: edit, error: fieldState.error?.message ?? null }, ref)}</>
        }}
      />
    ),
    fold: foldsOf<Item, F>(fields, form),
    form,
    base,
    isEdit: item !== null,
    rows,
    picture,
    pictureProps: {
      label: definition.picture?.label,
      hint:
        definition.picture && `Under ${megabytes(definition.picture.bytesMax)}MB. JPEG, PNG, WebP or AVIF.`,
      error: picture.error,
      file: picture.file,
      current,
      beside: <FocusPointButton picture={current} name={definition.picture?.label ?? ''} />,
      onPick: picture.pick,
      onRemove: picture.remove,
      disabled: picture.isBusy || save.isPending,
    },
    pictures,
    isSending: save.isPending,
    // A form whose pictures all succeeded is about to close. The form is rendered once more while it fades out, and
    // must not count as half stored.
    isHalfStored: item === null && base !== null && save.data?.hasFailed === true,
  }

  return {
    isDirty,
    isBusy,
    isSending: save.isPending,
    settle,
    parts,
    layout: Layout ? <Layout {...parts} /> : drawLines(definition.lines ?? Object.keys(fields), parts),
    onSubmit: state.onSubmit((values) => {
      if (save.isPending || isBusy) return
      const question = asks?.(values, base, today) ?? null
      if (question === null) save.mutate(values)
      else setAsked({ ...question, values })
    }, state.focusFirst),
    question: asked && (
      <AskedQuestion
        {...asked}
        onClose={() => setAsked(null)}
        onSave={() => save.mutate({ ...asked.values, ...asked.sets })}
        onChange={() => state.focusFirst([asked.field])}
      />
    ),
    notice:
      theirs !== null && base !== null ? (
        <StaleEdit
          title={definition.texts.changed}
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

  /** Continues with the record that the server has now. `mine` keeps the typed values. */
  function settle(fresh: Item, mine?: { keepDirtyValues: true }) {
    state.store(fresh, mine)
    state.setTheirs(null)
    save.reset()
  }
}

function AskedQuestion({
  title,
  text,
  save,
  change,
  onClose,
  onSave,
  onChange,
}: Record<'title' | 'text' | 'save' | 'change', string> &
  Record<'onClose' | 'onSave' | 'onChange', () => void>) {
  const then = (act: () => void) => () => {
    onClose()
    act()
  }
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={title}
      confirmLabel={change}
      cancelLabel={null}
      onConfirm={then(onChange)}
      other={{ label: save, onPress: then(onSave) }}
    >
      {text}
    </ConfirmDialog>
  )
}

function drawLines<Item extends Stored, F extends Fields<Item>, P>(
  lines: readonly (Line<F> | readonly Line<F>[])[],
  parts: FormParts<Item, F, P>,
): ReactNode[] {
  return lines.map((line) =>
    typeof line === 'object' ? (
      <div key={line[0]} className="field-row sm:grid-cols-2">
        {drawLines(line, parts)}
      </div>
    ) : line === 'picture' ? (
      <FileField key={line} {...parts.pictureProps} />
    ) : (
      parts.input(line)
    ),
  )
}

function foldsOf<Item extends Stored, F extends Fields<Item>>(
  fields: F,
  { control, formState: { errors } }: FormParts<Item, F>['form'],
): FormParts<Item, F>['fold'] {
  return (title, names, children) => (
    <Fold
      key={title}
      {...{ title, names, errors }}
      labels={labelsOf(fields)}
      starts={valuesOf<Item, F>(fields, null)}
      says={(typed) => wordsOf(fields, typed as ValuesOf<F>)}
      control={control as unknown as Control}
    >
      {children}
    </Fold>
  )
}

const saidInFold = 2

function Fold({
  title,
  names,
  labels,
  starts,
  says,
  control,
  errors,
  children,
}: {
  title: string
  names: readonly string[]
  labels: Record<string, string>
  starts: TypedValues
  says: (typed: TypedValues) => TypedValues
  control: Control
  errors: object
  children: ReactNode
}) {
  const typed: TypedValues = { ...starts, ...useWatch({ control }) }
  const words = says(typed)
  const set = names.filter((name) => typed[name] !== starts[name])
  const [chosen, setChosen] = useState<boolean | null>(null)
  const isOpen = (chosen ?? set.length > 0) || names.some((name) => name in errors)
  const told = (set.length > 0 ? set : names).slice(0, saidInFold).map((name) => {
    const label = labels[name] ?? ''
    const said = set.length > 0 && words[name]
    return typeof said === 'string' ? `${label}: ${said}` : label === title ? 'None' : label
  })
  const more = (set.length > 0 ? set : names).length - saidInFold
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget: { open } }) => open !== isOpen && setChosen(open)}
      className="group rounded-sm border border-line bg-paper"
    >
      <summary className="flex min-h-12 items-center gap-4 px-4">
        <span className="shrink-0 font-bold">{title}</span>
        <span className="min-w-0 flex-1 truncate text-right text-sm text-ink-soft group-open:invisible">
          {joined([...told, more > 0 && `${more} more`], ' · ')}
        </span>
        <Icon of={ChevronDown} className="shrink-0 transition-transform group-open:rotate-180" />
      </summary>
      <div className="border-t border-line bg-raised p-4">{children}</div>
    </details>
  )
}

const refusalOf = (error: Error | null) => (error instanceof ApiError && error.status !== 401 ? error : null)

function useSave<Item extends Stored, F extends Fields<Item>, P>(
  { form: { fields, texts, ...definition }, item, onStored, onSaved }: RecordFormProps<Item, F, P>,
  { form, base, setBase, setTheirs, store, focusFirst, picture, pictures, added }: FormState<Item, F, P>,
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
    const description = item === null ? texts.addFailed : texts.updateFailed
    toast({ title: 'Error', description, tone: 'error' })
    // The server found the picture too large, or cannot read its format.
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

  return useSending<{ hasFailed: boolean; item?: Item }, ValuesOf<F>>({
    send: async (values, keyed) => {
      const stored = await sendWords(values, keyed)
      if (pictures === null) return { hasFailed: false }
      store(stored as Item)
      const sent = await pictures.send(stored as Item)
      setBase(sent.item)
      return sent
    },
    onSuccess: ({ hasFailed, item: stored }) => {
      forgetSaved(definition.name, base, form.getValues())
      if (hasFailed) return onStored?.()
      pictures?.reset()
      const description = item !== null ? texts.updated : stored && added ? added(stored) : texts.added
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
  const { texts, description, submit, wide } = props.form
  const { notice, question, layout, parts, isDirty, isBusy, isSending, onSubmit } = useRecordForm({
    ...props,
    isOpen: open,
  })
  const { item } = props
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={item === null ? texts.add : texts.edit}
      description={item === null ? description : itemName}
      isDirty={isDirty}
      isSending={isSending}
      isWaiting={isBusy}
      submit={parts.base ? ['Save changes', 'Saving...'] : (submit ?? [texts.add, 'Adding...'])}
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
