import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import { passwordForm } from '../../../../contract/security.ts'
import { type ApiError, api } from '../../../lib/api.ts'
import { showFieldErrors } from '../../../lib/form-errors.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { FormDialog, Refusal } from '../../form-dialog.tsx'

export type PasswordUse = 'renew' | 'switch-off'

const words = {
  renew: {
    title: 'New recovery codes',
    description: 'The old ones open nothing any more.',
    submit: 'Make new codes',
    sending: 'Making...',
  },
  'switch-off': {
    title: 'Switch two-factor sign-in off',
    description: 'From then on your password alone opens the back office.',
    submit: 'Switch off',
    sending: 'Switching off...',
  },
}

/** What a session alone must not do: the password is asked for once more. */
export function PasswordDialog({
  open,
  use,
  onClose,
  onCodes,
}: {
  open: boolean
  use: PasswordUse
  onClose: () => void
  onCodes: (codes: readonly string[] | null) => void
}) {
  const formId = useId()
  const queryClient = useQueryClient()
  const form = useForm({
    resolver: zodResolver(passwordForm),
    defaultValues: { password: '' },
    reValidateMode: 'onSubmit',
  })
  const send = useMutation<readonly string[] | null, ApiError, { password: string }>({
    mutationFn: async (body) => {
      if (use === 'renew') {
        return (await api('POST /api/profile/two-factor/recovery-codes', { body })).data.recoveryCodes
      }
      await api('POST /api/profile/two-factor/switch-off', { body })
      return null
    },
    onSuccess: (codes) => {
      onCodes(codes)
      void queryClient.invalidateQueries({ queryKey: ['GET /api/profile/two-factor'] })
      if (use === 'switch-off') toast({ title: 'Two-factor sign-in is off', tone: 'success' })
      onClose()
    },
    onError: (error) => showFieldErrors(form.setError, error),
  })
  const { title, description, submit, sending } = words[use]
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={title}
      description={description}
      formId={formId}
      isDirty={false}
      isSending={send.isPending}
      submitLabel={submit}
      sendingLabel={sending}
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) =>
          void form.handleSubmit((values) => {
            if (!send.isPending) send.mutate(values)
          })(event)
        }
      >
        <Refusal error={send.error && Object.keys(send.error.fields).length === 0 ? send.error : null} />
        <TextField
          label="Your password"
          type="password"
          required
          autoComplete="current-password"
          {...form.register('password', { onChange: () => form.clearErrors() })}
          error={form.formState.errors.password?.message ?? null}
        />
      </form>
    </FormDialog>
  )
}
