import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { changePasswordForm, type Profile, profileForm } from '../../../../contract/accounts/accounts.ts'
import { type ApiError, api } from '../../../lib/api.ts'
import { query, useStale } from '../../../lib/query.ts'
import { displayName, session } from '../../../lib/session.ts'
import { useSentForm } from '../../../lib/use-checked-form.ts'
import { noteOf } from '../../../lib/use-page-form.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmailWords } from '../../../ui/email-words.tsx'
import { Note } from '../../../ui/note.tsx'
import { NewPasswordField, PasswordField } from '../../../ui/password-fields.tsx'
import { PhoneField } from '../../../ui/phone-field.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { AccountForm, NameFields, PasswordOf, WrittenTo } from './account-form.tsx'
import CodeForm from './code-form.tsx'
import { EmailForm } from './email-form.tsx'
import { OwnPart } from './own-part.tsx'
import { OwnRecipients } from './own-recipients.tsx'
import { OwnRegistrations } from './own-registrations.tsx'
import { OwnSessions } from './own-sessions.tsx'

/** @param orders the visitor's store orders, which belong to another feature */
export default function ProfilePanel({ orders }: { orders: ReactNode }) {
  return (
    <OwnPart
      of={useQuery(query('GET /api/profile'))}
      what="profile"
      heights={['h-8 w-64', 'h-32 w-full', 'h-32 w-full']}
      className="mt-8"
    >
      {(profile) => (
        <>
          <p className="mt-2 text-ink-soft [overflow-wrap:anywhere]">
            <EmailWords email={profile.email} />
          </p>
          <div className="mt-8 grid gap-x-14 gap-y-12 lg:grid-cols-[1.35fr_1fr]">
            <div className="flex min-w-0 flex-col gap-12">
              <Part id="own-registrations" title="My courses and bookings">
                {profile.emailVerified ? <OwnRegistrations /> : <VerifyAddress email={profile.email} />}
              </Part>
              <Part id="own-orders" title="My orders">
                {orders}
              </Part>
              <Part id="own-recipients" title="Saved recipients">
                <OwnRecipients />
              </Part>
            </div>
            <div className="flex flex-col gap-12">
              <Part id="own-details" title="Your details">
                <DetailsForm profile={profile} />
              </Part>
              <Part id="own-email" title="E-mail address">
                <EmailForm current={profile.email} />
              </Part>
              <Part id="own-password" title="Password">
                <PasswordForm email={profile.email} />
              </Part>
              <Part id="own-devices" title="Where you are signed in">
                <OwnSessions />
              </Part>
            </div>
          </div>
        </>
      )}
    </OwnPart>
  )
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      {children}
    </section>
  )
}

/** Seats taken under an address appear only once its owner has proved that it is theirs. */
function VerifyAddress({ email }: { email: string }) {
  const stale = useStale()
  /** The ticket stays while another code is asked for, so that its form stays in view. */
  const [ticket, setTicket] = useState<string>()
  const ask = useMutation<{ ticket: string }, ApiError, void>({
    mutationFn: async () => (await api('POST /api/profile/verification')).data,
    onSuccess: (letter) => setTicket(letter.ticket),
  })
  return (
    <Card className="mt-5 p-5">
      <h3 className="text-lg">Please verify your e-mail address</h3>
      {ticket === undefined ? (
        <>
          <p className="mt-2 text-ink-soft">
            Courses and bookings made with <strong className="break-words text-ink">{email}</strong> are shown
            here once we know that the address is yours.
          </p>
          <Note tone="error" role="alert" className="mt-4">
            {noteOf(ask.error)}
          </Note>
          <Button className="mt-5" busy={ask.isPending && 'Sending...'} onClick={() => ask.mutate()}>
            Send me a code
          </Button>
        </>
      ) : (
        <>
          <WrittenTo email={email} />
          <CodeForm
            key={ticket}
            ticket={ticket}
            label={['Verify', 'Checking...']}
            asking={ask}
            onAskAgain={() => ask.mutate()}
            onProved={() => {
              toast({ title: 'Your address is verified', tone: 'success' })
              stale('GET /api/profile')
            }}
          />
        </>
      )}
    </Card>
  )
}

function DetailsForm({ profile }: { profile: Profile }) {
  const queryClient = useQueryClient()
  const stale = useStale()
  const { firstname, lastname, phone } = profile
  const { field, sending, onSubmit } = useSentForm({
    rules: profileForm,
    defaults: { firstname, lastname, phone },
    send: async (body) => (await api('PUT /api/profile', { body })).data,
    onSent: (saved) => {
      queryClient.setQueryData(query('GET /api/profile').queryKey, { success: true, data: saved })
      stale('GET /api/auth/user')
      session.describe({ isAdmin: saved.usertype === 'admin', name: displayName(saved) })
      toast({ title: 'Your details are saved', tone: 'success' })
    },
  })
  return (
    <AccountForm aria-label="Your details" note={noteOf(sending.error)} onSubmit={onSubmit}>
      <NameFields field={field} />
      <PhoneField label="Phone" {...field('phone')} />
      <Button type="submit" variant="outline" className="self-start" busy={sending.isPending && 'Saving...'}>
        Save details
      </Button>
    </AccountForm>
  )
}

function PasswordForm({ email }: { email: string }) {
  const { form, field, sending, onSubmit } = useSentForm({
    rules: changePasswordForm,
    defaults: { currentPassword: '', newPassword: '' },
    send: (body) => api('POST /api/profile/change-password', { body }),
    onSent: () => {
      form.reset()
      const description = 'Every other device has been signed out.'
      toast({ title: 'Your password is changed', description, tone: 'success' })
    },
  })
  return (
    <AccountForm aria-label="How you sign in" note={noteOf(sending.error)} onSubmit={onSubmit}>
      <PasswordOf email={email} />
      <PasswordField label="Current password" {...field('currentPassword')} />
      <NewPasswordField label="New password" {...field('newPassword')} />
      <Button type="submit" variant="outline" className="self-start" busy={sending.isPending && 'Saving...'}>
        Change password
      </Button>
    </AccountForm>
  )
}
