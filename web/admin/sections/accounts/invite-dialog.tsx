import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { inviteForm } from '../../../../contract/staff-accounts.ts'
import { type ApiError, api } from '../../../lib/api.ts'
import { showFieldErrors } from '../../../lib/form-errors.ts'
import { useSubmissionKey } from '../../../lib/use-submission-key.ts'
import { RadioCards } from '../../../ui/radio-cards.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { FormDialog, Refusal } from '../../form-dialog.tsx'

type Form = z.input<typeof inviteForm>

export function InviteDialog({
  open,
  onClose,
  onInvited,
}: {
  open: boolean
  onClose: () => void
  onInvited: () => void
}) {
  const formId = useId()
  const submission = useSubmissionKey()
  const form = useForm<Form>({
    resolver: zodResolver(inviteForm),
    defaultValues: { email: '', role: 'staff' },
    reValidateMode: 'onSubmit',
  })
  const invite = useMutation<unknown, ApiError, Form>({
    mutationFn: (body) =>
      api('POST /api/admin/accounts/invitations', { body }, { idempotencyKey: submission.keyFor(body) }),
    onSuccess: (_, { email }) => {
      submission.succeeded()
      toast({
        title: 'Invitation sent',
        description: `${email} gets a link that works for a week.`,
        tone: 'success',
      })
      onInvited()
      onClose()
    },
    onError: (error) => showFieldErrors(form.setError, error),
  })
  const { errors, isDirty } = form.formState
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Invite somebody"
      description="They get a letter with a link, and choose their own password."
      formId={formId}
      isDirty={isDirty && !invite.isSuccess}
      isSending={invite.isPending}
      submitLabel="Send the invitation"
      sendingLabel="Sending..."
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) =>
          void form.handleSubmit((values) => {
            if (!invite.isPending) invite.mutate(values)
          })(event)
        }
      >
        <Refusal
          error={invite.error && Object.keys(invite.error.fields).length === 0 ? invite.error : null}
        />
        <TextField
          label="Email"
          type="email"
          required
          autoComplete="off"
          {...form.register('email', { onChange: () => form.clearErrors('email') })}
          error={errors.email?.message ?? null}
        />
        <RadioCards
          label="Role"
          options={[
            { value: 'staff', label: 'Staff', detail: 'Everything but accounts and money settings' },
            { value: 'owner', label: 'Owner', detail: 'Everything' },
          ]}
          inputProps={form.register('role')}
        />
      </form>
    </FormDialog>
  )
}
