import { useQueryClient } from '@tanstack/react-query'
import { firstAddressForm } from '../../../contract/accounts/accounts.ts'
import { api } from '../../lib/api.ts'
import { useSentForm } from '../../lib/use-checked-form.ts'
import { useSignOut } from '../../lib/use-sign-out.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Heading } from '../../ui/heading.tsx'
import { ErrorNote } from '../../ui/note.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { ConfirmIdentity } from '../confirm-identity.tsx'
import { useAdminTheme } from '../theme.ts'
import { refusalSentence } from '../use-action.ts'
import '../../ui/more.css'

/** The page that the first owner sees instead of the back office until the account has the owner's own address. */
export default function FirstAddressPage() {
  const queryClient = useQueryClient()
  const signOut = useSignOut()
  useAdminTheme()
  const { field, onSubmit, refusal, sending } = useSentForm({
    rules: firstAddressForm,
    defaults: { firstname: '', lastname: '', email: '' },
    send: (body, keyed) => api('PUT /api/profile/first-address', { body }, keyed(body)),
    onSent: () => queryClient.invalidateQueries({ queryKey: ['GET /api/auth/user'] }),
  })
  return (
    <main className="grid min-h-dvh place-items-center bg-sunk px-4 py-10">
      <Card as="section" className="w-full max-w-[34rem] p-6 md:p-8" aria-labelledby="first-address">
        <Heading id="first-address" level={1} size="2xl">
          First, who <em>are you</em>?
        </Heading>
        <p className="mt-3">
          The address you signed in with was made up. Enter your own. You’ll sign in with it from now on, and
          the school’s e-mails reach you there.
        </p>
        <form
          noValidate
          aria-label="Your name and e-mail address"
          className="mt-6 flex flex-col gap-5"
          onSubmit={onSubmit}
        >
          {refusal && <ErrorNote>{refusalSentence(refusal)}</ErrorNote>}
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField label="First name" required autoComplete="given-name" {...field('firstname')} />
            <TextField label="Last name" autoComplete="family-name" {...field('lastname')} />
          </div>
          <TextField
            label="E-mail"
            type="email"
            required
            autoComplete="email"
            hint="Check it twice. If you forget your password, we send a code there."
            {...field('email')}
          />
          <div className="flex flex-wrap gap-3">
            <Button type="submit" busy={sending.isPending && 'Saving...'}>
              Save and continue
            </Button>
            <Button variant="quiet" busy={signOut.isPending} onClick={() => signOut.mutate()}>
              Sign Out
            </Button>
          </div>
        </form>
      </Card>
      <ConfirmIdentity />
    </main>
  )
}
