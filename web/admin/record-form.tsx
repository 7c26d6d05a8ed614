import { useMutation } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, useEffect, useId, useState } from 'react'
import type { DefaultValues, Path, UseFormReturn } from 'react-hook-form'
import type * as z from 'zod/mini'
import type { RecordKind } from '../../contract/records.ts'
import { ApiError } from '../lib/api.ts'
import { PictureError, readDataUrl } from '../lib/shrink-picture.ts'
import { useCheckedForm } from '../lib/use-checked-form.ts'
import { useSubmissionKey } from '../lib/use-submission-key.ts'
import type { FileFieldProps } from '../ui/file-field.tsx'
import { toast } from '../ui/toast-store.ts'
import { changedFields } from './changed-fields.ts'
import { FormDialog, Refusal } from './form-dialog.tsx'
import { useKeptDraft } from './kept-draft.tsx'
import { type PictureChoice, type PictureRules, usePictureChoice } from './picture-choice.ts'
import {
  type Attributes,
  type BodyOf,
  bodyOf,
  FieldInput,
  type Fields,
  fieldOf,
  labelsOf,
  rulesOf,
  type ValuesOf,
  valuesOf,
} from './record-fields.tsx'
import { RecordHistory } from './record-history.tsx'
import { differences, type FieldDifference, StaleEdit } from './stale-edit.tsx'

/** What lists and forms need of a record. */
export interface Stored {
  id?: string
  /** Rises with every change; sent back on write. */
  version?: number
}

/** Pictures of a record that are sent after its words, each in a call of its own. */
export interface Pictures<Item> {
  isChanged: boolean
  isBusy: boolean
  reset: () => void
  /** The record as it is then, and whether some were not sent. @throws ApiError */
  send: (stored: Item) => Promise<{ item: Item; hasFailed: boolean }>
}

/** The form of a kind of record: everything but the layout of its fields is made of this. */
export interface RecordForm<Item extends Stored, F extends Fields<Item>, P = unknown> {
  /** Under which what was typed is kept when the session ends. */
  name: string
  /** 'impact', 'note', …, in sentences. */
  what: string
  /** The dialog is called Add and Edit and this. */
  title: string
  /** Under the title when something is added; when it is edited, its name stands there. */
  description?: string
  /** The button that adds, and while it does; 'Add …', 'Adding...' unless told. */
  submit?: readonly [label: string, sending: string]
  wide?: boolean
  fields: F
  /** Where rules look at several fields; those of each field unless told. */
  rules?: z.ZodMiniType
  /** A hook: what a new record begins with, where that depends on who looks or on the records that are there. */
  useStart?: (rows: readonly Item[]) => Partial<ValuesOf<F>>
  /** The body, where it is more than its fields. */
  body?: (values: ValuesOf<F>) => BodyOf<F>
  /** The picture that goes with the record. */
  picture?: {
    /** In the body: a data URL, null where it is taken away. */
    name: string
    rules: (isEdit: boolean) => PictureRules
    /** The one that lies there. */
    of: (item: Item) => FileFieldProps['current']
  }
  /** A hook: pictures with calls of their own. */
  usePictures?: () => P & Pictures<Item>
  /** Gives the record where it has `usePictures`. @throws ApiError */
  add: (body: BodyOf<F>, options: { idempotencyKey: string }) => Promise<unknown>
  /** Sends what was changed, with the version that it was read at; without it nothing is edited. @throws ApiError */
  update?: (
    item: Item,
    body: Partial<BodyOf<F>> & { version?: number },
    options: { idempotencyKey: string },
  ) => Promise<unknown>
  /** The record as it stands now; null where it is gone. @throws ApiError */
  find?: (item: Item) => Promise<Item | null>
  /** What somebody else changed beyond the fields. */
  differsBeyond?: (base: Item, theirs: Item) => FieldDifference[]
  /** B§8: what the toasts say. */
  sentences: { added: string; addFailed: string; updated?: string; updateFailed?: string }
  /** The fields, each by `input(name)`. */
  Layout: ComponentType<FormParts<Item, F, P>>
}

/** What a layout is made with. */
export interface FormParts<Item extends Stored, F extends Fields<Item>, P = unknown> {
  /** A field with its label, its input and its refusal; `more` depends on what is typed. */
  input: (name: keyof F & string, more?: Attributes) => ReactNode
  form: UseFormReturn<ValuesOf<F>, unknown, ValuesOf<F>>
  /** The record as it was read, or read again; null for a new one. */
  base: Item | null
  /** It was there when the form was opened. */
  isEdit: boolean
  /** The records of the list. */
  rows: readonly Item[]
  picture: PictureChoice
  /** For the `FileField` of the picture. */
  pictureProps: Pick<FileFieldProps, 'error' | 'file' | 'current' | 'onPick' | 'onRemove' | 'disabled'>
  pictures: (P & Pictures<Item>) | null
  isSending: boolean
  /** A new one whose words are stored, though not all of its pictures. */
  isHalfStored: boolean
}

