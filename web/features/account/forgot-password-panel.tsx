import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { forgotPasswordForm } from '../../../contract/accounts.ts'
import { type ApiError, api } from '../../lib/api.ts'
import { noteOf, showFieldErrors } from '../../lib/form-errors.ts'
import { lastEmail } from '../../lib/last-email.ts'
import { showFromTop } from '../../lib/show-from-top.ts'
import { useHydrated } from '../../lib/use-hydrated.ts'
import { WithoutScripts } from '../../lib/without-scripts.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Heading } from '../../ui/heading.tsx'
import { Note } from '../../ui/note.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useAskedTicket } from './asked-ticket.ts'
import { CodeForm } from './code-form.tsx'
import { NewPasswordForm } from './new-password-form.tsx'

type Form = { email: string }

/** A new password in three steps: the address, the code of the letter, the password (reading A7). */
export default function ForgotPasswordPanel() {
  const isHydrated = useHydrated()
  const [asked, setAsked] = useAskedTicket('reset-password')
  const [step, setStep] = useState<'code' | 'password' | 'done'>('code')
  const form = useForm<Form>({ resolver: zodResolver(forgotPasswordForm), reValidateMode: 'onSubmit' })
  // This page is opened from the sign-in page, which keeps the address that was typed there.
  useEffect(() => {
    const typed = form.getValues('email') || lastEmail.read()
    if (typed !== '') form.setValue('email', typed)
  }, [form])
  const ask = useMutation<{ ticket: string }, ApiError, Form>({
    mutationFn: async (body) => (await api('POST /api/auth/forgot-password', { body })).data,
    onSuccess: ({ ticket }, { email }) => {
      setStep('code')
      setAsked({ ticket, email })
    },
    onError: (error) => showFieldErrors(form.setError, error),
  })

  if (step === 'done') {
    return (
      <div role="status">
        <Heading ref={showFromTop} level={1} size="2xl" tabIndex={-1} className="outline-none">
          Your password is <em>changed</em>
        </Heading>
        <p className="mt-2 text-ink-soft">
          Every device that was signed in has been signed out. Please sign in with the new password.
        </p>
        <ButtonLink to="/signin" wide className="mt-8">
          Sign In
        </ButtonLink>
      </div>
    )
  }

  if (asked !== null && step === 'password') {
    return (
      <>
        <Heading ref={showFromTop} level={1} size="2xl" tabIndex={-1} className="outline-none">
          Choose a new <em>password</em>
        </Heading>
        <p className="mt-2 text-ink-soft">For {asked.email}.</p>
        <NewPasswordForm
          asked={asked}
          onDone={() => {
            setAsked(null)
            setStep('done')
          }}
          onExpired={() => {
            form.setValue('email', asked.email)
            setAsked(null)
            setStep('code')
          }}
        />
      </>
    )
  }

  if (asked !== null) {
    return (
      <>
        <Heading ref={showFromTop} level={1} size="2xl" tabIndex={-1} className="outline-none">
          Check your <em>mail</em>
        </Heading>
        <p className="mt-2 text-ink-soft">
          We have written to <strong className="break-words text-ink">{asked.email}</strong>. If it has an
          account, our letter holds a code of 6 digits; it may take a minute, and may lie with the spam.
        </p>
        <CodeForm
          key={asked.ticket}
          ticket={asked.ticket}
          label={['Continue', 'Checking...']}
          isAsking={ask.isPending}
          onAskAgain={() => ask.mutate({ email: asked.email })}
          onProved={() => setStep('password')}
        >
          <Button
            variant="quiet"
            size="sm"
            onClick={() => {
              form.setValue('email', asked.email)
              setAsked(null)
            }}
          >
            Use another address
          </Button>
        </CodeForm>
      </>
    )
  }

  const note = noteOf(ask.error)
  return (
    <>
      <Heading level={1} size="2xl">
        Forgot your <em>password</em>?
      </Heading>
      <p className="mt-2 text-ink-soft">
        Tell us the e-mail address of your account, and we send you a code with which you choose a new one.
      </p>
      <form
        noValidate
        method="dialog"
        className="mt-8 flex flex-col gap-5"
        onSubmit={(event) =>
          void form.handleSubmit((values) => {
            if (!ask.isPending) ask.mutate(values)
          })(event)
        }
      >
        <WithoutScripts />
        {note !== null && (
          <Note tone="error" role="alert" title={note}>
            Nothing you typed is lost.
          </Note>
        )}
        <TextField
          label="Email"
          type="email"
          required
          autoComplete="username"
          {...form.register('email', { onChange: () => form.clearErrors('email') })}
          error={form.formState.errors.email?.message ?? null}
        />
        <Button type="submit" wide disabled={!isHydrated} busy={ask.isPending}>
          {ask.isPending ? 'Sending...' : 'Send the code'}
        </Button>
        <Link className="link inline-flex min-h-11 items-center self-start" to="/signin">
          Back to sign in
        </Link>
      </form>
    </>
  )
}
