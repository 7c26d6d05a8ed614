// The texts of the later parts of a seat's payment page in English.

import type { ReactNode } from 'react'
import { plural } from '../../../../contract/plural.ts'

export const termsAccepted = ({ day }: { day: string }) => `Terms accepted on ${day}`

export const stillDue = ({ amount }: { amount: string }) => `${amount} is still due.`
export const stillDueLead = ({ received }: { received: string }) =>
  `We’ve received ${received}, and your seat is confirmed. Pay the rest at the school, or the way you paid before with your reference as the note.`
export const questions = (callOrChat: ReactNode) => <>Questions, or can’t make it? Please {callOrChat}.</>

export const checkingUnproved = ({ until }: { until: string }) =>
  `We’re checking our account. We’ll hold your seat until ${until}. For a longer hold, open the link in our e-mail.`

interface Cancelled {
  paid: string
  back: string
  refunded: string
}
export const owesPart = ({ back, paid }: Cancelled) => `We’ll refund ${back} of the ${paid} you paid`
export const owesAll = ({ paid }: Cancelled) => `We’ll refund the ${paid} you paid`
export const owesLead = 'You don’t need to do anything.'
export const owesRest = ({ refunded }: Cancelled) =>
  `We’ve already refunded ${refunded}. We’ll refund the rest.`
export const refundedPart = ({ refunded, paid }: Cancelled) =>
  `We’ve refunded ${refunded} of the ${paid} you paid for what you cancelled.`
export const refundedAll = ({ paid }: Cancelled) =>
  `We’ve refunded the ${paid} you paid for what you cancelled.`
export const refundedNone = ({ paid }: Cancelled) =>
  `We won’t refund the ${paid} you paid for what you cancelled.`

export const cannotCome = 'Can’t make it?'
export const cancelUntil = ({ until }: { until: string }) => `You can cancel here until ${until}.`
export const refundOf = ({ back, paid }: { back: string; paid: string }) =>
  `We’ll refund ${back} of the ${paid} you paid.`
export const cancelByLink = (callOrChat: ReactNode) => (
  <>Can’t make it? Open the link in our e-mail about this seat to cancel it, or {callOrChat}.</>
)
export const otherwise = (callOrChat: ReactNode) => <>For anything else, please {callOrChat}.</>
export const cancelMine = ({ count }: { count: number }) =>
  plural(count, { one: 'Cancel my seat', other: 'Cancel seats' })

export const cancelOne = 'Cancel a seat'

interface CannotCancel {
  callOrChat: ReactNode
  until: string
}
export const cannotCancel = {
  school: ({ callOrChat }: CannotCancel) => <>Questions, or want to cancel? Please {callOrChat}.</>,
  late: ({ callOrChat, until }: CannotCancel) => (
    <>
      You could cancel here until {until}. Can’t make it, or have questions? Please {callOrChat}.
    </>
  ),
  checking: ({ callOrChat }: CannotCancel) => (
    <>While we’re checking your payment, you can’t cancel here. Want to cancel? Please {callOrChat}.</>
  ),
}

export const addPerson = 'Add a person'
export const adding = 'Adding...'
export const addThisPerson = 'Add this person'
export const addedToTotal = ({ amount }: { amount: string }) =>
  `Adding a person costs ${amount} more. You’ll pay for everyone together.`
export const addedFree = 'There’s nothing to pay for adding a person.'
export const seatsLeft = ({ count }: { count: number }) =>
  plural(count, { one: 'You can add 1 more seat.', other: `You can add ${count} more seats.` })
export const guestName = 'Guest’s name'
export const guestNameHint = 'Optional. You can add it later.'
export const added = ({ seats }: { seats: number }) => `Seat added. You now have ${seats} seats.`
export const addedAt = ({ seats, total }: { seats: number; total: string }) =>
  `Seat added. You now have ${seats} seats, ${total} in total.`
export const weWrote = 'We’ve e-mailed you the details.'
export const notAdded = 'We haven’t added a seat, and your total hasn’t changed.'
export const cannotAdd = 'You can’t add a person to this booking.'
export const cannotAddLead =
  'The booking is already paid, we’re checking your payment, or no seats are left. Anyone else can book a seat of their own.'
export const seeCourses = 'See our courses'

export const seats = ({ count }: { count: number }) =>
  plural(count, { one: '1 seat', other: `${count} seats` })
export const seatsConfirmed = ({ count }: { count: number }) =>
  plural(count, { one: '1 seat confirmed', other: `${count} seats confirmed` })
export const noName = 'No name yet'
export const cancelled = 'Cancelled'
export const free = 'Free'

export const addNames = 'Add names'
export const addNamesLead =
  'Add them now or later. Until the batch begins, the link in our e-mail brings you back here.'
export const addNamesHere =
  'Add them now or later, until the batch begins. To come back in this browser, choose “Find my order or seat”.'
export const nameForSeat = ({ number }: { number: number }) => `Name for seat ${number}`
export const typedIsSafe = 'What you typed is still here.'
export const namesSaved = 'Names saved'
export const saveNames = 'Save names'
export const saving = 'Saving...'

export const cancelSeats = ({ count }: { count: number }) =>
  plural(count, { one: 'Cancel my seat', other: `Cancel all ${count} seats` })
export const keepSeats = ({ count }: { count: number }) =>
  plural(count, { one: 'Keep my seat', other: 'Keep my seats' })
export const cancelSeatsLead = ({ count }: { count: number }) =>
  plural(count, {
    one: 'If you cancel, someone else can book your seat right away.',
    other: 'If you cancel, someone else can book your seats right away.',
  })
export const cancelPlaces = ({ count }: { count: number }) =>
  plural(count, { one: 'Cancel my place', other: `Cancel all ${count} places` })
export const keepPlaces = ({ count }: { count: number }) =>
  plural(count, { one: 'Keep my place', other: 'Keep my places' })
export const cancelPlacesLead = ({ count }: { count: number }) =>
  plural(count, {
    one: 'If you cancel, someone else can take your place right away.',
    other: 'If you cancel, someone else can take your places right away.',
  })
export const cancelFailed = 'We couldn’t cancel that. Try again, or call us.'

export const gettingHere = 'Getting here'
export const startsAt = 'Starts at'
export const where = 'Where'
export const whatToBring = 'What to bring'
