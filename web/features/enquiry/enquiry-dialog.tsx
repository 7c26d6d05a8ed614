import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useId, useRef } from 'react'
import { useForm } from 'react-hook-form'
import { type EnquiryForm, enquiryForm, enquiryKinds } from '../../../contract/enquiries.ts'
import { type ApiError, api } from '../../lib/api.ts'
import { useSubmissionKey } from '../../lib/use-submission-key.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Note } from '../../ui/note.tsx'
import { PhoneField } from '../../ui/phone-field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
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
  const formId = useId()
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
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) close()
      }}
      isLocked={send.isPending}
      title={send.isSuccess ? 'Thank you!' : 'Ask us'}
      description={
        send.isSuccess ? undefined : 'Somebody from the school calls or writes to you within a day.'
      }
      footer={
        send.isSuccess ? (
          <Button onClick={close}>Done</Button>
        ) : (
          <>
            <Button variant="outline" disabled={send.isPending} onClick={close}>
              Cancel
            </Button>
            <Button type="submit" form={formId} busy={send.isPending}>
              {send.isPending ? 'Sending...' : 'Send enquiry'}
            </Button>
          </>
        )
      }
    >
      {send.isSuccess ? (
        <p role="status" className="text-lg">
          Your enquiry is on our desk. We will call or write to you within a day.
        </p>
      ) : (
        <form
          id={formId}
          noValidate
          className="flex flex-col gap-5"
          onSubmit={(event) => void form.handleSubmit((values) => send.mutate(values))(event)}
        >
          {send.error && (
            <Note tone="error" role="alert" title={send.error.message || 'We could not reach the school.'}>
              Nothing you typed is lost. Please try again.
            </Note>
          )}
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
          {/* Seen by programs that fill in everything, not by people. */}
          <div hidden>
            <label>
              Website
              <input ref={trap} name="website" tabIndex={-1} autoComplete="off" />
            </label>
          </div>
        </form>
      )}
    </Dialog>
  )
}
