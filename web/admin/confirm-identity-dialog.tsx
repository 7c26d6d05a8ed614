import { useMutation, useQuery } from '@tanstack/react-query'
import { confirmForm } from '../../contract/accounts/security.ts'
import { api } from '../lib/api.ts'
import { passkeyObstacle } from '../lib/passkey-support.ts'
import { query } from '../lib/query.ts'
import { Button } from '../ui/button.tsx'
import { CodeField } from '../ui/code-field.tsx'
import { Note } from '../ui/note.tsx'
import { PasswordField } from '../ui/password-fields.tsx'
import { SentDialog } from './form-dialog.tsx'

export default function ConfirmIdentityDialog({
  open,
  onAnswer,
}: {
  open: boolean
  /** `isConfirmed` is false if the user cancels. */
  onAnswer: (isConfirmed: boolean) => void
}) {
  const twoFactor = useQuery({ ...query('GET /api/profile/two-factor'), enabled: open })
  const hasCode = twoFactor.data?.data.isOn
  const passkeys = useQuery({ ...query('GET /api/profile/passkeys'), enabled: open })
  const hasPasskey = passkeys.data?.data[0] !== undefined && passkeyObstacle(location.origin) === null
  const byPasskey = useMutation({
    // The code for passkeys loads when the button is first pressed, because few people have a passkey.
    mutationFn: async () => (await import('../lib/passkeys.ts')).confirmByPasskey(),
    onSuccess: () => onAnswer(true),
  })
  return (
    <SentDialog
      open={open}
      onClose={() => onAnswer(false)}
      draft={null}
      title="Confirm it’s you"
      description="Enter your password to continue. We won’t ask again for 10 minutes."
      submit={['Confirm', 'Checking...']}
      rules={confirmForm}
      defaults={{ password: '', code: '' }}
      send={(body) => api('POST /api/auth/confirm', { body })}
      onSent={() => onAnswer(true)}
      asksToLeave={false}
    >
      {(field, { sending }) => (
        <>
          {byPasskey.error && <Note tone="error" role="alert" title={byPasskey.error.message} />}
          <PasswordField label="Your password" {...field('password')} />
          {(hasCode || sending.error?.fields['code']) && (
            <CodeField
              label="Code"
              hint="From your authenticator app, or a recovery code"
              required
              isAlsoWords
              {...field('code')}
            />
          )}
          {hasPasskey && (
            <Button
              variant="outline"
              className="self-start"
              busy={byPasskey.isPending}
              onClick={() => byPasskey.mutate()}
            >
              Use a passkey instead
            </Button>
          )}
        </>
      )}
    </SentDialog>
  )
}
