import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { changePasswordForm } from '../../../contract/accounts.ts'
import { type ApiError, api } from '../../lib/api.ts'
import { noteOf, showFieldErrors } from '../../lib/form-errors.ts'
import { Button } from '../../ui/button.tsx'
import { NewPasswordField } from '../../ui/new-password-field.tsx'
import { Note } from '../../ui/note.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast-store.ts'

type Form = { currentPassword: string; newPassword: string }

export function PasswordForm({ email }: { email: string }) {
  const form = useForm<Form>({
    resolver: zodResolver(changePasswordForm),
    defaultValues: { currentPassword: '', newPassword: '' },
    reValidateMode: 'onSubmit',
  })
  const change = useMutation<unknown, ApiError, Form>({
    mutationFn: (body) => api('POST /api/profile/change-password', { body }),
    onSuccess: () => {
      form.reset()
      toast({
        title: 'Your password is changed',
        description: 'Every other device has been signed out.',
        tone: 'success',
      })
    },
    onError: (error) => showFieldErrors(form.setError, error),
  })
  const field = (name: keyof Form) => ({
    ...form.register(name, { onChange: () => form.clearErrors(name) }),
    error: form.formState.errors[name]?.message ?? null,
  })
  const note = noteOf(change.error)
  return (
    <form
      noValidate
      className="mt-5 flex flex-col gap-5"
      onSubmit={(event) =>
        void form.handleSubmit((values) => {
          if (!change.isPending) change.mutate(values)
        })(event)
      }
    >
      {note !== null && (
        <Note tone="error" role="alert" title={note}>
          Nothing you typed is lost.
        </Note>
      )}
      {/* Tells a password manager whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <TextField
        label="Current password"
        type="password"
        required
        autoComplete="current-password"
        {...field('currentPassword')}
      />
      <NewPasswordField
        label="New password"
        required
        hint="At least 10 characters. A short sentence is easy to keep in mind."
        {...field('newPassword')}
      />
      <Button type="submit" variant="outline" className="self-start" busy={change.isPending}>
        {change.isPending ? 'Saving...' : 'Change password'}
      </Button>
    </form>
  )
}
