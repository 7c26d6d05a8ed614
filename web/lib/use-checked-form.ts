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

/** A form that checks its fields by the zod schema `rules` when it is submitted. */
export function useCheckedForm<Typed extends FieldValues, Values extends FieldValues>(
  { rules, defaults }: CheckedForm<Typed, Values>,
  /** `isRaw`: the form returns the text as typed, not as parsed, and the caller focuses the first error. */
  { isRaw = false } = {},
) {
  const form = useForm<Typed, unknown, Values>({
    // The resolver's types want the same type before and after parsing in a raw form, but ours are two type parameters.
    resolver: isRaw ? (zodResolver(rules, undefined, { raw: true }) as never) : zodResolver(rules),
    ...(defaults && { defaultValues: defaults }),
    // Typing in a field only clears its error; the next submit checks it again.
    reValidateMode: 'onSubmit',
    shouldFocusError: !isRaw,
  })
  const { errors } = form.formState
  return {
    form,
    /** Typing in the field also clears the error of the field `clears`. */
    field: (name: Path<Typed>, clears: Path<Typed> = name) => ({
      ...form.register(name, { onChange: () => form.clearErrors([name, clears]) }),
      error: (errors[name]?.message as string | undefined) ?? null,
    }),
    /** `refuse` gets the names of the fields that break the rules. */
    onSubmit: (accept: (values: Values) => void, refuse?: (names: readonly string[]) => void) => {
      const submit = form.handleSubmit(accept, (refused) => refuse?.(Object.keys(refused)))
      return (event: FormEvent) => void submit(event)
    },
  }
}

/** A checked form that sends one request at a time and shows the server's errors at their fields. */
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
    /** True if something was typed and not sent. */
    isDirty: form.formState.isDirty && !sending.isSuccess,
    /** The server's error; null if the form's fields show it. */
    refusal: error && Object.keys(error.fields).length === 0 ? error : null,
    onSubmit: onSubmit((values) => {
      if (!sending.isPending) sending.mutate(values)
    }),
  }
}
