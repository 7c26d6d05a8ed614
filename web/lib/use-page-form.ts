import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import { ApiError } from './api.ts'

/**
 * A form that is the page itself, so that no form library loads with it (P5). Its fields are the browser's own: what
 * was typed before the page came alive is in them, and is read when it is sent. Its rules come when the visitor turns
 * to it; what they refuse is shown like the server's refusal. Where they cannot be had, the server's are enough.
 */
export function usePageForm<Values extends object, Answer>({
  loadRules,
  send,
  onSent,
}: {
  loadRules: () => Promise<z.ZodMiniType<Values>>
  send: (values: Values) => Promise<Answer>
  onSent: (answer: Answer) => void
}) {
  const element = useRef<HTMLFormElement>(null)
  /** What the fields hold when they are shown (again). */
  const [kept, keep] = useState<Partial<Values>>({})
  const [errors, setErrors] = useState<Record<string, string>>({})
  const sending = useMutation<Answer, ApiError, Partial<Values>>({
    mutationFn: async (typed) => send(checked(await loadRules().catch(() => null), typed)),
    onSuccess: (answer, typed) => {
      keep(typed)
      onSent(answer)
    },
    onError: ({ fields }) => {
      setErrors(fields)
      const first = element.current?.elements.namedItem(Object.keys(fields)[0] ?? '')
      if (first instanceof HTMLElement) first.focus()
    },
  })
  return {
    sending,
    kept,
    keep,
    form: {
      ref: element,
      noValidate: true,
      // Before this code has arrived the browser itself sends nothing, and nothing into the address.
      method: 'dialog',
      onFocus: () => void loadRules().catch(() => undefined),
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault()
        if (sending.isPending) return
        setErrors({})
        sending.mutate(Object.fromEntries(new FormData(event.currentTarget)) as Partial<Values>)
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

/** @throws ApiError with the sentence of each field, as the server's. */
function checked<Values>(rules: z.ZodMiniType<Values> | null, typed: Partial<Values>): Values {
  const parsed = rules?.safeParse(typed)
  if (parsed === undefined) return typed as Values
  if (parsed.success) return parsed.data
  const fields: Record<string, string> = {}
  for (const { path, message } of parsed.error.issues) fields[path.join('.')] ??= message
  throw new ApiError(400, { fields })
}
