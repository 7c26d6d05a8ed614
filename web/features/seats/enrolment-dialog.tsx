import { useRef } from 'react'
import { enrolmentForm, type SeatReceipt } from '../../../contract/enrolments.ts'
import { paymentMethods } from '../../../contract/payment-methods.ts'
import { isSchoolDay } from '../../../contract/school-day.ts'
import { dayText, formatRupees, momentText } from '../../../contract/words.ts'
import { ApiError, api } from '../../lib/api.ts'
import { CalendarLink } from '../../lib/calendar-links.tsx'
import { useCoupon } from '../../lib/use-coupon.ts'
import { useSchoolToday } from '../../lib/use-school-today.ts'
import { CouponField } from '../../ui/coupon-field.tsx'
import { EmailWords } from '../../ui/email-words.tsx'
import { FactLines } from '../../ui/facts.tsx'
import type { Openable } from '../../ui/lazy-dialog.tsx'
import { PhoneField } from '../../ui/phone-field.tsx'
import { RadioCards } from '../../ui/radio-cards.tsx'
import { RefusalNote } from '../../ui/refusal-note.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { dismissToast, toast } from '../../ui/toast-store.ts'
import { SeatDialog, UnusedCode } from './seat-dialog.tsx'

interface EnrollableCourse {
  id: string
  title: string
  /** ISO day of the batch, or 'Coming soon'. */
  batch: string
  /** The batch whose `.ics` file the success offers; null where the wire names none. */
  batchId: string | null
  /** Rupees. */
  price: string
}

const columns = '[--names:8.5rem] border-y border-line [&_dd]:font-bold'

export default function EnrolmentDialog({ course, ...dialog }: Openable & { course: EnrollableCourse }) {
  const refusal = useRef(0)
  const { id: courseId, title: courseTitle, batch, price } = course
  const fee = formatRupees(price)
  const coupon = useCoupon({ courseId })
  const { quote } = coupon
  return (
    <SeatDialog
      {...dialog}
      onClose={() => {
        coupon.remove()
        dialog.onClose()
      }}
      steps={{
        form: {
          title: 'Enroll in this course',
          description: `${courseTitle} · ${dayText(batch)} · ${fee}`,
        },
        review: { title: 'Review your details' },
        success: { title: 'Enrollment received' },
      }}
      labels={{ review: 'Review Enrollment', edit: 'Edit Details', send: 'Confirm Enrollment' }}
      rules={enrolmentForm}
      defaults={{ fullName: '', email: '', phone: '', questions: '' }}
      fields={(field) => (
        <>
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
          {Number(price) > 0 && <CouponField {...coupon.field} />}
        </>
      )}
      onRefused={() => {
        refusal.current = toast({
          title: 'Validation Error',
          description: 'Please fix the errors in the form before proceeding.',
          tone: 'error',
        })
      }}
      onReview={() => dismissToast(refusal.current)}
      review={(form, error) => (
        <>
          <RefusalNote error={error}>{error && refusalAdvice(error)}</RefusalNote>
          <UnusedCode refused={coupon.refused} />
          <FactLines
            className={columns}
            facts={[
              ['Course', courseTitle],
              ['Next batch', dayText(batch)],
              ['Name', form.fullName],
              ['Email', <EmailWords key="email" email={form.email} />],
              ['Phone', `+91 ${form.phone}`],
              ['Payment method', form.paymentMethod],
              ['Questions', form.questions],
              ['Fee', fee],
              ['Discount', quote && `${formatRupees(quote.discount)} (${quote.code})`],
              ['To pay', quote && formatRupees(quote.toPay)],
            ]}
          />
        </>
      )}
      send={(values, keyed) => {
        dismissToast(refusal.current)
        const body = {
          ...values,
          courseId,
          courseTitle,
          batch,
          price,
          status: 'pending',
          couponCode: coupon.code,
        }
        return api('POST /api/enrollments', { body }, keyed(body))
      }}
      onFailed={() => {
        coupon.checkAgain()
        refusal.current = toast({
          title: '❌ Enrollment Failed',
          description: 'There was an issue processing your enrollment. Please try again or contact support.',
          tone: 'error',
          durationMs: 5_000,
        })
      }}
      success={(receipt) => <Received receipt={receipt} course={course} />}
      payAt={({ id, amount }) => `/payment?enrollment=${id}&amount=${amount}`}
    />
  )
}

function Received({ receipt, course }: { receipt: SeatReceipt | undefined; course: EnrollableCourse }) {
  const today = useSchoolToday()
  const { title: courseTitle, batch, batchId } = course
  return (
    <>
      <p className="text-lg">
        Your seat in <strong>{courseTitle}</strong> is{' '}
        {receipt?.status === 'confirmed' ? 'confirmed' : 'held for you'}. A WhatsApp confirmation will follow.
      </p>
      {receipt && (
        <FactLines
          className={columns}
          facts={[
            ['Reference', receipt.reference],
            ['Next batch', dayText(batch)],
            ['Amount', formatRupees(receipt.amount)],
            ['Held until', receipt.holdUntil && momentText(receipt.holdUntil)],
          ]}
        />
      )}
      {/* A seat in a class whose last batch is over waits for a new date. */}
      {batchId !== null && isSchoolDay(batch) && batch >= today && <CalendarLink batchId={batchId} />}
    </>
  )
}

const methodHints = {
  UPI: 'Pay from the UPI app on this phone',
  'QR Code': 'Scan a code with another phone',
}

/** What to do about a refusal, beneath the server's sentence. */
function refusalAdvice(error: Error): string {
  const code = error instanceof ApiError && error.code
  if (code === 'batch_changed') return 'Close this window and open it again to enroll for the new date.'
  if (code === 'batch_full') return 'Close this window and ask to be told when a seat opens.'
  if (code === 'coupon_invalid') return 'Choose Edit Details, change or remove the code, and confirm again.'
  if (code === 'validation_failed') return 'Choose Edit Details, mend it, and confirm again.'
  return 'Nothing you typed is lost. You can confirm again.'
}
