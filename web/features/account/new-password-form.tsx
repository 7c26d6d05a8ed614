import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { newPasswordForm } from '../../../contract/accounts.ts'
import { type ApiError, api } from '../../lib/api.ts'
import { noteOf, showFieldErrors } from '../../lib/form-errors.ts'
import { knownDevice } from '../../lib/known-device.ts'
import { Button } from '../../ui/button.tsx'
import { NewPasswordField } from '../../ui/new-password-field.tsx'
import { Note } from '../../ui/note.tsx'
import type { AskedTicket } from './asked-ticket.ts'

type Form = { password: string }

export default function NewPasswordForm({
  asked,
  onDone,
  onExpired,
}: {
  asked: AskedTicket
  onDone: () => void
  /** Asked to begin again where the code's time is over. */
  onExpired: () => void
}) {
  const form = useForm<Form>({ resolver: zodResolver(newPasswordForm), reValidateMode: 'onSubmit' })
  const reset = useMutation<{ deviceToken: string }, ApiError, Form>({
    mutationFn: async ({ password }) =>
      (await api('POST /api/auth/reset-password', { body: { ticket: asked.ticket, password } })).data,
    onSuccess: ({ deviceToken }) => {
      knownDevice.keep(deviceToken)
      onDone()
    },
    onError: (error) => showFieldErrors(form.setError, error),
  })
  const note = noteOf(reset.error)
  return (
    <form
      noValidate
      className="mt-8 flex flex-col gap-5"
      onSubmit={(event) =>
        void form.handleSubmit((values) => {
          if (!reset.isPending) reset.mutate(values)
        })(event)
      }
    >
      {note !== null && (
        <Note
          tone="error"
          role="alert"
          action={
            reset.error?.code === 'code_expired' && (
              <Button size="sm" variant="quiet" onClick={onExpired}>
                Start again
              </Button>
            )
          }
        >
          {note}
        </Note>
      )}
      {/* Tells a password manager whose password this is. */}
      {asked.email !== '' && (
        <input type="text" name="username" autoComplete="username" value={asked.email} readOnly hidden />
      )}
      <NewPasswordField
        label="New password"
        required
        hint="At least 10 characters. A short sentence is easy to keep in mind."
        {...form.register('password', { onChange: () => form.clearErrors('password') })}
        error={form.formState.errors.password?.message ?? null}
      />
      <Button type="submit" wide busy={reset.isPending}>
        {reset.isPending ? 'Saving...' : 'Save the new password'}
      </Button>
    </form>
  )
}
