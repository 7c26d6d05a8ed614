import { changePasswordForm } from '../../../contract/accounts.ts'
import { api } from '../../lib/api.ts'
import { noteOf } from '../../lib/form-errors.ts'
import { useSentForm } from '../../lib/use-checked-form.ts'
import { Button } from '../../ui/button.tsx'
import { NewPasswordField, PasswordField } from '../../ui/password-fields.tsx'
import { toast } from '../../ui/toast-store.ts'
import { AccountForm, PasswordOf } from './account-form.tsx'

export function PasswordForm({ email }: { email: string }) {
  const { form, field, sending, onSubmit } = useSentForm({
    rules: changePasswordForm,
    defaults: { currentPassword: '', newPassword: '' },
    send: (body) => api('POST /api/profile/change-password', { body }),
    onSent: () => {
      form.reset()
      const description = 'Every other device has been signed out.'
      toast({ title: 'Your password is changed', description, tone: 'success' })
    },
  })
  return (
    <AccountForm note={noteOf(sending.error)} onSubmit={onSubmit}>
      <PasswordOf email={email} />
      <PasswordField label="Current password" {...field('currentPassword')} />
      <NewPasswordField label="New password" {...field('newPassword')} />
      <Button type="submit" variant="outline" className="self-start" busy={sending.isPending && 'Saving...'}>
        Change password
      </Button>
    </AccountForm>
  )
}
