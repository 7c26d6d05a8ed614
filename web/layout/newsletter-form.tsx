import { type FormEvent, useId, useRef, useState } from 'react'
import { emailPattern } from '../../contract/email-pattern.ts'
import { api } from '../lib/api.ts'
import { useSending } from '../lib/use-sending.ts'
import { WithoutScripts } from '../lib/without-scripts.tsx'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toast-store.ts'
import * as text from './layout.en.tsx'

export default function NewsletterForm() {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [email, setEmail] = useState('')
  const [error, setError] = useState<string | null>(null)
  const subscribe = useSending({
    send: (body: { email: string }, keyed) => api('POST /api/landing/email', { body }, keyed(body)),
    onSuccess: () => {
      setEmail('')
      toast({ title: text.subscribed, tone: 'success' })
    },
    onError: () => toast({ title: text.subscribeFailed, tone: 'error' }),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (subscribe.isPending) return
    const typed = email.trim()
    const refusal = typed === '' ? text.emailMissing : emailPattern.test(typed) ? null : text.emailInvalid
    setError(refusal)
    if (refusal !== null) input.current?.focus()
    else subscribe.mutate({ email: typed })
  }

  return (
    // The method `dialog` keeps the browser from submitting the form before the script has loaded.
    <form noValidate method="dialog" onSubmit={submit} className="flex flex-col gap-2 lg:col-start-4">
      <label htmlFor={id} className="font-bold">
        {text.newsletter}
      </label>
      <div className="flex flex-wrap gap-2">
        <input
          ref={input}
          id={id}
          type="email"
          name="email"
          autoComplete="email"
          placeholder={text.newsletterPlaceholder}
          className="control min-w-0 flex-1 basis-48"
          value={email}
          aria-invalid={error !== null || undefined}
          aria-describedby={error === null ? undefined : `${id}-error`}
          onChange={(event) => {
            setEmail(event.target.value)
            setError(null)
          }}
        />
        <Button type="submit" busy={subscribe.isPending}>
          {text.subscribe}
        </Button>
      </div>
      <p id={`${id}-error`} role="alert" className="min-h-6 text-sm font-bold">
        {error}
      </p>
      <WithoutScripts />
    </form>
  )
}
