import type { ReactNode } from 'react'
import type * as z from 'zod/mini'
import { waitingListForm } from '../../../../contract/registrations/waiting-list.ts'
import { dayText } from '../../../../contract/words.ts'
import { api } from '../../../lib/api.ts'
import { useSentForm } from '../../../lib/use-checked-form.ts'
import { fullNameOf, useKeptDialog } from '../../../lib/use-kept-dialog.ts'
import { KeepQuestion, TypedAgain } from '../../../ui/keep-question.tsx'
import type { Openable } from '../../../ui/lazy-dialog.tsx'
import { PhoneField } from '../../../ui/phone-field.tsx'
import { SendDialog } from '../../../ui/send-dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'

type Typed = z.input<typeof waitingListForm>

const defaults = { fullName: '', email: '', phone: '' }

export default function WaitingListDialog({
  course,
  known,
  offers,
  ...dialog
}: Openable & {
  course: Record<'id' | 'title' | 'batch', string> & { batchId: string | null }
  known?: Typed | undefined
  offers?: (typed: () => Typed) => ReactNode
}) {
  const form = useSentForm({
    rules: waitingListForm,
    defaults: known ?? defaults,
    send: (values, keyed) => {
      const { id: courseId, batchId } = course
      const body = { ...values, courseId, ...(batchId !== null && { batchId }) }
      return api('POST /api/waiting-list', { body }, keyed(body))
    },
  })
  const { field, sending } = form
  const kept = useKeptDialog({
    ...dialog,
    form: form.form,
    defaults,
    place: `wait ${course.id} ${course.batchId ?? course.batch}`,
    isLocked: sending.isPending,
    isSent: sending.isSuccess,
    fieldsOf: (profile) => ({
      fullName: fullNameOf(profile),
      email: profile.email,
      phone: profile.phone,
    }),
    onReset: sending.reset,
  })
  const position = sending.data?.data.position ?? null
  const details = `${course.title} · ${dayText(course.batch)}`
  return (
    <SendDialog
      {...dialog}
      title="Tell me when a seat opens"
      description={details}
      sendLabel="Tell me"
      form={form}
      kept={kept}
      thanks={{
        title: position === null ? 'One step to go' : 'You are on the list',
        description: details,
        text:
          position === null
            ? `Open the letter that we sent to ${form.form.getValues('email')} and press its link: your place counts from then on. When it is your turn, we write to you and keep the seat for you alone. Nothing is charged until you enroll.`
            : `You are number ${position} on the list. When a seat opens and it is your turn, we write to you and keep the seat for you alone. Nothing is charged until you enroll.`,
      }}
    >
      {offers?.(() => form.form.getValues())}
      {kept.isBack && <TypedAgain onReset={kept.reset} />}
      <TextField label="Full Name" autoComplete="name" required {...field('fullName')} />
      <TextField label="Email" type="email" autoComplete="email" required {...field('email')} />
      <PhoneField label="Phone Number" required {...field('phone')} />
      <p className="text-sm text-ink-soft">
        This batch is full. Who waits is asked in turn: the seat is then kept for you while you decide, and
        nothing is charged before.
      </p>
      <KeepQuestion {...kept.question} />
    </SendDialog>
  )
}
