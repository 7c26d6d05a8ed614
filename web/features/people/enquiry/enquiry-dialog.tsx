import { useRef } from 'react'
import { useWatch } from 'react-hook-form'
import { type EnquiryForm, enquiryForm, enquiryKinds } from '../../../../contract/people/enquiry-form.ts'
import { api } from '../../../lib/api.ts'
import { useSchool } from '../../../lib/school.ts'
import { useSentForm } from '../../../lib/use-checked-form.ts'
import { DateField } from '../../../ui/date-field.tsx'
import type { Openable } from '../../../ui/lazy-dialog.tsx'
import { PhoneField } from '../../../ui/phone-field.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { SendDialog, TrapField } from '../../../ui/send-dialog.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import * as text from './enquiry.en.ts'

const labels: Record<(typeof enquiryKinds)[number], string> = {
  Venue: text.hall,
  Corporate: text.corporateEvent,
  Course: text.course,
  Bouquet: text.flowers,
  Other: text.other,
}

/**
 * True for enquiries that ask for a day. An enquiry about a course asks for no day, because a course has its own days.
 */
const hasDayOf = ({ enquiry }: Pick<EnquiryForm, 'enquiry'>) => enquiry === 'Venue' || enquiry === 'Corporate'

export default function EnquiryDialog({
  known,
  ...dialog
}: Openable & {
  known?: Partial<EnquiryForm>
}) {
  const { hall = true, store = true } = useSchool()?.parts ?? {}
  const kinds = enquiryKinds.filter((kind) => (kind !== 'Venue' || hall) && (kind !== 'Bouquet' || store))
  const trap = useRef<HTMLInputElement>(null)
  const form = useSentForm({
    rules: enquiryForm,
    defaults: {
      fullname: '',
      emailaddress: '',
      phoneno: '',
      enquiry: kinds[0] ?? enquiryKinds[0],
      question: '',
      day: '',
      ...known,
    },
    send: (values, keyed) => {
      const body = { ...values, day: hasDayOf(values) ? values.day : '', website: trap.current?.value ?? '' }
      return api('POST /api/categoryuserdata', { body }, keyed(body))
    },
  })
  const { field } = form
  const enquiry = useWatch({ control: form.form.control, name: 'enquiry' })
  return (
    <SendDialog
      {...dialog}
      title={text.title}
      description={text.lead}
      sendLabel={text.send}
      form={form}
      thanks={{
        title: text.thanks,
        text: text.thanksLead,
      }}
    >
      <TextField label={text.name} required autoComplete="name" {...field('fullname')} />
      <TextField label={text.email} type="email" required autoComplete="email" {...field('emailaddress')} />
      <PhoneField label={text.phone} required {...field('phoneno')} />
      <SelectField
        label={text.topic}
        required
        options={kinds.map((value) => ({ value, label: labels[value] }))}
        {...field('enquiry')}
      />
      {hasDayOf({ enquiry }) && <DateField label={text.date} hint={text.dateHint} {...field('day')} />}
      <TextArea label={text.question} hint={text.questionHint} rows={4} {...field('question')} />
      <TrapField inputRef={trap} />
    </SendDialog>
  )
}
