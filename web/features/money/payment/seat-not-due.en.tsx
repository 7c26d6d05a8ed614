// The English texts of the payment page for a seat for which nothing is due.

import { plural } from '../../../../contract/plural.ts'

export const placeReserved = (
  <>
    Your place is <em>reserved</em>
  </>
)
export const placeReservedLead =
  'There’s nothing to pay now. We’ll e-mail you once there’s a date. You can then pay or cancel.'

export const placeReservedHere =
  'There’s nothing to pay now. We’ll let you know once there’s a date. You can then pay or cancel.'

export const seatsNoLongerHeld = ({ count }: { count: number }) =>
  plural(count, {
    one: (
      <>
        This seat is no longer <em>held</em>
      </>
    ),
    other: (
      <>
        These seats are no longer <em>held</em>
      </>
    ),
  })
export const timeIsOver = 'The time to pay is up.'
export const batchBegun = 'The batch has begun.'
export const batchOver = 'The batch is over.'
export const batchCancelled = 'This batch was cancelled.'
export const noSeatWasLeft = 'There were no seats left when we received your booking.'
export const released = ({ count, at }: { count: number; at: string }) =>
  plural(count, {
    one: `We released your seat on ${at} because we hadn’t received your payment.`,
    other: `We released your ${count} seats on ${at} because we hadn’t received your payment.`,
  })
export const seatsAreFree = 'This batch has seats available now.'
export const bookAgain = 'Book again'
export const seeDates = 'See available batches'

export const checking = ({ reference }: { reference: string }) =>
  `We are checking your payment, reference ${reference}`
export const checkingSeat =
  'Your seat is no longer held. Once we find your payment, we’ll give you a seat if there’s one left. If not, we’ll call you about another batch or a refund.'
export const checkingLostSeat =
  'There are no seats in this batch any more. Once we find your payment, we’ll call you about another batch or a refund.'

export const alreadyPaidLead = ({ reference }: { reference: string }) =>
  `Your money is safe. We’ll look for your payment under ${reference}. If there’s a seat left, it’s yours again. If not, we’ll call you about another batch or a refund.`
export const alreadyPaidLostLead = ({ reference }: { reference: string }) =>
  `Your money is safe. We’ll look for your payment under ${reference} and call you about another batch or a refund.`
