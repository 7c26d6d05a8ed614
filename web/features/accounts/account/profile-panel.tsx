import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import {
  changePasswordForm,
  emailChangeForm,
  type Profile,
  profileForm,
} from '../../../../contract/accounts/accounts.ts'
import type { OwnRegistration } from '../../../../contract/registrations/registrations.ts'
import { isSchoolDay } from '../../../../contract/school-day.ts'
import { dayText, formatRupees, momentText } from '../../../../contract/words.ts'
import { type ApiError, api } from '../../../lib/api.ts'
import NoEmails from '../../../lib/no-emails.tsx'
import { query, useStale } from '../../../lib/query.ts'
import { useSendsEmails } from '../../../lib/school.ts'
import { displayName, session } from '../../../lib/session.ts'
import { useSentForm } from '../../../lib/use-checked-form.ts'
import { noteOf } from '../../../lib/use-page-form.ts'
import { useSchoolToday } from '../../../lib/use-school-today.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmailWords } from '../../../ui/email-words.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { ErrorNote } from '../../../ui/note.tsx'
import { NewPasswordField, PasswordField } from '../../../ui/password-fields.tsx'
import { PhoneField } from '../../../ui/phone-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { toast } from '../../../ui/toast-store.ts'
import * as formText from './account-form.en.tsx'
import '../../../ui/more.css'
import { AccountForm, AccountName, NameFields, WrittenTo } from './account-form.tsx'
import CodeForm, { CodeFormWith } from './code-form.tsx'
import { OwnPart } from './own-part.tsx'
import { OwnRecipients } from './own-recipients.tsx'
import { OwnSessions } from './own-sessions.tsx'
import * as text from './profile.en.tsx'

