import { useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { api } from '../../../lib/api.ts'
import { lastEmail } from '../../../lib/last-email.ts'
import { useSendsEmails } from '../../../lib/school.ts'
import { displayName } from '../../../lib/session.ts'
import { storage } from '../../../lib/storage.ts'
import { noteOf, usePageForm } from '../../../lib/use-page-form.ts'
import { WithoutScripts } from '../../../lib/without-scripts.tsx'
import { Button } from '../../../ui/button.tsx'
import { ArrivalHeading, PageTitle } from '../../../ui/heading.tsx'
import { NewPasswordField } from '../../../ui/password-fields.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { toast } from '../../../ui/toast-store.ts'
import * as text from './account.en.tsx'
import * as formText from './account-form.en.tsx'
import { AccountForm, type AskedTicket, NameFields, ReadyToSignIn, WrittenTo } from './account-form.tsx'

const CodeForm = lazy(() => import('./code-form.tsx'))
const NoEmails = lazy(() => import('../../../lib/no-emails.tsx'))
const NewPasswordForm = lazy(() => import('./new-password-form.tsx'))

export function ForgotPasswordPanel() {
  const sendsEmails = useSendsEmails()
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
    return <ReadyToSignIn lead={text.passwordChangedLead}>{text.passwordChangedHeading}</ReadyToSignIn>
  }

  if (asked !== null && step === 'password') {
    return (
      <>
        <ArrivalHeading>{text.newPasswordHeading}</ArrivalHeading>
        {asked.email !== '' && <p className="mt-2 text-ink-soft">{text.newPasswordFor(asked)}</p>}
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
        label={[text.proceed, formText.checking]}
        asking={sending}
        onAskAgain={() => sending.mutate({ email: asked.email })}
        onProved={() => setStep('password')}
        onLeave={startAgain}
      >
        {text.enterResetCode}
      </CheckMail>
    )
  }

  return (
    <>
      <PageTitle>{text.forgotPasswordHeading}</PageTitle>
      {sendsEmails ? (
        <>
          <p className="mt-2 text-ink-soft">{text.forgotPasswordLead}</p>
          <AccountForm
            aria-label={text.forgotPasswordForm}
            {...form}
            note={noteOf(sending.error)}
            className="mt-8"
          >
            <WithoutScripts />
            <TextField
              label={formText.email}
              type="email"
              required
              autoComplete="username"
              {...field('email')}
            />
            <Button type="submit" wide busy={sending.isPending && formText.sending}>
              {text.sendCode}
            </Button>
          </AccountForm>
        </>
      ) : (
        <Suspense>
          <NoEmails />
        </Suspense>
      )}
      <Link className="link mt-5 inline-flex min-h-11 items-center self-start" to="/signin">
        {text.backToSignIn}
      </Link>
    </>
  )
}

export function SignUpPanel() {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const sendsEmails = useSendsEmails()
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
        label={[text.finishSignUp, formText.checking]}
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
          toast({ title: text.accountReadyToast({ name: displayName(opened.user) }), tone: 'success' })
          void navigate('/profile')
        }}
        onLeave={() => setAsked(null)}
      >
        {text.enterSignUpCode}
      </CheckMail>
    )
  }

  return (
    <>
      <PageTitle>{text.signUpHeading}</PageTitle>
      <p className="mt-2 text-ink-soft">{text.signUpLead}</p>
      {sendsEmails ? (
        <>
          <AccountForm aria-label={text.signUp} {...form} note={noteOf(sending.error)} className="mt-8">
            <WithoutScripts />
            <NameFields field={field} />
            <TextField
              label={formText.email}
              type="email"
              required
              autoComplete="username"
              {...field('email')}
            />
            <NewPasswordField label={formText.password} {...field('password')} />
            <Button type="submit" wide busy={sending.isPending && formText.sending}>
              {text.signUpButton}
            </Button>
          </AccountForm>
        </>
      ) : (
        <Suspense>
          <NoEmails />
        </Suspense>
      )}
      <p className="mt-5 flex flex-wrap items-center gap-x-2">
        {text.haveAccount}
        <Link className="link inline-flex min-h-11 items-center" to="/signin">
          {text.signInLink}
        </Link>
      </p>
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
      <ArrivalHeading>{text.checkEmailHeading}</ArrivalHeading>
      <WrittenTo email={email}>{children}</WrittenTo>
      <CodeForm
        key={ticket}
        ticket={ticket}
        {...form}
        leave={{ label: text.otherAddress, onPress: onLeave }}
      />
    </>
  )
}

type Kept = AskedTicket & { untilMs: number }

const keptMs = 10 * 60_000

/**
 * Keeps the requested ticket across a reload, because people read the e-mail in another tab and a phone may discard
 * this tab. The ticket stays in this tab and never enters the URL.
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
