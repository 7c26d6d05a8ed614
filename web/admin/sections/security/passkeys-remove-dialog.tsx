import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import type { Passkey } from '../../../../contract/passkeys.ts'
import { passwordForm } from '../../../../contract/security.ts'
import { type ApiError, api } from '../../../lib/api.ts'
import { showFieldErrors } from '../../../lib/form-errors.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { FormDialog, Refusal } from '../../form-dialog.tsx'

/** The question before it goes; a session alone must not answer it. */
export function RemovePasskeyDialog({
  open,
  passkey: { id, name },
  onClose,
}: {
  open: boolean
  passkey: Passkey
  onClose: () => void
}) {
  const formId = useId()
  const queryClient = useQueryClient()
  const form = useForm({
    resolver: zodResolver(passwordForm),
    defaultValues: { password: '' },
    reValidateMode: 'onSubmit',
  })
  const remove = useMutation<unknown, ApiError, { password: string }>({
    mutationFn: (body) => api('POST /api/profile/passkeys/:id/remove', { params: { id }, body }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: ['GET /api/profile/passkeys'] })
      toast({ title: 'The passkey is removed', tone: 'success' })
      onClose()
    },
    onError: (error) => showFieldErrors(form.setError, error),
  })
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={`Remove the passkey “${name}”?`}
      description="It opens nothing any more. On your device it stays until you delete it there."
      formId={formId}
      isDirty={false}
      isSending={remove.isPending}
      submitLabel="Remove"
      sendingLabel="Removing..."
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) =>
          void form.handleSubmit((values) => {
            if (!remove.isPending) remove.mutate(values)
          })(event)
        }
      >
        <Refusal
          error={remove.error && Object.keys(remove.error.fields).length === 0 ? remove.error : null}
        />
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
