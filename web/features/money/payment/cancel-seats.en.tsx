// The texts of the dialog in which a payer cancels confirmed seats, in English.

import { plural } from '../../../../contract/plural.ts'

export const title = ({ count }: { count: number }) =>
  plural(count, { one: 'Cancel your seat?', other: 'Which seats do you want to cancel?' })
export const titleOf = ({ name }: { name: string }) => `Cancel the seat of ${name}?`
export const lead = ({ count }: { count: number }) =>
  plural(count, {
    one: 'Someone else can book your seat right away, so you can’t undo this.',
    other: 'Someone else can book these seats right away, so you can’t undo this.',
  })
export const refund = ({ back, paid }: { back: string; paid: string }) => (
  <>
    We’ll refund <strong>{back}</strong> of the {paid} you paid.
  </>
)
export const refundAll = ({ paid }: { paid: string }) => (
  <>
    We’ll refund the <strong>{paid}</strong> you paid.
  </>
)
export const paysOthers = ({ amount }: { amount: string }) =>
  `${amount} of what you paid now counts towards the seats you keep.`
export const staysDue = ({ due }: { due: string }) => `${due} stays due for the seats you keep.`
export const refundNone = ({ paid }: { paid: string }) => `We won’t refund the ${paid} you paid.`
export const nothingPaid = 'You haven’t paid anything, so there’s nothing to refund.'
export const chooseSeats = 'Choose at least one seat.'
export const seatsToCancel = 'Seats to cancel'
export const unnamed = ({ reference }: { reference: string }) => `No name yet (${reference})`
export const seat = ({ name, back }: { name: string; back: string }) => `${name}, ${back} refund`

export const confirm = 'Cancel my seat'
export const confirmChosen = ({ count }: { count: number }) => {
  if (count === 0) return 'Cancel seats'
  return plural(count, { one: 'Cancel 1 seat', other: `Cancel ${count} seats` })
}
export const keep = ({ count }: { count: number }) =>
  plural(count, { one: 'Keep my seat', other: 'Keep my seats' })
export const keepOther = 'Keep the seat'
export const failed = 'We couldn’t cancel that. Try again, or call us.'

export const done = ({ count }: { count: number }) =>
  plural(count, { one: 'Your seat is cancelled', other: `Your ${count} seats are cancelled` })
export const doneLead = ({ back }: { back: string }) => `We’ll refund ${back}.`