export default function ProfilePanel({ orders }: { orders: ReactNode }) {
  return (
    <OwnPart
      of={useQuery(query('GET /api/profile'))}
      failed={text.profileFailed}
      loading={text.profileLoading}
      heights={['h-8 w-64', 'h-32 w-full', 'h-32 w-full']}
      className="mt-8"
    >
      {(profile) => (
        <>
          <p className="mt-2 text-ink-soft wrap-anywhere">
            <EmailWords email={profile.email} />
          </p>
          <div className="mt-8 grid gap-x-14 gap-y-12 lg:grid-cols-[1.35fr_1fr]">
            <div className="flex min-w-0 flex-col gap-12">
              <Part id="own-registrations" title={text.registrations}>
                {profile.emailVerified ? <OwnRegistrations /> : <VerifyAddress email={profile.email} />}
              </Part>
              <Part id="own-orders" title={text.orders}>
                {orders}
              </Part>
              <Part id="own-recipients" title={text.recipients}>
                <OwnRecipients />
              </Part>
            </div>
            <Card className="flex flex-col gap-10 self-start p-5 md:p-6">
              <Part id="own-details" title={text.details}>
                <DetailsForm profile={profile} />
              </Part>
              <Part id="own-email" title={text.emailAddress}>
                <EmailForm current={profile.email} />
              </Part>
              <Part id="own-password" title={text.password}>
                <PasswordForm email={profile.email} />
              </Part>
              <Part id="own-devices" title={text.signedInOn}>
                <OwnSessions />
              </Part>
            </Card>
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

/** Seats that were booked with an e-mail address appear in an account only after its owner has verified the address. */
function VerifyAddress({ email }: { email: string }) {
  const sendsEmails = useSendsEmails()
  const stale = useStale()
  const [ticket, setTicket] = useState<string>()
  const ask = useMutation<{ ticket: string }, ApiError, void>({
    mutationFn: async () => (await api('POST /api/profile/verification')).data,
    onSuccess: (letter) => setTicket(letter.ticket),
  })
  return (
    <Card className="mt-5 p-5">
      <h3 className="text-lg">{text.verify}</h3>
      {ticket === undefined ? (
        <>
          <p className="mt-2 text-ink-soft">
            {text.verifyLead({ email: <strong className="break-words text-ink">{email}</strong> })}
          </p>
          {sendsEmails ? (
            <>
              <ErrorNote className="mt-4">{noteOf(ask.error)}</ErrorNote>
              <Button className="mt-5" busy={ask.isPending && formText.sending} onClick={() => ask.mutate()}>
                {text.sendCode}
              </Button>
            </>
          ) : (
            <NoEmails />
          )}
        </>
      ) : (
        <>
          <WrittenTo email={email} />
          <CodeForm
            key={ticket}
            ticket={ticket}
            label={[text.verifyButton, formText.checking]}
            asking={ask}
            onAskAgain={() => ask.mutate()}
            onProved={() => {
              toast({ title: text.verified, tone: 'success' })
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
      toast({ title: text.detailsSaved, tone: 'success' })
    },
  })
  return (
    <AccountForm aria-label={text.details} note={noteOf(sending.error)} onSubmit={onSubmit}>
      <NameFields field={field} />
      <PhoneField label={text.phone} {...field('phone')} />
      <Button
        type="submit"
        variant="outline"
        className="self-start"
        busy={sending.isPending && formText.saving}
      >
        {text.saveDetails}
      </Button>
    </AccountForm>
  )
}

/** A form behind a button. The focus moves to what replaces the clicked button, as soon as it is rendered. */
function useFoldedForm() {
  const [isOpen, setOpen] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const focusFirst = (what: string) =>
    requestAnimationFrame(() => place.current?.querySelector<HTMLElement>(what)?.focus())
  function open() {
    setOpen(true)
    focusFirst('input:not([hidden])')
  }
  function close() {
    setOpen(false)
    focusFirst('button')
  }
  return { isOpen, place, open, close, focusFirst }
}

function PasswordForm({ email }: { email: string }) {
  const { isOpen, place, open, close } = useFoldedForm()
  const { form, field, sending, onSubmit } = useSentForm({
    rules: changePasswordForm,
    defaults: { currentPassword: '', newPassword: '' },
    send: (body) => api('POST /api/profile/change-password', { body }),
    onSent: () => {
      form.reset()
      close()
      toast({ title: text.passwordChanged, description: text.othersSignedOut, tone: 'success' })
    },
  })
  function leave() {
    form.reset()
    sending.reset()
    close()
  }

  if (!isOpen) {
    return (
      <div ref={place}>
        <Button variant="outline" className="mt-4" onClick={open}>
          {text.changePassword}
        </Button>
      </div>
    )
  }
  return (
    <div ref={place}>
      <AccountForm aria-label={text.changePassword} note={noteOf(sending.error)} onSubmit={onSubmit}>
        <AccountName email={email} />
        <PasswordField label={text.currentPassword} {...field('currentPassword')} />
        <NewPasswordField label={text.newPassword} {...field('newPassword')} />
        <p className="flex flex-wrap gap-3">
          <Button type="submit" variant="outline" busy={sending.isPending && formText.saving}>
            {text.savePassword}
          </Button>
          <Button variant="quiet" disabled={sending.isPending} onClick={leave}>
            {text.cancel}
          </Button>
        </p>
      </AccountForm>
    </div>
  )
}

function EmailForm({ current }: { current: string }) {
  const sendsEmails = useSendsEmails()
  const queryClient = useQueryClient()
  const stale = useStale()
  const { isOpen, place, open, close: fold, focusFirst } = useFoldedForm()
  /** The ticket stays while another code is requested, so that the form for the code does not disappear. */
  const [ticket, setTicket] = useState<string | null>(null)
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
  function close() {
    setTicket(null)
    form.reset()
    ask.reset()
    fold()
  }
  function changed(saved: Profile) {
    queryClient.setQueryData(query('GET /api/profile').queryKey, { success: true, data: saved })
    stale('GET /api/profile/registrations', 'GET /api/auth/sessions', 'GET /api/auth/user')
    toast({ title: text.emailChanged, description: text.othersSignedOut, tone: 'success' })
    close()
  }
  const asked = ask.variables

  if (!isOpen) {
    return (
      <div ref={place}>
        <p className="mt-3 break-words">{current}</p>
        {sendsEmails ? (
          <>
            <Button variant="outline" className="mt-4" onClick={open}>
              {text.changeEmail}
            </Button>
          </>
        ) : (
          <NoEmails />
        )}
      </div>
    )
  }
  if (ticket !== null && asked) {
    return (
      <div ref={place}>
        <WrittenTo email={asked.email} className="mt-3" role="status" />
        <CodeFormWith
          key={ticket}
          ticket={ticket}
          give={async (body) => (await api('POST /api/profile/email/confirm', { body })).data}
          label={[text.changeEmail, formText.checking]}
          asking={ask}
          onAskAgain={() => ask.mutate(asked)}
          onProved={changed}
          leave={{ label: text.keepAddress({ email: current }), onPress: close }}
        />
      </div>
    )
  }
  return (
    <div ref={place}>
      <AccountForm aria-label={text.changeEmail} note={noteOf(ask.error)} onSubmit={onSubmit}>
        <TextField
          label={text.newAddress}
          type="email"
          required
          autoComplete="email"
          hint={text.newAddressHint({ email: current })}
          {...field('email')}
        />
        <PasswordField label={text.yourPassword} {...field('currentPassword')} />
        <p className="flex flex-wrap gap-3">
          <Button type="submit" variant="outline" busy={ask.isPending && formText.sending}>
            {text.sendCode}
          </Button>
          <Button variant="quiet" disabled={ask.isPending} onClick={close}>
            {text.cancel}
          </Button>
        </p>
      </AccountForm>
    </div>
  )
}

function OwnRegistrations() {
  const result = useQuery(query('GET /api/profile/registrations'))
  return (
    <OwnPart
      of={result}
      failed={text.registrationsFailed}
      loading={text.registrationsLoading}
      heights={['h-36 w-full', 'h-36 w-full']}
    >
      {(list) =>
        list.length === 0 ? (
          <Card className="mt-5">
            <EmptyState
              title={text.noRegistrations}
              action={
                <ButtonLink to="/classes" variant="outline">
                  {text.seeCourses}
                </ButtonLink>
              }
            >
              {text.noRegistrationsLead}
            </EmptyState>
          </Card>
        ) : (
          <ul className="mt-5 flex flex-col gap-4">
            {list.map((one) => (
              <RegistrationCard key={one.id} registration={one} />
            ))}
          </ul>
        )
      }
    </OwnPart>
  )
}

function RegistrationCard({ registration: one }: { registration: OwnRegistration }) {
  const today = useSchoolToday()
  const { tone, label } = stateOf(one)
  const isDue = one.status === 'pending' && one.payment === 'due'
  return (
    <Card as="li" className="p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <h3 className="min-w-0 flex-1 basis-56 text-lg break-words">{one.title}</h3>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <Facts
        className="mt-3 grid-cols-[6.5rem_1fr] gap-x-4 gap-y-1 [&_dd]:break-words"
        facts={[
          [one.kind === 'enrolment' ? text.batch : text.date, dayText(one.batch)],
          [text.guest, one.guest],
          [text.amount, formatRupees(one.amount)],
          [text.due, one.payment === 'part' && formatRupees(one.due)],
          [text.reference, one.reference],
          [text.heldUntil, isDue && one.holdUntil && momentText(one.holdUntil)],
        ]}
      />
      {isDue && (
        <ButtonLink
          to={`/payment?enrollment=${one.id}&amount=${one.amount}`}
          size="sm"
          className="mt-4"
          aria-label={text.payNowFor(one)}
        >
          {text.payNow}
        </ButtonLink>
      )}
      {one.status === 'confirmed' && (!isSchoolDay(one.batch) || one.batch >= today) && (
        <ButtonLink
          to={`/payment?enrollment=${one.id}`}
          variant="outline"
          size="sm"
          className="mt-4"
          aria-label={text.viewOrCancelOf(one)}
        >
          {text.viewOrCancel}
        </ButtonLink>
      )}
    </Card>
  )
}

function stateOf({ status, payment }: OwnRegistration): { tone: Tone; label: string } {
  if (status === 'confirmed') return { tone: 'leaf', label: text.confirmed }
  if (status === 'cancelled') return { tone: 'outline', label: text.cancelled }
  if (payment === 'checking' || payment === 'attention') {
    return { tone: 'neutral', label: text.checkingPayment }
  }
  if (status === 'expired') return { tone: 'rose', label: text.expired }
  return { tone: 'marigold', label: text.paymentDue }
}
