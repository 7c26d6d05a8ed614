import { type FormEvent, type RefObject, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import { ApiError } from './api.ts'
import * as text from './lib.en.ts'
import { type Keyed, useSending } from './use-sending.ts'

const asTyped = (form: HTMLFormElement): object => Object.fromEntries(new FormData(form))

/**
 * A form without a form library. Its fields are uncontrolled, so that text typed before hydration stays. The rules that
 * check the fields load when a field gets the focus. If the rules fail to load, the server's checks are enough.
 */
export function usePageForm<Values extends object, Answer>({
  loadRules,
  read = asTyped,
  earlier,
  send,
  onSent,
  onRefused,
  element: given,
}: {
  loadRules: () => Promise<z.ZodMiniType<Values>>
  /** Reads the data to send; by default the values of the fields. */
  read?: (form: HTMLFormElement) => object
  /** Requests the lost response to an earlier request, before the new request is sent. @throws ApiError */
  earlier?: () => Promise<Answer | null>
  /** @throws ApiError */
  send: (values: Values, keyed: Keyed) => Promise<Answer>
  onSent: (answer: Answer) => void
  onRefused?: (error: ApiError) => void
  element?: RefObject<HTMLFormElement | null>
}) {
  const own = useRef<HTMLFormElement>(null)
  const element = given ?? own
  const [kept, keep] = useState<Partial<Values>>({})
  const [errors, setErrors] = useState<Record<string, string>>({})
  const sending = useSending<Answer, Partial<Values>, ApiError>({
    send: async (typed, keyed) =>
      (await earlier?.()) ?? send(checked(await loadRules().catch(() => null), typed), keyed),
    onSuccess: (answer, typed) => {
      keep(typed)
      onSent(answer)
    },
    onError: (error) => {
      setErrors(error.fields)
      const first = element.current?.elements.namedItem(Object.keys(error.fields)[0] ?? '')
      if (first instanceof HTMLElement) first.focus()
      onRefused?.(error)
    },
  })
  return {
    sending,
    kept,
    keep,
    showErrors: setErrors,
    wrong: Object.keys(errors),
    form: {
      ref: element,
      noValidate: true,
      // The method `dialog` keeps the browser from sending anything before this code has loaded.
      method: 'dialog',
      onFocus: () => void loadRules().catch(() => undefined),
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault()
        if (sending.isPending) return
        setErrors({})
        sending.mutate(read(event.currentTarget) as Partial<Values>)
      },
    },
    field: (name: keyof Values & string) => ({
      name,
      defaultValue: kept[name] as string | undefined,
      error: errors[name] ?? null,
      onChange: () => setErrors(({ [name]: _, ...others }) => others),
    }),
  }
}

/** @throws ApiError */
function checked<Values>(rules: z.ZodMiniType<Values> | null, typed: Partial<Values>): Values {
  const parsed = rules?.safeParse(typed)
  if (parsed === undefined) return typed as Values
  if (parsed.success) return parsed.data
  throw new ApiError(400, { fields: errorsIn(parsed.error) })
}

/** Returns the first error of each field. */
export function errorsIn({ issues }: z.core.$ZodError): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const { path, message } of issues) fields[path.join('.')] ??= message
  return fields
}

/** Returns the message for a note above the form; null if the fields show the errors. */
export function noteOf(error: ApiError | null): string | null {
  if (error === null || Object.keys(error.fields).length > 0) return null
  return error.message || text.unreachable
}
