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

export type PasswordUse = 'renew' | 'switch-off' | 'require' | 'release'

const words = {
  renew: {
    title: 'New recovery codes',
    description: 'The old ones open nothing any more.',
    submit: 'Make new codes',
    sending: 'Making...',
    done: null,
  },
  'switch-off': {
    title: 'Switch two-factor sign-in off',
    description:
      'From then on your password alone opens the back office. Where owners need a second factor, you set another one up first.',
    submit: 'Switch off',
    sending: 'Switching off...',
    done: 'Two-factor sign-in is off',
  },
  require: {
    title: 'Require a second factor of owners',
    description: 'Every owner without one, you too, sets one up before anything else opens.',
    submit: 'Require it',
    sending: 'Saving...',
    done: 'Owners need a second factor',
  },
  release: {
    title: 'Let owners in by the password alone',
    description:
      'Owners choose themselves then whether they use a second factor. The audit log says who decided so.',
    submit: 'Do not require it',
    sending: 'Saving...',
    done: 'Owners need no second factor',
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
      if (use === 'switch-off') await api('POST /api/profile/two-factor/switch-off', { body })
      else {
        const ownersNeedSecondFactor = use === 'require'
        await api('PUT /api/admin/security-rules', { body: { ...body, ownersNeedSecondFactor } })
      }
      return null
    },
    onSuccess: (codes) => {
      onCodes(codes)
      const changed = ['GET /api/profile/two-factor', 'GET /api/admin/security-rules', 'GET /api/auth/user']
      for (const key of changed) void queryClient.invalidateQueries({ queryKey: [key] })
      const done = words[use].done
      if (done !== null) toast({ title: done, tone: 'success' })
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
