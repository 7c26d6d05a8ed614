import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { useForm } from 'react-hook-form'
import { type EnquiryForm, enquiryForm, enquiryKinds } from '../../../contract/enquiries.ts'
import { type ApiError, api } from '../../lib/api.ts'
import { useSubmissionKey } from '../../lib/use-submission-key.ts'
import { PhoneField } from '../../ui/phone-field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { SendDialog, TrapField } from '../../ui/send-dialog.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'

const labels: Record<(typeof enquiryKinds)[number], string> = {
  Venue: 'The hall',
  Corporate: 'A corporate event',
  Course: 'A course',
  Bouquet: 'Flowers',
  Other: 'Something else',
}

/** Reading B11: a question to the school, about the hall, an occasion, or anything else. */
export default function EnquiryDialog({
  open,
  onClose,
  kind,
}: {
  open: boolean
  onClose: () => void
  kind: (typeof enquiryKinds)[number]
}) {
  const submission = useSubmissionKey()
  const blank = { fullname: '', emailaddress: '', phoneno: '', enquiry: kind, question: '' }
  const trap = useRef<HTMLInputElement>(null)
  const form = useForm({
    resolver: zodResolver(enquiryForm),
    defaultValues: blank,
    reValidateMode: 'onSubmit',
  })
  const send = useMutation<unknown, ApiError, EnquiryForm>({
    mutationFn: (values) => {
      const body = { ...values, website: trap.current?.value ?? '' }
      return api('POST /api/categoryuserdata', { body }, { idempotencyKey: submission.keyFor(body) })
    },
    onSuccess: () => submission.succeeded(),
  })
  const field = (name: keyof EnquiryForm) => ({
    ...form.register(name, { onChange: () => form.clearErrors(name) }),
    error: form.formState.errors[name]?.message ?? send.error?.fields[name] ?? null,
  })
  function close() {
    onClose()
    form.reset(blank)
    send.reset()
  }
  return (
    <SendDialog
      open={open}
      onClose={close}
      title="Ask us"
      description="Somebody from the school calls or writes to you within a day."
      sendLabel="Send enquiry"
      send={send}
      onSubmit={(event) => void form.handleSubmit((values) => send.mutate(values))(event)}
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
