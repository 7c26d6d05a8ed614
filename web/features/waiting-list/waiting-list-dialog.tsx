import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { waitingListForm } from '../../../contract/waiting-list.ts'
import { dayText } from '../../../contract/words.ts'
import { type ApiError, api } from '../../lib/api.ts'
import { useSubmissionKey } from '../../lib/use-submission-key.ts'
import { PhoneField } from '../../ui/phone-field.tsx'
import { SendDialog } from '../../ui/send-dialog.tsx'
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
  const details = `${courseTitle} · ${dayText(batch)}`
  return (
    <SendDialog
      open={open}
      onClose={close}
      title="Tell me when a seat opens"
      description={details}
      sendLabel="Tell me"
      send={join}
      onSubmit={(event) => void form.handleSubmit((values) => join.mutate(values))(event)}
      thanks={{
        title: 'You are on the list',
        description: details,
        text:
          join.isSuccess &&
          `You are number ${join.data.data.position} on the list. When a seat opens and it is your turn, we write to you and keep the seat for you alone. Nothing is charged until you enroll.`,
      }}
    >
      <TextField label="Full Name" autoComplete="name" {...field('fullName')} />
      <TextField label="Email" type="email" autoComplete="email" {...field('email')} />
      <PhoneField label="Phone Number" {...field('phone')} />
    </SendDialog>
  )
}
