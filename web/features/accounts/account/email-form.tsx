import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { emailChangeForm, type Profile } from '../../../../contract/accounts/accounts.ts'
import { api } from '../../../lib/api.ts'
import { query, useStale } from '../../../lib/query.ts'
import { useSentForm } from '../../../lib/use-checked-form.ts'
import { noteOf } from '../../../lib/use-page-form.ts'
import { Button } from '../../../ui/button.tsx'
import { PasswordField } from '../../../ui/password-fields.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { AccountForm, WrittenTo } from './account-form.tsx'
import { CodeFormOf } from './code-form.tsx'

export function EmailForm({ current }: { current: string }) {
  const queryClient = useQueryClient()
  const stale = useStale()
  const [isOpen, setOpen] = useState(false)
  /** The ticket stays while another code is asked for, so that its form stays in view. */
  const [ticket, setTicket] = useState<string | null>(null)
  const place = useRef<HTMLDivElement>(null)
  // Focus moves to the element that replaces the pressed button, once it is there.
  const focusFirst = (what: string) =>
    requestAnimationFrame(() => place.current?.querySelector<HTMLElement>(what)?.focus())
  const {
    form,
    field,
    sending: ask,
    onSubmit,
  } = useSentForm({
    rules: emailChangeForm,
    defaults: { email: '', currentPassword: '' },
    send: async (body) => (await api('POST /api/profile/email', { body })).data,
    onSent: (letter) => {
      setTicket(letter.ticket)
      focusFirst('input')
    },
  })
  function open() {
    setOpen(true)
    focusFirst('input')
  }
  function close() {
    setOpen(false)
    setTicket(null)
    form.reset()
    ask.reset()
    focusFirst('button')
  }
  function changed(saved: Profile) {
    queryClient.setQueryData(query('GET /api/profile').queryKey, { success: true, data: saved })
    stale('GET /api/profile/registrations', 'GET /api/auth/sessions', 'GET /api/auth/user')
    const description = 'Every other device has been signed out.'
    toast({ title: 'Your e-mail address is changed', description, tone: 'success' })
    close()
  }
  const asked = ask.variables

  if (!isOpen) {
    return (
      <div ref={place}>
        <p className="mt-3 break-words">{current}</p>
        <Button variant="outline" className="mt-4" onClick={open}>
          Use another address
        </Button>
      </div>
    )
  }
  if (ticket !== null && asked) {
    return (
      <div ref={place}>
        <WrittenTo email={asked.email} className="mt-3" role="status" />
        <CodeFormOf
          key={ticket}
          ticket={ticket}
          give={async (body) => (await api('POST /api/profile/email/confirm', { body })).data}
          label={['Change the address', 'Checking...']}
          asking={ask}
          onAskAgain={() => ask.mutate(asked)}
          onProved={changed}
          leave={{ label: `Keep ${current}`, onPress: close }}
        />
      </div>
    )
  }
  return (
    <div ref={place}>
      <AccountForm aria-label="Use another address" note={noteOf(ask.error)} onSubmit={onSubmit}>
        <TextField
          label="New address"
          type="email"
          required
          autoComplete="email"
          hint={`Courses and bookings made with ${current} stay with that address. Call us if they should move.`}
          {...field('email')}
        />
        <PasswordField label="Your password" {...field('currentPassword')} />
        <p className="flex flex-wrap gap-3">
          <Button type="submit" variant="outline" busy={ask.isPending && 'Sending...'}>
            Send a code there
          </Button>
          <Button variant="quiet" disabled={ask.isPending} onClick={close}>
            Cancel
          </Button>
        </p>
      </AccountForm>
    </div>
  )
}
