import { waitingListForm } from '../../../contract/waiting-list.ts'
import { dayText } from '../../../contract/words.ts'
import { api } from '../../lib/api.ts'
import { useSentForm } from '../../lib/use-checked-form.ts'
import type { Openable } from '../../ui/lazy-dialog.tsx'
import { PhoneField } from '../../ui/phone-field.tsx'
import { SendDialog } from '../../ui/send-dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'

export default function WaitingListDialog({
  course,
  ...dialog
}: Openable & { course: Record<'id' | 'title' | 'batch', string> }) {
  const form = useSentForm({
    rules: waitingListForm,
    defaults: { fullName: '', email: '', phone: '' },
    send: (values, keyed) => {
      const body = { ...values, courseId: course.id }
      return api('POST /api/waiting-list', { body }, keyed(body))
    },
  })
  const { field, sending } = form
  const details = `${course.title} · ${dayText(course.batch)}`
  return (
    <SendDialog
      {...dialog}
      title="Tell me when a seat opens"
      description={details}
      sendLabel="Tell me"
      form={form}
      thanks={{
        title: 'You are on the list',
        description: details,
        text:
          sending.isSuccess &&
          `You are number ${sending.data.data.position} on the list. When a seat opens and it is your turn, we write to you and keep the seat for you alone. Nothing is charged until you enroll.`,
      }}
    >
      <TextField label="Full Name" autoComplete="name" required {...field('fullName')} />
      <TextField label="Email" type="email" autoComplete="email" required {...field('email')} />
      <PhoneField label="Phone Number" required {...field('phone')} />
    </SendDialog>
  )
}
