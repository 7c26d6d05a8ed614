import type { ReactNode } from 'react'
import type * as z from 'zod/mini'
import { waitingListForm } from '../../../../contract/registrations/waiting-list.ts'
import { dayText } from '../../../../contract/words.ts'
import { api } from '../../../lib/api.ts'
import { useSendsEmails } from '../../../lib/school.ts'
import { useSentForm } from '../../../lib/use-checked-form.ts'
import { fullNameOf, useKeptDialog } from '../../../lib/use-kept-dialog.ts'
import { KeepQuestion, TypedAgain } from '../../../ui/keep-question.tsx'
import type { Openable } from '../../../ui/lazy-dialog.tsx'
import { PhoneField } from '../../../ui/phone-field.tsx'
import { SendDialog } from '../../../ui/send-dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import * as text from './waiting-list-dialog.en.ts'

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
  const sendsEmails = useSendsEmails()
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
      title={text.title}
      description={details}
      sendLabel={text.send}
      form={form}
      kept={kept}
      thanks={{
        title: position === null ? text.oneStepToGo : text.onTheList,
        description: details,
        text:
          position === null
            ? sendsEmails
              ? text.openLink({ email: form.form.getValues('email') })
              : text.confirmByPhone
            : text.yourNumber({ position }),
      }}
    >
      {offers?.(() => form.form.getValues())}
      {kept.isBack && <TypedAgain onReset={kept.reset} />}
      <TextField label={text.fullName} autoComplete="name" required {...field('fullName')} />
      <TextField label={text.email} type="email" autoComplete="email" required {...field('email')} />
      <PhoneField label={text.phoneNumber} required {...field('phone')} />
      <p className="text-sm text-ink-soft">{text.weOfferInTurn}</p>
      <KeepQuestion {...kept.question} />
    </SendDialog>
  )
}
