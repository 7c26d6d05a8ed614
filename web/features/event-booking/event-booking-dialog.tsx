import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import type { SeatReceipt } from '../../../contract/enrolments.ts'
import { type EventBookingForm, eventBookingForm } from '../../../contract/event-bookings.ts'
import { upiUri } from '../../../contract/upi-link.ts'
import { dayText, formatRupees, momentText } from '../../../contract/words.ts'
import { type ApiError, api } from '../../lib/api.ts'
import { eventFile } from '../../lib/calendar-links.ts'
import { query } from '../../lib/query.ts'
import { useSchool } from '../../lib/school.ts'
import { useCheckedForm } from '../../lib/use-checked-form.ts'
import { useSubmissionKey } from '../../lib/use-submission-key.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Note } from '../../ui/note.tsx'
import { PhoneField } from '../../ui/phone-field.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { UpiCode } from '../../ui/upi-code.tsx'

const sentences = {
  refused: 'Unable to complete booking. Please try again.',
  failed: 'There was an error processing your booking. Please try again.',
}

interface BookableEvent {
  id: string
  title: string
  event_date: string
  /** The batch whose `.ics` file the success offers; null where the wire names none. */
  batchId: string | null
  amount: number
}

type Step =
  | { name: 'details' }
  | { name: 'payment'; form: EventBookingForm }
  | { name: 'success'; receipt: SeatReceipt | null }

export default function EventBookingDialog({
  event,
  open,
  onClose,
}: {
  event: BookableEvent
  open: boolean
  onClose: () => void
}) {
  const formId = useId()
  const queryClient = useQueryClient()
  const submission = useSubmissionKey()
  const [step, setStep] = useState<Step>({ name: 'details' })
  /** The reference in the UPI code, which the booking names too. It makes a repeat harmless, and proves no payment. */
  const transactionId = useRef('')
  const { form, field, onSubmit } = useCheckedForm({
    rules: eventBookingForm,
    defaults: { firstName: '', lastName: '', email: '', phone: '', specialRequirements: '' },
  })
  const book = useMutation<
    { success?: boolean; error?: string; data?: SeatReceipt },
    ApiError | Refused,
    EventBookingForm
  >({
    mutationFn: async (values) => {
      const body = {
        ...values,
        eventId: event.id,
        paymentMethod: 'online' as const,
        paymentAmount: event.amount,
        transactionId: transactionId.current,
      }
      const answer = await api(
        'POST /api/events_enrollments',
        { body },
        { idempotencyKey: submission.keyFor(body) },
      )
      if ((answer as { success?: boolean } | null)?.success === false) throw new Refused(sentences.refused)
      return answer
    },
    onSuccess: ({ data }) => {
      submission.succeeded()
      setStep({ name: 'success', receipt: data ?? null })
    },
    onSettled: () =>
      queryClient.invalidateQueries({ queryKey: query('GET /api/courses').queryKey.slice(0, 1) }),
  })
  const goOn = onSubmit((values) => {
    transactionId.current ||= newTransactionId()
    book.reset()
    setStep({ name: 'payment', form: values })
  })
  function close() {
    onClose()
    form.reset()
    book.reset()
    transactionId.current = ''
    setStep({ name: 'details' })
  }

  return (
    <Dialog
      open={open}
      onClose={close}
      isLocked={book.isPending}
      title={titles[step.name]}
      description={`${event.title} · ${dayText(event.event_date)}`}
      footer={
        step.name === 'details' ? (
          <>
            <Button variant="outline" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" form={formId}>
              Continue to Payment
            </Button>
          </>
        ) : step.name === 'payment' ? (
          <>
            <Button variant="outline" disabled={book.isPending} onClick={() => setStep({ name: 'details' })}>
              Back
            </Button>
            <Button busy={book.isPending} onClick={() => book.mutate(step.form)}>
              {book.isPending ? 'Processing...' : 'Complete Booking'}
            </Button>
          </>
        ) : (
          <Button onClick={close}>Done</Button>
        )
      }
    >
      {step.name === 'details' && (
        <form id={formId} noValidate className="flex flex-col gap-5" onSubmit={goOn}>
          <p className="text-sm text-ink-soft">Step 1 of 2</p>
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField label="First Name" required autoComplete="given-name" {...field('firstName')} />
            <TextField label="Last Name" required autoComplete="family-name" {...field('lastName')} />
          </div>
          <TextField label="Email" type="email" required autoComplete="email" {...field('email')} />
          <PhoneField label="WhatsApp Number" required {...field('phone')} />
          <TextArea
            label="Special Requirements"
            hint="A seat near the door, an allergy, a guest (optional)"
            rows={3}
            {...field('specialRequirements')}
          />
        </form>
      )}
      {step.name === 'payment' && (
        <Payment event={event} reference={transactionId.current} refusal={book.error} />
      )}
      {step.name === 'success' && <Success event={event} receipt={step.receipt} />}
    </Dialog>
  )
}

function Payment({
  event,
  reference,
  refusal,
}: {
  event: BookableEvent
  reference: string
  refusal: Error | null
}) {
  const school = useSchool()
  return (
    <div className="flex flex-col gap-5">
      <p className="text-sm text-ink-soft">Step 2 of 2</p>
      {refusal && (
        <Note tone="error" role="alert" title={refusal.message || sentences.failed}>
          Nothing you typed is lost.
        </Note>
      )}
      <p className="flex items-baseline justify-between gap-4">
        <span className="text-ink-soft">To pay</span>
        <span className="font-display text-xl">{formatRupees(event.amount)}</span>
      </p>
      {school?.simulatedPayments && (
        <Note tone="warning" title="This is a demonstration.">
          Please do not pay. Your booking is kept all the same.
        </Note>
      )}
      {school && (
        <UpiCode
          id={school.upi.id}
          uri={upiUri(school.upi, { amount: event.amount.toFixed(2), reference, title: event.title })}
        />
      )}
      <p className="text-sm text-ink-soft">
        Pay first, then complete the booking. We check the payment and confirm your seat.
      </p>
    </div>
  )
}

function Success({ event, receipt }: { event: BookableEvent; receipt: SeatReceipt | null }) {
  return (
    <div role="status" className="flex flex-col gap-4">
      <p className="text-lg">
        Your seat in <strong>{event.title}</strong> is held. A WhatsApp confirmation will follow as soon as
        your payment is checked.
      </p>
      {receipt && (
        <p>
          Reference <strong>{receipt.reference}</strong>
          {receipt.holdUntil && `, held until ${momentText(receipt.holdUntil)}`}
        </p>
      )}
      {event.batchId !== null && (
        <a className="link inline-flex min-h-11 items-center self-start" href={eventFile(event.batchId)}>
          Add to my calendar
        </a>
      )}
    </div>
  )
}

/** The clock's milliseconds, and a few random signs, because two people may press at the same moment. */
function newTransactionId(): string {
  return `TXN${Date.now()}${crypto.randomUUID().slice(0, 4)}`
}

const titles = {
  details: 'Book this event',
  payment: 'Pay by UPI',
  success: 'Booking received',
}

/** An answer of status 200 that says `success: false`. */
class Refused extends Error {}
