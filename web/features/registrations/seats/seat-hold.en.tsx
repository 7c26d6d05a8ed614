// The texts in English about the seat that this browser holds.

import type { ReactNode } from 'react'
import { plural } from '../../../../contract/plural.ts'

export const heldUntil = ({ count, until }: { count: number; until: string }) =>
  plural(count, {
    one: `We’re holding a seat for you until ${until}`,
    other: `We’re holding ${count} seats for you until ${until}`,
  })
export const heldGoOn = ({ count, until }: { count: number; until: string }) =>
  plural(count, {
    one: `We’re holding a seat for you until ${until}. Continue to complete your booking.`,
    other: `We’re holding ${count} seats for you until ${until}. Continue to complete your booking.`,
  })
export const holding = 'Holding a seat for you…'
export const releasing = 'Releasing your seat…'
export const continuesByItself = 'This window continues by itself once you’ve opened the link.'

export const noSeatHeld = 'We aren’t holding a seat for you'
export const notCharged = 'You haven’t been charged, and there’s nothing to pay.'
export const holdSeat = 'Hold a seat'
export const holdAgain = 'Hold a seat again'
export const notHeldYet = 'No seat is held yet, and you haven’t been charged. What you typed is still here.'
export const tryAgain = 'Try again'
export const notHeld = 'No seat is held. You haven’t been charged, and there’s nothing to pay.'
export const releasedElsewhere = 'You released this seat in another window'

export const alreadyReceived = 'We already have this booking'
export const alreadyReceivedLead = (reference: ReactNode) => (
  <>Your reference is {reference}. There’s nothing more to do. We’ve sent you an e-mail.</>
)
export const alreadyReceivedBriefly = (reference: ReactNode) => (
  <>Your reference is {reference}. There’s nothing more to do.</>
)
export const alreadyBooked = 'You’ve booked this event'
export const alreadyBookedLead = (reference: ReactNode) => (
  <>
    Your reference is {reference}, and we’ve sent you an e-mail. To book for someone else, enter their own
    e-mail and phone number.
  </>
)
export const alreadyBookedBriefly = (reference: ReactNode) => (
  <>Your reference is {reference}. To book for someone else, enter their own e-mail and phone number.</>
)
export const released = ({ count, until }: { count: number; until: string }) =>
  plural(count, {
    one: `We released your seat at ${until}`,
    other: `We released your ${count} seats at ${until}`,
  })
export const ok = 'OK'

export const seatIsFor = ({ batch }: { batch: string }) => `This seat is for ${batch}`
export const hasChanged = ({ batch }: { batch: string }) =>
  `When you opened the page, it showed ${batch}. You haven’t been charged. Would you like to continue?`
export const free = 'free'
export const yesContinue = 'Yes, continue'
export const noRelease = 'No, release the seat'

export const goOn = 'Continue booking'
export const received = ({ reference }: { reference: string }) =>
  `We’ve received your booking. Your reference is ${reference}.`
export const openLink = 'Open the link in our e-mail to hold your seat, if there’s one left.'
export const callToHold = 'No seat is held yet. Continue to see how to get one.'
export const held = ({ until }: { until: string }) => `We’re holding a seat for you until ${until}.`
export const wasHeld = ({ until }: { until: string }) =>
  `We held a seat for you until ${until}. It’s no longer held.`
