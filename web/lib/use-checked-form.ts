import { zodResolver } from '@hookform/resolvers/zod'
import type { FormEvent } from 'react'
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import type { ApiError } from './api.ts'
import { type Keyed, useSending } from './use-sending.ts'

export interface CheckedForm<Typed extends FieldValues, Values extends FieldValues> {
  rules: z.ZodMiniType<Values, Typed>
  defaults?: DefaultValues<Typed>
}

/** The rules check on submit. */
export function useCheckedForm<Typed extends FieldValues, Values extends FieldValues>(
  { rules, defaults }: CheckedForm<Typed, Values>,
  /** `isRaw`: the rules change nothing, and the owner moves the focus to the first error. */
  { isRaw = false } = {},
) {
  const form = useForm<Typed, unknown, Values>({
    // The resolver's types want one type of values in a raw form, and ours has two names for it.
    resolver: isRaw ? (zodResolver(rules, undefined, { raw: true }) as never) : zodResolver(rules),
    ...(defaults && { defaultValues: defaults }),
    // An edit clears the field's error; the next submit checks again.
    reValidateMode: 'onSubmit',
    shouldFocusError: !isRaw,
  })
  const { errors } = form.formState
  return {
    form,
    /** An edit also clears the error of the field `clears`. */
    field: (name: Path<Typed>, clears: Path<Typed> = name) => ({
      ...form.register(name, { onChange: () => form.clearErrors([name, clears]) }),
      error: (errors[name]?.message as string | undefined) ?? null,
    }),
    /** `refuse` gets the names of refused fields. */
    onSubmit: (accept: (values: Values) => void, refuse?: (names: readonly string[]) => void) => {
      const submit = form.handleSubmit(accept, (refused) => refuse?.(Object.keys(refused)))
      return (event: FormEvent) => void submit(event)
    },
  }
}

/** A checked form that is never sent twice at once; the server's refusals appear at their fields. */
export function useSentForm<Typed extends FieldValues, Values extends FieldValues, Answer>({
  send,
  onSent,
  onRefused,
  ...checked
}: CheckedForm<Typed, Values> & {
  /** @throws ApiError */
  send: (values: Values, keyed: Keyed) => Promise<Answer>
  onSent?: (answer: Answer, values: Values) => void
  onRefused?: (error: ApiError) => void
}) {
  const { form, field, onSubmit } = useCheckedForm(checked)
  const sending = useSending<Answer, Values, ApiError>({
    send,
    onSuccess: (answer, values) => onSent?.(answer, values),
    onError: (error) => {
      for (const [index, [name, message]] of Object.entries(error.fields).entries())
        form.setError(name as Path<Typed>, { message }, { shouldFocus: index === 0 })
      onRefused?.(error)
    },
  })
  const { error } = sending
  return {
    form,
    field,
    sending,
    /** Something was typed that is not sent. */
    isDirty: form.formState.isDirty && !sending.isSuccess,
    /** Null if the fields show the refusal. */
    refusal: error && Object.keys(error.fields).length === 0 ? error : null,
    onSubmit: onSubmit((values) => {
      if (!sending.isPending) sending.mutate(values)
    }),
  }
}
