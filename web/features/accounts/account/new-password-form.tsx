import { newPasswordForm } from '../../../../contract/accounts/accounts.ts'
import { api } from '../../../lib/api.ts'
import { knownDevice } from '../../../lib/known-device.ts'
import { useSentForm } from '../../../lib/use-checked-form.ts'
import { noteOf } from '../../../lib/use-page-form.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorNote } from '../../../ui/note.tsx'
import { NewPasswordField } from '../../../ui/password-fields.tsx'
import * as text from './account.en.tsx'
import * as formText from './account-form.en.tsx'
import { AccountName, type AskedTicket } from './account-form.tsx'

export default function NewPasswordForm({
  asked: { ticket, email },
  onDone,
  onExpired,
}: {
  asked: AskedTicket
  onDone: () => void
  onExpired: () => void
}) {
  const { field, onSubmit, refusal, sending } = useSentForm({
    rules: newPasswordForm,
    send: async ({ password }) =>
      (await api('POST /api/auth/reset-password', { body: { ticket, password } })).data,
    onSent: ({ deviceToken }) => {
      knownDevice.keep(deviceToken)
      onDone()
    },
  })
  return (
    <form
      noValidate
      aria-label={text.forgotPasswordForm}
      className="mt-8 flex flex-col gap-5"
      onSubmit={onSubmit}
    >
      {refusal && (
        <ErrorNote
          action={
            refusal.code === 'code_expired' && (
              <Button size="sm" variant="quiet" onClick={onExpired}>
                {text.startAgain}
              </Button>
            )
          }
        >
          {noteOf(refusal)}
        </ErrorNote>
      )}
      {email !== '' && <AccountName email={email} />}
      <NewPasswordField label={text.newPassword} {...field('password')} />
      <Button type="submit" wide busy={sending.isPending && formText.saving}>
        {text.savePassword}
      </Button>
    </form>
  )
}
