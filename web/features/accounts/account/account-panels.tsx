import { useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, lazy, useCallback, useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { api } from '../../../lib/api.ts'
import { lastEmail } from '../../../lib/last-email.ts'
import { displayName } from '../../../lib/session.ts'
import { storage } from '../../../lib/storage.ts'
import { noteOf, usePageForm } from '../../../lib/use-page-form.ts'
import { WithoutScripts } from '../../../lib/without-scripts.tsx'
import { Button } from '../../../ui/button.tsx'
import { ArrivalHeading, PageTitle } from '../../../ui/heading.tsx'
import { NewPasswordField } from '../../../ui/password-fields.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { AccountForm, type AskedTicket, NameFields, ReadyToSignIn, WrittenTo } from './account-form.tsx'

const CodeForm = lazy(() => import('./code-form.tsx'))
const NewPasswordForm = lazy(() => import('./new-password-form.tsx'))

export function ForgotPasswordPanel() {
  const [asked, setAsked] = useAskedTicket('reset-password')
  const [step, setStep] = useState<'code' | 'password' | 'done'>('code')
  const { form, field, keep, sending } = usePageForm({
    loadRules: async () => (await import('../../../../contract/accounts/accounts.ts')).forgotPasswordForm,
    send: async (body) => ({
      ...(await api('POST /api/auth/forgot-password', { body })).data,
      email: body.email,
    }),
    onSent: (sent) => {
      setStep('code')
      setAsked(sent)
    },
  })
  useEffect(() => keep({ email: lastEmail.read() ?? '' }), [keep])
  // The link in our e-mail contains a ticket that leads straight to the password form, for people who cannot use the
  // code.
  useEffect(() => {
    const ticket = location.hash.slice(1)
    if (!/^[\w-]{22}$/.test(ticket)) return
    history.replaceState(history.state, '', location.pathname)
    setAsked({ ticket, email: '' })
    setStep('password')
  }, [setAsked])
  function startAgain() {
    if (asked?.email) keep({ email: asked.email })
    setAsked(null)
    setStep('code')
  }

  if (step === 'done') {
    return (
      <ReadyToSignIn lead="Every device that was signed in has been signed out. Please sign in with the new password.">
        Your password is <em>changed</em>
      </ReadyToSignIn>
    )
  }

  if (asked !== null && step === 'password') {
    return (
      <>
        <ArrivalHeading>
          Choose a new <em>password</em>
        </ArrivalHeading>
        {asked.email !== '' && <p className="mt-2 text-ink-soft">For {asked.email}.</p>}
        <NewPasswordForm
          asked={asked}
          onDone={() => {
            setAsked(null)
            setStep('done')
          }}
          onExpired={startAgain}
        />
      </>
    )
  }

  if (asked !== null) {
    return (
      <CheckMail
        asked={asked}
        label={['Continue', 'Checking...']}
        asking={sending}
        onAskAgain={() => sending.mutate({ email: asked.email })}
        onProved={() => setStep('password')}
        onLeave={startAgain}
      >
        If it has an account, our letter holds a code of 6 digits; it may take a minute, and may lie with the
        spam. The link in our newest letter works without a code.
      </CheckMail>
    )
  }

  return (
    <>
      <PageTitle>
        Forgot your <em>password</em>?
      </PageTitle>
      <p className="mt-2 text-ink-soft">
        Tell us the e-mail address of your account, and we send you a code to choose a new one.
      </p>
      <AccountForm aria-label="Get in again" {...form} note={noteOf(sending.error)} className="mt-8">
        <WithoutScripts />
        <TextField label="Email" type="email" required autoComplete="username" {...field('email')} />
        <Button type="submit" wide busy={sending.isPending && 'Sending...'}>
          Send the code
        </Button>
        <Link className="link inline-flex min-h-11 items-center self-start" to="/signin">
          Back to sign in
        </Link>
      </AccountForm>
    </>
  )
}

export function SignUpPanel() {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [asked, setAsked] = useAskedTicket('sign-up')
  const { form, field, kept, sending } = usePageForm({
    loadRules: async () => (await import('../../../../contract/accounts/accounts.ts')).signUpForm,
    send: async (body) => ({ ...(await api('POST /api/auth/signup', { body })).data, email: body.email }),
    onSent: setAsked,
  })

  if (asked !== null) {
    return (
      <CheckMail
        asked={asked}
        label={['Finish sign-up', 'Checking...']}
        asking={sending}
        // The password is lost on a reload, so the form asks for it again.
        onAskAgain={() => (kept.password ? sending.mutate(kept) : setAsked(null))}
        onProved={async ({ session: opened }) => {
          setAsked(null)
          if (opened === null) return
          const [{ beginSession }, { knownDevice }] = await Promise.all([
            import('../../../lib/begin-session.ts'),
            import('../../../lib/known-device.ts'),
          ])
          knownDevice.keep(opened.deviceToken)
          beginSession(opened.sessionToken, opened.user)
          queryClient.removeQueries({ queryKey: ['GET /api/auth/user'] })
          toast({ title: `Welcome, ${displayName(opened.user)}! Your account is ready.`, tone: 'success' })
          void navigate('/profile')
        }}
        onLeave={() => setAsked(null)}
      >
        Enter the 6 digits of our letter; it may take a minute, and may lie with the spam. Where the address
        has an account already, the letter says so instead.
      </CheckMail>
    )
  }

  return (
    <>
      <PageTitle>
        Sign <em>up</em>
      </PageTitle>
      <p className="mt-2 text-ink-soft">
        You can enroll and book without an account. With one you see all your courses and bookings in one
        place.
      </p>
      <AccountForm aria-label="Sign up" {...form} note={noteOf(sending.error)} className="mt-8">
        <WithoutScripts />
        <NameFields field={field} />
        <TextField label="Email" type="email" required autoComplete="username" {...field('email')} />
        <NewPasswordField label="Password" {...field('password')} />
        <Button type="submit" wide busy={sending.isPending && 'Sending...'}>
          Sign Up
        </Button>
        <p className="flex flex-wrap items-center gap-x-2">
          You have an account?
          <Link className="link inline-flex min-h-11 items-center" to="/signin">
            Sign in
          </Link>
        </p>
      </AccountForm>
    </>
  )
}

function CheckMail({
  asked: { ticket, email },
  onLeave,
  children,
  ...form
}: Omit<ComponentProps<typeof CodeForm>, 'ticket' | 'leave'> & {
  asked: AskedTicket
  onLeave: () => void
  children: string
}) {
  return (
    <>
      <ArrivalHeading>
        Check your <em>mail</em>
      </ArrivalHeading>
      <WrittenTo email={email}>{children}</WrittenTo>
      <CodeForm
        key={ticket}
        ticket={ticket}
        {...form}
        leave={{ label: 'Use another address', onPress: onLeave }}
      />
    </>
  )
}

type Kept = AskedTicket & { untilMs: number }

const keptMs = 10 * 60_000

/**
 * Keeps the requested ticket across a reload, because people read the e-mail in another tab and a phone may discard
 * this one. The ticket stays in this tab and never enters the URL.
 */
function useAskedTicket(
  purpose: 'sign-up' | 'reset-password',
): [AskedTicket | null, (asked: AskedTicket | null) => void] {
  const [asked, setAsked] = useState<AskedTicket | null>(null)
  useEffect(() => {
    const kept = storageOf(purpose).readJson() as Kept | null
    setAsked((now) => now ?? (kept !== null && kept.untilMs > Date.now() ? kept : null))
  }, [purpose])
  const keep = useCallback(
    (next: AskedTicket | null) => {
      setAsked(next)
      const kept: Kept | null = next && { ...next, untilMs: Date.now() + keptMs }
      storageOf(purpose).write(kept && JSON.stringify(kept))
    },
    [purpose],
  )
  return [asked, keep]
}

const storageOf = (purpose: string) => storage(`asked:${purpose}`, 'sessionStorage')
