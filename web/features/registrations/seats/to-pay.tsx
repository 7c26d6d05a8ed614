import type { ComponentProps } from 'react'
import type { CouponQuote } from '../../../../contract/money/coupons.ts'
import { upiUri } from '../../../../contract/money/upi-link.ts'
import { formatRupees } from '../../../../contract/words.ts'
import { useSchool } from '../../../lib/school.ts'
import { FactLines } from '../../../ui/facts.tsx'
import { Note } from '../../../ui/note.tsx'
import { UpiCode, UpiWays } from '../../../ui/upi-code.tsx'
import type { BookableEvent, KeptHold } from './kept-hold.ts'
import { payingOf, payingWords } from './paying-words.ts'

/** The sum and its UPI code, which hides while a coupon that changes the sum is checked. */
export function ToPay({
  hold,
  event,
  quote,
  isChecking,
  ...ways
}: Pick<ComponentProps<typeof UpiWays>, 'byApp' | 'hasOpened' | 'onOpen' | 'onShow'> & {
  hold: KeptHold
  event: BookableEvent
  quote: CouponQuote | null
  isChecking: boolean
}) {
  const school = useSchool()
  const toPay = quote?.toPay ?? Number(hold.amount)
  const paying = payingOf(school, toPay)
  const { how } = payingWords[paying]
  if (paying === 'free')
    return (
      <>
        <Discount quote={quote} />
        <p>{how}</p>
      </>
    )
  const uri =
    school && upiUri(school.upi, { amount: toPay.toFixed(2), reference: hold.reference, title: event.title })
  return (
    <>
      <Discount quote={quote} />
      <p className="flex items-baseline justify-between gap-4">
        <span className="text-ink-soft">To pay</span>
        <span className="font-display text-xl">{formatRupees(toPay)}</span>
      </p>
      <p className="flex items-baseline justify-between gap-4">
        <span className="text-ink-soft">Your reference</span>
        <strong>{hold.reference}</strong>
      </p>
      {paying === 'simulated' && (
        <Note tone="warning" title="This is a demonstration. No money moves.">
          {how}
        </Note>
      )}
      {uri &&
        !isChecking &&
        (paying === 'simulated' ? (
          <UpiCode id={school.upi.id} uri={uri} />
        ) : (
          <UpiWays id={school.upi.id} uri={uri} {...ways} />
        ))}
      {paying === 'upi' && <p className="text-sm text-ink-soft">{how}</p>}
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
