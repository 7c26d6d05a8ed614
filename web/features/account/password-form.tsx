import { changePasswordForm } from '../../../contract/accounts.ts'
import { api } from '../../lib/api.ts'
import { useSentForm } from '../../lib/use-checked-form.ts'
import { Button } from '../../ui/button.tsx'
import { NewPasswordField } from '../../ui/new-password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast-store.ts'
import { AccountForm, PasswordOf } from './account-form.tsx'

export function PasswordForm({ email }: { email: string }) {
  const form = useSentForm({
    rules: changePasswordForm,
    defaults: { currentPassword: '', newPassword: '' },
    send: (body) => api('POST /api/profile/change-password', { body }),
    onSent: () => {
      form.form.reset()
      toast({
        title: 'Your password is changed',
        description: 'Every other device has been signed out.',
        tone: 'success',
      })
    },
  })
  const { field, sending } = form
  return (
    <AccountForm form={form} className="mt-5">
      <PasswordOf email={email} />
      <TextField
        label="Current password"
        type="password"
        required
        autoComplete="current-password"
        {...field('currentPassword')}
      />
      <NewPasswordField label="New password" {...field('newPassword')} />
      <Button type="submit" variant="outline" className="self-start" busy={sending.isPending}>
        {sending.isPending ? 'Saving...' : 'Change password'}
      </Button>
    </AccountForm>
  )
}
