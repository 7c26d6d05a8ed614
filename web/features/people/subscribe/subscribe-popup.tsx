import { type FormEvent, useEffect, useEffectEvent, useState } from 'react'
import { ApiError, api } from '../../../lib/api.ts'
import { useSchool } from '../../../lib/school.ts'
import { useSending } from '../../../lib/use-sending.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import type { Openable } from '../../../ui/lazy-dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import * as text from './subscribe.en.ts'

const successShownMs = 3_000

const empty = { name: '', phone: '', email: '' }

interface SubscribePopupProps extends Openable {
  onSubscribed: () => void
}

export default function SubscribePopup({ open, onClose, onSubscribed }: SubscribePopupProps) {
  const asksEmailAlone = useSchool()?.popupAsksEmailAlone === true
  const [typed, setTyped] = useState(empty)
  const subscribe = useSending({
    send: (body: typeof empty, keyed) =>
      asksEmailAlone
        ? api('POST /api/landing/email', { body: { email: body.email } }, keyed(body))
        : api('POST /api/landing/contact', { body }, keyed(body)),
    onSuccess: onSubscribed,
    onError: (error) => console.error('The subscription could not be sent', error),
  })
  function close() {
    setTyped(empty)
    subscribe.reset()
    onClose()
  }
  const closeByItself = useEffectEvent(close)
  useEffect(() => {
    if (!subscribe.isSuccess) return
    const timer = setTimeout(() => closeByItself(), successShownMs)
    return () => clearTimeout(timer)
  }, [subscribe.isSuccess])

  const isComplete = (asksEmailAlone ? [typed.email] : Object.values(typed)).every(
    (value) => value.trim() !== '',
  )
  const refused = subscribe.error instanceof ApiError ? subscribe.error.fields : {}
  const field = (name: keyof typeof empty) => ({
    name,
    value: typed[name],
    error: refused[name] ?? null,
    required: true,
    onChange: (event: { target: { value: string } }) => setTyped({ ...typed, [name]: event.target.value }),
  })

  return (
    <Dialog
      open={open}
      onClose={close}
      title={subscribe.isSuccess ? text.thanks : text.title}
      description={subscribe.isSuccess ? text.thanksLead : text.lead}
      closeOnOutsidePress={!subscribe.isPending}
    >
      {!subscribe.isSuccess && (
        <form
          noValidate
          className="flex flex-col gap-4"
          onSubmit={(event: FormEvent) => {
            event.preventDefault()
            if (isComplete && !subscribe.isPending) subscribe.mutate(typed)
          }}
        >
          {!asksEmailAlone && (
            <>
              <TextField label={text.name} autoComplete="name" {...field('name')} />
              <TextField
                label={text.phone}
                type="tel"
                autoComplete="tel"
                inputMode="tel"
                {...field('phone')}
              />
            </>
          )}
          <TextField label={text.email} type="email" autoComplete="email" {...field('email')} />
          <Button type="submit" wide disabled={!isComplete} busy={subscribe.isPending}>
            {subscribe.isPending ? text.sending : text.subscribe}
          </Button>
        </form>
      )}
    </Dialog>
  )
}
