import { useRef } from 'react'
import type { CouponQuote } from '../../../contract/coupons.ts'
import { eventBookingForm } from '../../../contract/event-bookings.ts'
import { upiUri } from '../../../contract/upi-link.ts'
import { dayText, formatRupees, momentText } from '../../../contract/words.ts'
import { api } from '../../lib/api.ts'
import { CalendarLink } from '../../lib/calendar-links.tsx'
import { newId } from '../../lib/new-id.ts'
import { useSchool } from '../../lib/school.ts'
import { useCoupon } from '../../lib/use-coupon.ts'
import { CouponField } from '../../ui/coupon-field.tsx'
import { FactLines } from '../../ui/facts.tsx'
import type { Openable } from '../../ui/lazy-dialog.tsx'
import { Note } from '../../ui/note.tsx'
import { PhoneField } from '../../ui/phone-field.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { UpiCode } from '../../ui/upi-code.tsx'
import { SeatDialog, UnusedCode } from './seat-dialog.tsx'

interface BookableEvent {
  id: string
  title: string
  event_date: string
  /** The batch whose `.ics` file the success offers; null where the wire names none. */
  batchId: string | null
  amount: number
}

export default function EventBookingDialog({ event, open, onClose }: Openable & { event: BookableEvent }) {
  /** The reference in the UPI code, which the booking names too. It makes a repeat harmless, and proves no payment. */
  const transactionId = useRef('')
  const coupon = useCoupon({ courseId: event.id })
  const { quote } = coupon
  const description = `${event.title} · ${dayText(event.event_date)}`
  return (
    <SeatDialog
      open={open}
      onClose={() => {
        transactionId.current = ''
        coupon.remove()
        onClose()
      }}
      steps={{
        form: { title: 'Book this event', description },
        review: { title: 'Pay by UPI', description },
        success: { title: 'Booking received', description },
      }}
      labels={{ review: 'Continue to Payment', edit: 'Back', send: 'Complete Booking' }}
      rules={eventBookingForm}
      defaults={{ firstName: '', lastName: '', email: '', phone: '', specialRequirements: '' }}
      fields={(field) => (
        <>
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
          {event.amount > 0 && <CouponField {...coupon.field} />}
        </>
      )}
      onReview={() => {
        transactionId.current ||= newTransactionId()
      }}
      review={(_, error) => (
        <>
          <p className="text-sm text-ink-soft">Step 2 of 2</p>
          {error && (
            <Note
              tone="error"
              role="alert"
              title={error.message || 'There was an error processing your booking. Please try again.'}
            >
              Nothing you typed is lost.
            </Note>
          )}
          <UnusedCode refused={coupon.refused} />
          <ToPay
            event={event}
            quote={quote}
            isChecking={coupon.isChecking}
            reference={transactionId.current}
          />
        </>
      )}
      send={async (values, keyed) => {
        const body = {
          ...values,
          eventId: event.id,
          paymentMethod: 'online' as const,
          paymentAmount: event.amount,
          transactionId: transactionId.current,
          couponCode: coupon.code,
        }
        const answer = await api('POST /api/events_enrollments', { body }, keyed(body))
        if ((answer as { success?: boolean } | null)?.success === false)
          throw new Error('Unable to complete booking. Please try again.')
        return answer
      }}
      onFailed={coupon.checkAgain}
      success={(receipt) => (
        <>
          <p className="text-lg">
            Your seat in <strong>{event.title}</strong> is{' '}
            {receipt?.status === 'confirmed'
              ? 'confirmed. A WhatsApp confirmation will follow.'
              : 'held. A WhatsApp confirmation will follow as soon as your payment is checked.'}
          </p>
          {receipt && (
            <p>
              Reference <strong>{receipt.reference}</strong>
              {receipt.holdUntil && `, held until ${momentText(receipt.holdUntil)}`}
            </p>
          )}
          {event.batchId !== null && <CalendarLink batchId={event.batchId} />}
        </>
      )}
    />
  )
}

/** The sum, and the UPI code for it: none while a code that changes the sum is asked about. */
function ToPay({
  event,
  quote,
  isChecking,
  reference,
}: {
  event: BookableEvent
  quote: CouponQuote | null
  isChecking: boolean
  reference: string
}) {
  const school = useSchool()
  const toPay = quote?.toPay ?? event.amount
  return (
    <>
      {quote && (
        <FactLines
          facts={[
            ['Price', formatRupees(quote.price)],
            ['Discount', `${formatRupees(quote.discount)} (${quote.code})`],
          ]}
        />
      )}
      <p className="flex items-baseline justify-between gap-4">
        <span className="text-ink-soft">To pay</span>
        <span className="font-display text-xl">{formatRupees(toPay)}</span>
      </p>
      {toPay > 0 && school?.simulatedPayments && (
        <Note tone="warning" title="This is a demonstration.">
          Please do not pay. Your booking is kept all the same.
        </Note>
      )}
      {toPay > 0 && school && !isChecking && (
        <UpiCode
          id={school.upi.id}
          uri={upiUri(school.upi, {
            amount: toPay.toFixed(2),
            reference: reference,
            title: event.title,
          })}
        />
      )}
      <p className="text-sm text-ink-soft">
        {toPay > 0
          ? 'Pay first, then complete the booking. We check the payment and confirm your seat.'
          : 'There is nothing to pay: complete the booking, and your seat is confirmed.'}
      </p>
    </>
  )
}

/** The clock's milliseconds, and a few random signs, because two people may press at the same moment. */
function newTransactionId(): string {
  return `TXN${Date.now()}${newId().slice(0, 4)}`
}
