import { useQueryClient } from '@tanstack/react-query'
import { lazy } from 'react'
import { Link, useNavigate } from 'react-router'
import { api } from '../../../lib/api.ts'
import { displayName } from '../../../lib/session.ts'
import { noteOf, usePageForm } from '../../../lib/use-page-form.ts'
import { WithoutScripts } from '../../../lib/without-scripts.tsx'
import { Button } from '../../../ui/button.tsx'
import { ArrivalHeading, Heading } from '../../../ui/heading.tsx'
import { NewPasswordField } from '../../../ui/password-fields.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { AccountForm, NameFields, WrittenTo } from './account-form.tsx'
import { useAskedTicket } from './asked-ticket.ts'

const CodeForm = lazy(() => import('./code-form.tsx'))

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
      <>
        <ArrivalHeading>
          Check your <em>mail</em>
        </ArrivalHeading>
        <WrittenTo email={asked.email}>
          Enter the 6 digits of our letter; it may take a minute, and may lie with the spam. Where the address
          has an account already, the letter says so instead.
        </WrittenTo>
        <CodeForm
          key={asked.ticket}
          ticket={asked.ticket}
          label={['Finish sign-up', 'Checking...']}
          asking={sending}
          // A reload loses the password, so the form asks for it again.
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
          leave={{ label: 'Use another address', onPress: () => setAsked(null) }}
        />
      </>
    )
  }

  return (
    <>
      <Heading level={1} size="2xl">
        Sign <em>up</em>
      </Heading>
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
