import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { DefaultValues, FieldValues, Path } from 'react-hook-form'
import type * as z from 'zod/mini'
import { ApiError } from '../lib/api.ts'
import { PictureError, readDataUrl } from '../lib/shrink-picture.ts'
import { useCheckedForm } from '../lib/use-checked-form.ts'
import { useSubmissionKey } from '../lib/use-submission-key.ts'
import { toast } from '../ui/toast-store.ts'
import { Refusal } from './form-dialog.tsx'
import { useKeptDraft } from './kept-draft.tsx'
import type { PictureChoice } from './picture-choice.ts'
import { differences, type FieldDifference, StaleEdit } from './stale-edit.tsx'

/** What the form's picture becomes: a data URL, null where it is taken away, undefined where it stays. */
export type SentPicture = string | null | undefined

export interface RecordForm<Item, Values extends FieldValues, Answer = unknown> {
  /** Under which what was typed is kept when the session ends. */
  name: string
  /** 'impact', 'note', …, in sentences. */
  what: string
  /** Null for a new one. */
  item: Item | null
  /** What was typed before the session ended. */
  draft?: Values | null | undefined
  /** The contract's rules, on what people type: it checks, and changes nothing. */
  rules: z.ZodMiniType<unknown, Values>
  valuesOf: (item: Item | null) => Values
  /** What the fields are called, in the order of the form. */
  labels: Record<keyof Values & string, string>
  /** The form's name of a field that the server calls otherwise; null where the form has none such. */
  fieldOf?: (serverField: string) => (keyof Values & string) | null
  /** Unfolds the place of these fields, before one of them gets the focus. */
  reveal?: (fields: readonly string[]) => void
  /** The picture that goes with the record. */
  picture?: PictureChoice
  /** `base` is the record as it was read, or read again after somebody else's change. @throws ApiError */
  send: (
    values: Values,
    base: Item | null,
    options: { idempotencyKey: string },
    picture: SentPicture,
  ) => Promise<Answer>
  /** The record as it stands now; null where it is gone. @throws ApiError */
  find?: (item: Item) => Promise<Item | null>
  /** What somebody else changed beyond the fields. */
  differsBeyond?: (base: Item, theirs: Item) => FieldDifference[]
  /** B§8: what the toasts say. */
  sentences: { added: string; addFailed: string; updated: string; updateFailed: string }
  onSaved: (answer: Answer) => void
}

/**
 * The form of one record: checked when it is sent, errors beside their fields and focus on the first, refusals and stale
 * edits in `notice`, nothing typed lost. The caller draws the fields with `field(name)`.
 */
export function useRecordForm<Item, Values extends FieldValues, Answer = unknown>({
  name,
  what,
  item,
  draft,
  rules,
  valuesOf,
  labels,
  fieldOf = (serverField) => (serverField in labels ? serverField : null),
  reveal,
  picture,
  send,
  find,
  differsBeyond = () => [],
  sentences,
  onSaved,
}: RecordForm<Item, Values, Answer>) {
  const submission = useSubmissionKey()
  const [base, setBase] = useState(item)
  const [theirs, setTheirs] = useState<Item | null>(null)
  const checked = useCheckedForm<Values, Values>(
    // Its rules check and change nothing.
    { rules: rules as z.ZodMiniType<Values, Values>, defaults: valuesOf(item) as DefaultValues<Values> },
    { isRaw: true, focusesItself: true },
  )
  const { form } = checked
  const isDirty = form.formState.isDirty || (picture?.isChanged ?? false)
  const { setValue } = form

  useEffect(() => {
    if (!draft) return
    for (const [field, value] of Object.entries(draft)) {
      setValue(field as Path<Values>, value, { shouldDirty: true })
    }
  }, [draft, setValue])

  const save = useMutation<Answer, ApiError | PictureError, Values>({
    mutationFn: async (values) => {
      const sent = picture?.file ? await readDataUrl(picture.file) : picture?.isRemoved ? null : undefined
      return send(values, base, { idempotencyKey: submission.keyFor([values, base, sent]) }, sent)
    },
    onSuccess: (answer) => {
      submission.succeeded()
      const description = base === null ? sentences.added : sentences.updated
      toast({ title: 'Success', description, tone: 'success' })
      onSaved(answer)
    },
    onError: async (error) => {
      if (error instanceof PictureError) {
        picture?.showError(error.message)
        toast({ title: 'Error', description: error.message, tone: 'error' })
        return
      }
      if (error.status === 401) return
      const description = base === null ? sentences.addFailed : sentences.updateFailed
      toast({ title: 'Error', description, tone: 'error' })
      // Reading W5: 413 and 431 both mean that the picture is too large.
      if ([413, 415, 431].includes(error.status)) picture?.showError(error.message || 'Image still too large')
      const named = Object.entries(error.fields).flatMap(([serverField, message]) => {
        const field = fieldOf(serverField)
        return field === null ? [] : [{ field, message }]
      })
      for (const { field, message } of named) form.setError(field as Path<Values>, { message })
      focusFirst(named.map(({ field }) => field))
      if (error.code === 'conflict' && named.length === 0 && base !== null && find) {
        setTheirs(await find(base).catch(() => null))
      }
    },
  })
  const refused = save.error instanceof ApiError && save.error.status !== 401 ? save.error : null

  function focusFirst(names: readonly string[]) {
    const first = Object.keys(labels).find((field) => names.includes(field))
    if (first === undefined) return
    reveal?.(names)
    // What is folded away takes no focus: after it has unfolded.
    requestAnimationFrame(() => form.setFocus(first as Path<Values>))
  }

  /** The form becomes theirs; with `mine` what was typed stays. */
  function settle(fresh: Item, mine: { keepDirtyValues?: boolean } = {}) {
    form.reset(valuesOf(fresh), mine)
    setBase(fresh)
    setTheirs(null)
    save.reset()
  }

  useKeptDraft(name, isDirty, () => ({ item: base, values: form.getValues() }))

  return {
    form,
    /** The record as it was read, or read again. */
    base,
    isDirty,
    isSending: save.isPending,
    settle,
    /** For `<form onSubmit>`. */
    onSubmit: checked.onSubmit((values) => {
      if (!save.isPending && !picture?.isBusy) save.mutate(values)
    }, focusFirst),
    /** For a field of `web/ui`. */
    field: checked.field,
    /** The server's refusal, or somebody else's change: first thing in the form. */
    notice:
      theirs !== null && base !== null ? (
        <StaleEdit
          what={what}
          fields={[
            ...differences<Values>(labels, valuesOf(base), valuesOf(theirs), form.getValues()),
            ...differsBeyond(base, theirs),
          ]}
          onTakeTheirs={() => {
            settle(theirs)
            picture?.reset()
          }}
          onKeepMine={() => settle(theirs, { keepDirtyValues: true })}
        />
      ) : (
        <Refusal error={refused} />
      ),
  }
}
