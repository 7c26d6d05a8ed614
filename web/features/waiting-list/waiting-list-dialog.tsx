import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { waitingListForm } from '../../../contract/waiting-list.ts'
import { type ApiError, api } from '../../lib/api.ts'
import { dayText } from '../../lib/school-time.ts'
import { useSubmissionKey } from '../../lib/use-submission-key.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Note } from '../../ui/note.tsx'
import { PhoneField } from '../../ui/phone-field.tsx'
import { TextField } from '../../ui/text-field.tsx'

type Form = z.output<typeof waitingListForm>
const blank = { fullName: '', email: '', phone: '' }

/** Reading S2: beside the disabled Join Waitlist, the way that works. */
export default function WaitingListDialog({
  open,
  onClose,
  courseId,
  courseTitle,
  batch,
}: {
  open: boolean
  onClose: () => void
  courseId: string
  courseTitle: string
  batch: string
}) {
  const formId = useId()
  const submission = useSubmissionKey()
  const form = useForm({
    resolver: zodResolver(waitingListForm),
    defaultValues: blank,
    reValidateMode: 'onSubmit',
  })
  const join = useMutation<{ data: { position: number } }, ApiError, Form>({
    mutationFn: (values) => {
      const body = { ...values, courseId }
      return api('POST /api/waiting-list', { body }, { idempotencyKey: submission.keyFor(body) })
    },
    onSuccess: () => submission.succeeded(),
  })
  const field = (name: keyof Form) => ({
    ...form.register(name, { onChange: () => form.clearErrors(name) }),
    error: form.formState.errors[name]?.message ?? join.error?.fields[name] ?? null,
    required: true,
  })
  function close() {
    onClose()
    form.reset(blank)
    join.reset()
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) close()
      }}
      isLocked={join.isPending}
      title={join.isSuccess ? 'You are on the list' : 'Tell me when a seat opens'}
      description={`${courseTitle} · ${dayText(batch)}`}
      footer={
        join.isSuccess ? (
          <Button onClick={close}>Done</Button>
        ) : (
          <>
            <Button variant="outline" disabled={join.isPending} onClick={close}>
              Cancel
            </Button>
            <Button type="submit" form={formId} busy={join.isPending}>
              {join.isPending ? 'Sending...' : 'Tell me'}
            </Button>
          </>
        )
      }
    >
      {join.isSuccess ? (
        <p role="status" className="text-lg">
          You are number {join.data.data.position} on the list. When a seat opens and it is your turn, we
          write to you and keep the seat for you alone. Nothing is charged until you enroll.
        </p>
      ) : (
        <form
          id={formId}
          noValidate
          onSubmit={(event) => void form.handleSubmit((values) => join.mutate(values))(event)}
          className="flex flex-col gap-5"
        >
          {join.error && (
            <Note tone="error" role="alert" title={join.error.message || 'We could not reach the school.'}>
              Nothing you typed is lost. Please try again.
            </Note>
          )}
          <TextField label="Full Name" autoComplete="name" {...field('fullName')} />
          <TextField label="Email" type="email" autoComplete="email" {...field('email')} />
          <PhoneField label="Phone Number" {...field('phone')} />
        </form>
      )}
    </Dialog>
  )
}
