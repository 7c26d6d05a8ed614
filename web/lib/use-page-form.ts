import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import { ApiError } from './api.ts'

/**
 * A form that is the page itself: no form library loads with it. Its fields are uncontrolled, so that what was typed
 * before hydration is kept. The rules load when a field gets the focus; without them the server's are enough.
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
  /** What the fields begin with. */
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
      // Until this code has loaded, the browser sends nothing, and writes nothing into the address.
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

/** @throws ApiError with the sentence of each field */
function checked<Values>(rules: z.ZodMiniType<Values> | null, typed: Partial<Values>): Values {
  const parsed = rules?.safeParse(typed)
  if (parsed === undefined) return typed as Values
  if (parsed.success) return parsed.data
  const fields: Record<string, string> = {}
  for (const { path, message } of parsed.error.issues) fields[path.join('.')] ??= message
  throw new ApiError(400, { fields })
}
