import { useRef } from 'react'
import { useWatch } from 'react-hook-form'
import { type EnquiryForm, enquiryForm, enquiryKinds } from '../../../../contract/people/enquiry-form.ts'
import { api } from '../../../lib/api.ts'
import { useSentForm } from '../../../lib/use-checked-form.ts'
import type { Openable } from '../../../ui/lazy-dialog.tsx'
import { PhoneField } from '../../../ui/phone-field.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { SendDialog, TrapField } from '../../../ui/send-dialog.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'

const labels: Record<(typeof enquiryKinds)[number], string> = {
  Venue: 'The hall',
  Corporate: 'A corporate event',
  Course: 'A course',
  Bouquet: 'Flowers',
  Other: 'Something else',
}

/** Only these enquiries ask for a day, because a course has its own days. */
const hasDayOf = ({ enquiry }: Pick<EnquiryForm, 'enquiry'>) => enquiry === 'Venue' || enquiry === 'Corporate'

export default function EnquiryDialog({
  known,
  ...dialog
}: Openable & {
  known?: Partial<EnquiryForm>
}) {
  const trap = useRef<HTMLInputElement>(null)
  const form = useSentForm({
    rules: enquiryForm,
    defaults: {
      fullname: '',
      emailaddress: '',
      phoneno: '',
      enquiry: 'Venue',
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
      title="Ask us"
      description="Somebody from the school calls or writes to you within a day."
      sendLabel="Send enquiry"
      form={form}
      thanks={{
        title: 'Thank you!',
        text: 'Your enquiry is on our desk. We will call or write to you within a day.',
      }}
    >
      <TextField label="Full Name" required autoComplete="name" {...field('fullname')} />
      <TextField label="Email" type="email" required autoComplete="email" {...field('emailaddress')} />
      <PhoneField label="Phone Number" required {...field('phoneno')} />
      <SelectField
        label="It is about"
        required
        options={enquiryKinds.map((value) => ({ value, label: labels[value] }))}
        {...field('enquiry')}
      />
      {hasDayOf({ enquiry }) && (
        <TextField label="Day" type="date" hint="If you know it already" {...field('day')} />
      )}
      <TextArea
        label="Your question"
        hint="Date, number of guests, what you have in mind"
        rows={4}
        {...field('question')}
      />
      <TrapField inputRef={trap} />
    </SendDialog>
  )
}
