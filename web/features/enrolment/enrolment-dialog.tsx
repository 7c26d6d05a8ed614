import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId, useRef, useState } from 'react'
import {
  type EnrolmentForm,
  enrolmentForm,
  paymentMethods,
  type SeatReceipt,
} from '../../../contract/enrolments.ts'
import { isSchoolDay } from '../../../contract/school-day.ts'
import { dayText, formatRupees, momentText } from '../../../contract/words.ts'
import { type ApiError, api } from '../../lib/api.ts'
import { eventFile } from '../../lib/calendar-links.ts'
import { query } from '../../lib/query.ts'
import { useCheckedForm } from '../../lib/use-checked-form.ts'
import { useSchoolToday } from '../../lib/use-school-today.ts'
import { useSubmissionKey } from '../../lib/use-submission-key.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmailWords } from '../../ui/email-words.tsx'
import { Note } from '../../ui/note.tsx'
import { PhoneField } from '../../ui/phone-field.tsx'
import { RadioCards } from '../../ui/radio-cards.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { dismissToast, toast } from '../../ui/toast-store.ts'

interface EnrolmentDialogProps {
  open: boolean
  onClose: () => void
  courseId: string
  courseTitle: string
  /** ISO day of the batch, or 'Coming soon'. */
  batch: string
  /** The batch whose `.ics` file the success offers; null where the wire names none. */
  batchId: string | null
  /** Rupees. */
  price: string
}

type Step =
  | { name: 'form' }
  | { name: 'review'; form: EnrolmentForm }
  | { name: 'success'; receipt: SeatReceipt }

export default function EnrolmentDialog({ open, onClose, ...seat }: EnrolmentDialogProps) {
  const formId = useId()
  const queryClient = useQueryClient()
  const submission = useSubmissionKey()
  const [step, setStep] = useState<Step>({ name: 'form' })
  const refusalToast = useRef(0)
  const { form, field, onSubmit } = useCheckedForm({
    rules: enrolmentForm,
    defaults: { fullName: '', email: '', phone: '', questions: '' },
  })
  const enrol = useMutation<{ data: SeatReceipt }, ApiError, EnrolmentForm>({
    mutationFn: (values) => {
      const { batchId: _, ...asked } = seat
      const body = { ...values, ...asked, status: 'pending' }
      return api('POST /api/enrollments', { body }, { idempotencyKey: submission.keyFor(body) })
    },
    onSuccess: ({ data }) => {
      submission.succeeded()
      setStep({ name: 'success', receipt: data })
    },
    onError: () =>
      toast({
        title: '❌ Enrollment Failed',
        description: 'There was an issue processing your enrollment. Please try again or contact support.',
        tone: 'error',
        durationMs: 5_000,
      }),
    // Seats or the batch may have changed.
    onSettled: () =>
      queryClient.invalidateQueries({ queryKey: query('GET /api/courses').queryKey.slice(0, 1) }),
  })

  function close() {
    onClose()
    form.reset()
    enrol.reset()
    setStep({ name: 'form' })
  }

  const check = onSubmit(
    (values) => {
      dismissToast(refusalToast.current)
      enrol.reset()
      setStep({ name: 'review', form: values })
    },
    () => {
      refusalToast.current = toast({
        title: 'Validation Error',
        description: 'Please fix the errors in the form before proceeding.',
        tone: 'error',
      })
    },
  )

  return (
    <Dialog
      open={open}
      onClose={close}
      isLocked={enrol.isPending}
      title={titles[step.name]}
      description={
        step.name === 'form'
          ? `${seat.courseTitle} · ${dayText(seat.batch)} · ${formatRupees(seat.price)}`
          : undefined
      }
      footer={
        step.name === 'form' ? (
          <>
            <Button variant="outline" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" form={formId}>
              Review Enrollment
            </Button>
          </>
        ) : step.name === 'review' ? (
          <>
            <Button variant="outline" disabled={enrol.isPending} onClick={() => setStep({ name: 'form' })}>
              Edit Details
            </Button>
            <Button busy={enrol.isPending} onClick={() => enrol.mutate(step.form)}>
              {enrol.isPending ? 'Processing...' : 'Confirm Enrollment'}
            </Button>
          </>
        ) : (
          <SuccessActions receipt={step.receipt} onClose={close} />
        )
      }
    >
      {step.name === 'form' && (
        <form id={formId} noValidate onSubmit={check} className="flex flex-col gap-5">
          <TextField label="Full Name" required autoComplete="name" {...field('fullName')} />
          <TextField label="Email" type="email" required autoComplete="email" {...field('email')} />
          <PhoneField label="Phone Number" required {...field('phone')} />
          <RadioCards
            label="Payment Method"
            required
            options={paymentMethods.map((value) => ({ value, label: value, detail: methodHints[value] }))}
            {...field('paymentMethod')}
          />
          <TextArea
            label="Questions"
            hint="Anything you would like to know before you begin (optional)"
            rows={3}
            {...field('questions')}
          />
        </form>
      )}
      {step.name === 'review' && <Review seat={seat} form={step.form} refusal={enrol.error} />}
      {step.name === 'success' && <Success seat={seat} receipt={step.receipt} />}
    </Dialog>
  )
}

