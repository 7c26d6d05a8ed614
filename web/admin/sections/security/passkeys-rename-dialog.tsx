import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { type Passkey, passkeyNameForm } from '../../../../contract/passkeys.ts'
import { type ApiError, api } from '../../../lib/api.ts'
import { showFieldErrors } from '../../../lib/form-errors.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { FormDialog, Refusal } from '../../form-dialog.tsx'

type Form = z.input<typeof passkeyNameForm>

export function RenamePasskeyDialog({
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
  const form = useForm<Form>({
    resolver: zodResolver(passkeyNameForm),
    defaultValues: { name },
    reValidateMode: 'onSubmit',
  })
  const rename = useMutation<unknown, ApiError, Form>({
    mutationFn: (body) => api('PUT /api/profile/passkeys/:id', { params: { id }, body }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: ['GET /api/profile/passkeys'] })
      toast({ title: 'The passkey is renamed', tone: 'success' })
      onClose()
    },
    onError: (error) => showFieldErrors(form.setError, error),
  })
  const { errors, isDirty } = form.formState
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Rename the passkey"
      formId={formId}
      isDirty={isDirty && !rename.isSuccess}
      isSending={rename.isPending}
      submitLabel="Save"
      sendingLabel="Saving..."
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) =>
          void form.handleSubmit((values) => {
            if (!rename.isPending) rename.mutate(values)
          })(event)
        }
      >
        <Refusal
          error={rename.error && Object.keys(rename.error.fields).length === 0 ? rename.error : null}
        />
        <TextField
          label="Name"
          required
          autoComplete="off"
          {...form.register('name', { onChange: () => form.clearErrors('name') })}
          error={errors.name?.message ?? null}
        />
      </form>
    </FormDialog>
  )
}