export interface RecordFormProps<Item extends Stored, F extends Fields<Item>, P = unknown> {
  form: RecordForm<Item, F, P>
  /** Null for a new one. */
  item: Item | null
  /** What was typed before the session ended. */
  draft?: ValuesOf<F> | undefined
  rows?: readonly Item[]
  /** Something of it is stored; the form may still be open, with pictures that could not be sent. */
  onStored?: () => void
  onSaved: () => void
}

const noPicture: PictureRules = { bytesMax: 0, tooLarge: { description: '' } }
const noPictures = () => null
const noStart = () => ({})

/**
 * The form of one record: checked when it is sent, errors beside their fields and focus on the first, refusals and stale
 * edits in `notice`, nothing typed lost.
 */
export function useRecordForm<Item extends Stored, F extends Fields<Item>, P = unknown>(
  props: RecordFormProps<Item, F, P>,
) {
  type Values = ValuesOf<F>
  const { form: definition, item, draft, rows = [] } = props
  const { fields, useStart = noStart, usePictures = noPictures } = definition
  const isEdit = item !== null
  const [base, setBase] = useState(item)
  const [theirs, setTheirs] = useState<Item | null>(null)
  const picture = usePictureChoice(definition.picture?.rules(isEdit) ?? noPicture)
  const pictures = usePictures()
  const start = useStart(rows)
  const { form, field, onSubmit } = useCheckedForm<Values, Values>(
    {
      rules: (definition.rules ?? rulesOf(fields)) as unknown as z.ZodMiniType<Values, Values>,
      defaults: { ...valuesOf<Item, F>(fields, item), ...(!isEdit && start) } as DefaultValues<Values>,
    },
    { isRaw: true, focusesItself: true },
  )
  const { setValue } = form
  const isDirty = form.formState.isDirty || picture.isChanged || (pictures?.isChanged ?? false)
  const isBusy = picture.isBusy || (pictures?.isBusy ?? false)

  useEffect(() => {
    for (const [name, value] of Object.entries(draft ?? {})) {
      // A draft of another release may have other fields.
      if (name in fields) setValue(name as Path<Values>, value as never, { shouldDirty: true })
    }
  }, [draft, fields, setValue])
  useKeptDraft(definition.name, isDirty, () => ({ item: base, values: form.getValues() }))

  function store(stored: Item, mine: { keepDirtyValues?: boolean } = {}) {
    setBase(stored)
    form.reset(valuesOf<Item, F>(fields, stored), mine)
  }
  function focusFirst(names: readonly string[]) {
    const first = Object.keys(fields).find((name) => names.includes(name))
    // What is folded away takes no focus: its layout unfolds it first.
    if (first !== undefined) requestAnimationFrame(() => form.setFocus(first as Path<Values>))
  }
  const save = useSave({
    ...props,
    base,
    setBase,
    store,
    setTheirs,
    focusFirst,
    picture,
    pictures,
    setError: (name, message) => form.setError(name as Path<Values>, { message }),
  })

  return {
    isDirty,
    isBusy,
    isSending: save.isPending,
    settle,
    /** For `<form onSubmit>`. */
    onSubmit: onSubmit((values) => {
      if (!save.isPending && !isBusy) save.mutate(values)
    }, focusFirst),
    /** The server's refusal, or somebody else's change: first thing in the form. */
    notice:
      theirs !== null && base !== null ? (
        <StaleEdit
          what={definition.what}
          fields={[
            ...differences(
              labelsOf(fields),
              valuesOf(fields, base),
              valuesOf(fields, theirs),
              form.getValues(),
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
    parts: {
      input: (name, more) => {
        const { label, kind, attributes, clears } = fields[name] as F[keyof F & string]
        const wiring = field(name as unknown as Path<Values>, clears as Path<Values> | undefined)
        return <FieldInput kind={kind} label={label} {...attributes} {...more} {...wiring} />
      },
      form,
      base,
      isEdit,
      rows,
      picture,
      pictureProps: {
        error: picture.error,
        file: picture.file,
        current: base === null || picture.isRemoved ? null : definition.picture?.of(base),
        onPick: picture.pick,
        onRemove: picture.remove,
        disabled: picture.isBusy || save.isPending,
      },
      pictures,
      isSending: save.isPending,
      isHalfStored: !isEdit && base !== null && save.isSuccess,
    } satisfies FormParts<Item, F, P>,
  }

  /** The form becomes what is stored; with `mine`, what was typed stays. */
  function settle(fresh: Item, mine?: { keepDirtyValues: true }) {
    store(fresh, mine)
    setTheirs(null)
    save.reset()
  }
}

const refusalOf = (error: Error | null) => (error instanceof ApiError && error.status !== 401 ? error : null)

/** Sends a form: its words with the picture that goes with them, then pictures with calls of their own. */
function useSave<Item extends Stored, F extends Fields<Item>, P>({
  form: { fields, sentences, ...definition },
  item,
  onStored,
  onSaved,
  base,
  setBase,
  store,
  setTheirs,
  focusFirst,
  picture,
  pictures,
  setError,
}: RecordFormProps<Item, F, P> & {
  base: Item | null
  setBase: (stored: Item) => void
  store: (stored: Item) => void
  setTheirs: (theirs: Item | null) => void
  focusFirst: (names: readonly string[]) => void
  picture: PictureChoice
  pictures: Pictures<Item> | null
  setError: (field: string, message: string) => void
}) {
  const submission = useSubmissionKey()
  const formBody = definition.body ?? ((values: ValuesOf<F>) => bodyOf(fields, values))

  async function sendWords(values: ValuesOf<F>): Promise<unknown> {
    const image = picture.file ? await readDataUrl(picture.file) : picture.isRemoved ? null : undefined
    const body = { ...formBody(values), ...(definition.picture && { [definition.picture.name]: image }) }
    const options = { idempotencyKey: submission.keyFor([body, base]) }
    if (base === null || !definition.update) return definition.add(body, options)
    const changed: Partial<BodyOf<F>> = changedFields(formBody(valuesOf<Item, F>(fields, base)), body)
    if (pictures !== null && Object.keys(changed).length === 0) return base
    return definition.update(base, { ...changed, version: base.version }, options)
  }

  async function refused(error: ApiError) {
    const description = item === null ? sentences.addFailed : sentences.updateFailed
    toast({ title: 'Error', description, tone: 'error' })
    // Reading W5: 413 and 431 both mean that the picture is too large.
    if ([413, 415, 431].includes(error.status)) picture.showError(error.message || 'Image still too large')
    const named = Object.entries(error.fields).flatMap(([serverField, message]) => {
      const field = fieldOf(fields, serverField)
      return field === null ? [] : [{ field, message }]
    })
    for (const { field, message } of named) setError(field, message)
    focusFirst(named.map(({ field }) => field))
    if (error.code === 'conflict' && named.length === 0 && base !== null && definition.find) {
      setTheirs(await definition.find(base).catch(() => null))
    }
  }

  return useMutation<{ hasFailed: boolean }, Error, ValuesOf<F>>({
    mutationFn: async (values) => {
      const stored = await sendWords(values)
      if (pictures === null) return { hasFailed: false }
      // Its words are safe, whatever becomes of its pictures.
      store(stored as Item)
      const sent = await pictures.send(stored as Item)
      setBase(sent.item)
      return sent
    },
    onSuccess: ({ hasFailed }) => {
      submission.succeeded()
      if (hasFailed) return onStored?.()
      pictures?.reset()
      toast({
        title: 'Success',
        description: item === null ? sentences.added : sentences.updated,
        tone: 'success',
      })
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

/** The form of a record in its dialog. */
export function RecordFormDialog<Item extends Stored, F extends Fields<Item>, P = unknown>({
  open,
  onClose,
  itemName,
  history,
  ...props
}: RecordFormProps<Item, F, P> & {
  open: boolean
  onClose: () => void
  /** Of the record that is edited. */
  itemName?: string | undefined
  /** Shows who changed it, under the fields. */
  history?: RecordKind | undefined
}) {
  const formId = useId()
  const { title, description, submit, wide, Layout } = props.form
  const { notice, parts, isDirty, isBusy, isSending, onSubmit } = useRecordForm(props)
  const { item } = props
  const [label, sending] =
    parts.base === null ? (submit ?? [`Add ${title}`, 'Adding...']) : ['Save Changes', 'Saving...']
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={`${item === null ? 'Add' : 'Edit'} ${title}`}
      description={item === null ? description : itemName}
      formId={formId}
      isDirty={isDirty}
      isSending={isSending}
      isWaiting={isBusy}
      submitLabel={label}
      sendingLabel={sending}
      wide={wide}
    >
      <form id={formId} noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
        {notice}
        <Layout {...parts} />
        {history && item?.id && <RecordHistory kind={history} id={item.id} />}
      </form>
    </FormDialog>
  )
}