const titles = {
  form: 'Enroll in this course',
  review: 'Review your details',
  success: 'Enrollment received',
}

const methodHints = {
  UPI: 'Pay from the UPI app on this phone',
  'QR Code': 'Scan a code with another phone',
}

type Seat = Omit<EnrolmentDialogProps, 'open' | 'onClose'>

function Review({ seat, form, refusal }: { seat: Seat; form: EnrolmentForm; refusal: ApiError | null }) {
  return (
    <div className="flex flex-col gap-5">
      {refusal && (
        <Note tone="error" role="alert" title={refusal.message || 'We could not reach the school.'}>
          {refusalAdvice(refusal)}
        </Note>
      )}
      <Facts
        rows={[
          ['Course', seat.courseTitle],
          ['Next batch', dayText(seat.batch)],
          ['Name', form.fullName],
          ['Email', <EmailWords key="email" email={form.email} />],
          ['Phone', `+91 ${form.phone}`],
          ['Payment method', form.paymentMethod],
          ['Questions', form.questions],
          ['Fee', formatRupees(seat.price)],
        ]}
      />
    </div>
  )
}

function Success({ seat: { courseTitle, batch, batchId }, receipt }: { seat: Seat; receipt: SeatReceipt }) {
  const today = useSchoolToday()
  return (
    <div className="flex flex-col gap-5" role="status">
      <p className="text-lg">
        Your seat in <strong>{courseTitle}</strong> is{' '}
        {receipt.status === 'confirmed' ? 'confirmed' : 'held for you'}. A WhatsApp confirmation will follow.
      </p>
      <Facts
        rows={[
          ['Reference', receipt.reference],
          ['Next batch', dayText(batch)],
          ['Amount', formatRupees(receipt.amount)],
          ['Held until', receipt.holdUntil && momentText(receipt.holdUntil)],
        ]}
      />
      {/* A seat in a class whose last batch is over waits for a new date. */}
      {batchId !== null && isSchoolDay(batch) && batch >= today && (
        <a className="link inline-flex min-h-11 items-center self-start" href={eventFile(batchId)}>
          Add to my calendar
        </a>
      )}
    </div>
  )
}

/** What to do about a refusal, beneath the server's sentence. */
function refusalAdvice(error: ApiError): string {
  if (error.code === 'batch_changed') return 'Close this window and open it again to enroll for the new date.'
  if (error.code === 'batch_full') return 'Close this window and ask to be told when a seat opens.'
  if (error.code === 'validation_failed') return 'Choose Edit Details, mend it, and confirm again.'
  return 'Nothing you typed is lost. You can confirm again.'
}

/** What has no value is left out. */
function Facts({ rows }: { rows: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="divide-y divide-line border-y border-line">
      {rows.map(
        ([name, value]) =>
          value && (
            <div key={name} className="grid grid-cols-[8.5rem_1fr] gap-4 py-2.5">
              <dt className="text-ink-soft">{name}</dt>
              <dd className="min-w-0 font-bold whitespace-pre-line [overflow-wrap:anywhere]">{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

function SuccessActions({ receipt, onClose }: { receipt: SeatReceipt; onClose: () => void }) {
  const isDue = receipt.status === 'pending'
  return (
    <>
      <Button variant={isDue ? 'outline' : 'primary'} onClick={onClose}>
        Done
      </Button>
      {isDue && (
        <ButtonLink to={`/payment?enrollment=${receipt.id}&amount=${receipt.amount}`} onClick={onClose}>
          Pay now
        </ButtonLink>
      )}
    </>
  )
}
