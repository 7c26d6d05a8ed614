import type { CouponQuote } from '../../../contract/coupons.ts'
import { upiUri } from '../../../contract/upi-link.ts'
import { formatRupees } from '../../../contract/words.ts'
import { useSchool } from '../../lib/school.ts'
import { FactLines } from '../../ui/facts.tsx'
import { Note } from '../../ui/note.tsx'
import { UpiCode } from '../../ui/upi-code.tsx'
import type { BookableEvent } from './bookable-event.ts'
import type { KeptHold } from './kept-hold.ts'

/** The sum, and the UPI code for it: none while a code that changes the sum is asked about. */
export function ToPay({
  hold,
  event,
  quote,
  isChecking,
}: {
  hold: KeptHold
  event: BookableEvent
  quote: CouponQuote | null
  isChecking: boolean
}) {
  const school = useSchool()
  const toPay = quote?.toPay ?? Number(hold.amount)
  if (toPay === 0)
    return (
      <>
        <Discount quote={quote} />
        <p>There is nothing to pay: complete the booking, and your seat is confirmed.</p>
      </>
    )
  return (
    <>
      <Discount quote={quote} />
      <p className="flex items-baseline justify-between gap-4">
        <span className="text-ink-soft">To pay</span>
        <span className="font-display text-xl">{formatRupees(toPay)}</span>
      </p>
      {school?.simulatedPayments && (
        <Note tone="warning" title="This is a demonstration.">
          Please do not pay. Your booking is kept all the same.
        </Note>
      )}
      {school && !isChecking && (
        <UpiCode
          id={school.upi.id}
          uri={upiUri(school.upi, {
            amount: toPay.toFixed(2),
            reference: hold.reference,
            title: event.title,
          })}
        />
      )}
      <p className="text-sm text-ink-soft">
        You pay the school’s UPI id directly, under your reference{' '}
        <strong className="text-ink">{hold.reference}</strong>. Pay first, then complete the booking. We check
        the payment and confirm your seat.
      </p>
    </>
  )
}

function Discount({ quote }: { quote: CouponQuote | null }) {
  return (
    quote && (
      <FactLines
        facts={[
          ['Price', formatRupees(quote.price)],
          ['Discount', `${formatRupees(quote.discount)} (${quote.code})`],
        ]}
      />
    )
  )
}
