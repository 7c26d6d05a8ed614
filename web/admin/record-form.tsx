import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import type { ApiError } from '../lib/api.ts'
import { useSubmissionKey } from '../lib/use-submission-key.ts'
import { toast } from '../ui/toast-store.ts'
import { Refusal } from './form-dialog.tsx'
import { useKeptDraft } from './kept-draft.tsx'
import { differences, StaleEdit } from './stale-edit.tsx'

export interface RecordForm<Item, Values extends FieldValues> {
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
  /** `base` is the record as it was read, or read again after somebody else's change. @throws ApiError */
  send: (values: Values, base: Item | null, options: { idempotencyKey: string }) => Promise<unknown>
  /** The record as it stands now; null where it is gone. @throws ApiError */
  find?: (item: Item) => Promise<Item | null>
  /** B§8: what the toasts say. */
  sentences: { added: string; addFailed: string; updated: string; updateFailed: string }
  onSaved: () => void
}

/**
 * The form of one record: checked when it is sent, errors beside their fields and focus on the first, refusals and stale
 * edits in `notice`, nothing typed lost. The caller draws the fields with `field(name)`.
 */
export function useRecordForm<Item, Values extends FieldValues>({
  name,
  what,
  item,
  draft,
  rules,
  valuesOf,
  labels,
  send,
  find,
  sentences,
  onSaved,
}: RecordForm<Item, Values>) {
  const submission = useSubmissionKey()
  const [base, setBase] = useState(item)
  const [theirs, setTheirs] = useState<Item | null>(null)
  const form = useForm<Values>({
    resolver: zodResolver(rules, undefined, { raw: true }),
    defaultValues: valuesOf(item) as DefaultValues<Values>,
    // B§5 as P§5: an error clears when its field is edited; checked again on the next attempt.
    reValidateMode: 'onSubmit',
    shouldFocusError: false,
  })
  const { errors, isDirty } = form.formState
  const { setValue } = form

  useEffect(() => {
    if (!draft) return
    for (const [field, value] of Object.entries(draft)) {
      setValue(field as Path<Values>, value, { shouldDirty: true })
    }
  }, [draft, setValue])

  const save = useMutation<unknown, ApiError, Values>({
    mutationFn: (values) => send(values, base, { idempotencyKey: submission.keyFor([values, base]) }),
    onSuccess: () => {
      submission.succeeded()
      const description = base === null ? sentences.added : sentences.updated
      toast({ title: 'Success', description, tone: 'success' })
      onSaved()
    },
    onError: async (error) => {
      if (error.status === 401) return
      const description = base === null ? sentences.addFailed : sentences.updateFailed
      toast({ title: 'Error', description, tone: 'error' })
      const named = Object.entries(error.fields).filter(([field]) => field in labels)
      for (const [field, message] of named) form.setError(field as Path<Values>, { message })
      focusFirst(named.map(([field]) => field))
      if (error.code === 'conflict' && named.length === 0 && base !== null && find) {
        setTheirs(await find(base).catch(() => null))
      }
    },
  })

  function focusFirst(names: readonly string[]) {
    const first = Object.keys(labels).find((field) => names.includes(field))
    if (first) form.setFocus(first as Path<Values>)
  }

  /** The form becomes theirs; with `mine` what was typed stays. */
  function settle(fresh: Item, mine: { keepDirtyValues?: boolean } = {}) {
    form.reset(valuesOf(fresh), mine)
    setBase(fresh)
    setTheirs(null)
    save.reset()
  }

  useKeptDraft(name, isDirty, () => ({ item: base, values: form.getValues() }))

  const submit = form.handleSubmit(
    (values) => {
      if (!save.isPending) save.mutate(values)
    },
    (refused) => focusFirst(Object.keys(refused)),
  )

  return {
    form,
    isDirty,
    isSending: save.isPending,
    /** For `<form onSubmit>`. */
    onSubmit: (event: FormEvent) => void submit(event),
    /** For a field of `web/ui`. */
    field: (field: Path<Values>) => ({
      ...form.register(field, { onChange: () => form.clearErrors(field) }),
      error: (errors[field]?.message as string | undefined) ?? null,
    }),
    /** The server's refusal, or somebody else's change: first thing in the form. */
    notice:
      theirs !== null && base !== null ? (
        <StaleEdit
          what={what}
          fields={differences<Values>(
            labels as { readonly [Field in keyof Values]?: string },
            valuesOf(base),
            valuesOf(theirs),
            form.getValues(),
          )}
          onTakeTheirs={() => settle(theirs)}
          onKeepMine={() => settle(theirs, { keepDirtyValues: true })}
        />
      ) : (
        <Refusal error={save.error?.status === 401 ? null : save.error} />
      ),
  }
}
