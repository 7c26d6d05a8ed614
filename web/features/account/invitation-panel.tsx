import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { acceptInvitationForm } from '../../../contract/accounts.ts'
import { type ApiError, api } from '../../lib/api.ts'
import { noteOf, showFieldErrors } from '../../lib/form-errors.ts'
import { lastEmail } from '../../lib/last-email.ts'
import { session } from '../../lib/session.ts'
import { showFromTop } from '../../lib/show-from-top.ts'
import { useHydrated } from '../../lib/use-hydrated.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Heading } from '../../ui/heading.tsx'
import { NewPasswordField } from '../../ui/new-password-field.tsx'
import { Note } from '../../ui/note.tsx'
import { TextField } from '../../ui/text-field.tsx'

const form = z.omit(acceptInvitationForm, { token: true })
type Form = z.input<typeof form>

/** Somebody was invited to the back office: the letter's link carries the token behind its hash. */
export default function InvitationPanel() {
  const isHydrated = useHydrated()
  const { register, handleSubmit, setError, clearErrors, formState } = useForm<Form>({
    resolver: zodResolver(form),
    reValidateMode: 'onSubmit',
  })
  const accept = useMutation<{ email: string }, ApiError, Form>({
    mutationFn: async (body) =>
      (await api('POST /api/auth/invitation', { body: { ...body, token: location.hash.slice(1) } })).data,
    onSuccess: ({ email }) => {
      // Whoever was signed in here before is somebody else.
      session.end()
      lastEmail.keep(email)
    },
    onError: (error) => showFieldErrors(setError, error),
  })
  if (accept.isSuccess) {
    return (
      <div role="status">
        <Heading ref={showFromTop} level={1} size="2xl" tabIndex={-1} className="outline-none">
          Your account is <em>ready</em>
        </Heading>
        <p className="mt-2 text-ink-soft">
          Sign in with {accept.data.email} and the password that you have just chosen.
        </p>
        <ButtonLink to="/signin" wide className="mt-8">
          Sign In
        </ButtonLink>
      </div>
    )
  }
  const field = (name: keyof Form) => ({
    ...register(name, { onChange: () => clearErrors(name) }),
    error: formState.errors[name]?.message ?? null,
  })
  const hasNoToken = isHydrated && location.hash.length < 2
  // A link that was cut is refused at the token's field, which nobody sees.
  const note = accept.error?.fields['token'] ?? noteOf(accept.error)
  return (
    <>
      <Heading level={1} size="2xl">
        Your <em>invitation</em>
      </Heading>
      <p className="mt-2 text-ink-soft">
        The school has made a place for you in its back office. Choose a name and a password to begin.
      </p>
      {hasNoToken ? (
        <Note tone="error" className="mt-8" title="This link is not complete.">
          Please open it from our letter once more.
        </Note>
      ) : (
        <form
          noValidate
          method="dialog"
          className="mt-8 flex flex-col gap-5"
          onSubmit={(event) =>
            void handleSubmit((values) => {
              if (!accept.isPending) accept.mutate(values)
            })(event)
          }
        >
          {note !== null && (
            <Note tone="error" role="alert" title={note}>
              Nothing you typed is lost.
            </Note>
          )}
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField label="First name" required autoComplete="given-name" {...field('firstname')} />
            <TextField label="Last name" autoComplete="family-name" {...field('lastname')} />
          </div>
          <NewPasswordField
            label="Password"
            required
            hint="At least 10 characters. A short sentence is easy to keep in mind."
            {...field('password')}
          />
          <Button type="submit" wide disabled={!isHydrated} busy={accept.isPending}>
            {accept.isPending ? 'Sending...' : 'Accept the invitation'}
          </Button>
        </form>
      )}
    </>
  )
}
