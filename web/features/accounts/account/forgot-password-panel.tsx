import { lazy, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { api } from '../../../lib/api.ts'
import { lastEmail } from '../../../lib/last-email.ts'
import { noteOf, usePageForm } from '../../../lib/use-page-form.ts'
import { WithoutScripts } from '../../../lib/without-scripts.tsx'
import { Button } from '../../../ui/button.tsx'
import { ArrivalHeading, Heading } from '../../../ui/heading.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { AccountForm, ReadyToSignIn, WrittenTo } from './account-form.tsx'
import { useAskedTicket } from './asked-ticket.ts'

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
  // The link in our letter has a ticket that sets a password at once, for people who cannot use the code.
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
      <>
        <ArrivalHeading>
          Check your <em>mail</em>
        </ArrivalHeading>
        <WrittenTo email={asked.email}>
          If it has an account, our letter holds a code of 6 digits; it may take a minute, and may lie with
          the spam. The link in our newest letter works without a code.
        </WrittenTo>
        <CodeForm
          key={asked.ticket}
          ticket={asked.ticket}
          label={['Continue', 'Checking...']}
          asking={sending}
          onAskAgain={() => sending.mutate({ email: asked.email })}
          onProved={() => setStep('password')}
          leave={{ label: 'Use another address', onPress: startAgain }}
        />
      </>
    )
  }

  return (
    <>
      <Heading level={1} size="2xl">
        Forgot your <em>password</em>?
      </Heading>
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
