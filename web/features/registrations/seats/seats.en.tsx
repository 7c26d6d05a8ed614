// The texts in English that the dialogs for seats share.

import type { ReactNode } from 'react'
import { plural } from '../../../../contract/plural.ts'

interface Seats {
  count: number
  course: ReactNode
}

export const cancel = 'Cancel'
export const done = 'Done'
export const trialEnd = 'See how the trial went'
export const processing = 'Processing...'
export const payNow = 'Pay now'
export const notPaidYet = 'Not paid yet? Pay now'

export const termsLoading = 'Loading the terms'
export const termsNotLoaded = 'We couldn’t load the terms'
export const acceptTerms = (link: (words: ReactNode) => ReactNode) => (
  <>By confirming, you accept our {link('course terms')}.</>
)

export const codeNotApplied = ({ code }: { code: string }) => `We couldn’t apply the code ${code}`
export const anotherPerson = 'A seat for another person'
export const anotherPersonLead =
  'Enter their name, e-mail and phone number. We’ll send messages about this seat to them. Your own seat isn’t affected.'
export const noAddress = (phone: ReactNode) => (
  <>If they don’t have an e-mail address or a phone number, call {phone}.</>
)

export const howManySeats = 'Number of seats'
export const guests = 'Your guests'
export const groupLead =
  'You’ll pay once and get one e-mail for everyone. You can add names later from the link in that e-mail.'
export const groupLeadWithoutMail =
  'You’ll pay once for everyone. You can add names later on your payment page.'
export const nameForSeat = ({ number }: { number: number }) => `Name for seat ${number}`
export const optional = 'Optional'
export const namesOf = ({ count, names }: { count: number; names: string }) => `${count}: ${names}`
export const nameLater = 'name to be added'

export const typedIsHere = 'You haven’t been charged, and what you typed is still here.'
export const payFor = ({ reference }: { reference: string }) => `Pay for ${reference}`
export const noSecondSeat = 'You haven’t been charged, and we didn’t take a second seat.'
export const seatInEmail =
  'The link in that e-mail opens your seat. You haven’t been charged, and we didn’t take a second seat.'
export const seatInBrowser =
  'You haven’t been charged, and we didn’t take a second seat. If this is for someone else, add a person.'
export const viewSeat = 'View your seat'
export const addPerson = 'Add a person'

export const date = 'Date'
export const freeDate = 'free'
export const findingDates = 'Looking for other batches…'
export const chooseDate = 'Choose another batch:'
export const datesFailed = 'We couldn’t load the other batches.'
export const noDates = 'No other batch has seats right now.'
export const tellMe = 'Tell me when a seat opens'

export const seatHeld = ({ count, course }: Seats) =>
  plural(count, {
    one: <>We’re holding your seat in {course}.</>,
    other: (
      <>
        We’re holding your {count} seats in {course}.
      </>
    ),
  })
export const seatConfirmed = ({ count, course }: Seats) =>
  plural(count, {
    one: <>Your seat in {course} is confirmed.</>,
    other: (
      <>
        Your {count} seats in {course} are confirmed.
      </>
    ),
  })
export const placeReserved = ({ count, course }: Seats) =>
  plural(count, {
    one: <>We’ve reserved a place for you in {course}.</>,
    other: (
      <>
        We’ve reserved {count} places for you in {course}.
      </>
    ),
  })
export const confirmationFollows = 'We’ll also send you a WhatsApp message.'
export const seeYou = 'There’s nothing more to do. We look forward to seeing you.'
export const dateToCome = 'There’s nothing more to do. We’ll let you know once there’s a date.'
export const payWhenDated =
  'There’s nothing to pay now. We’ll let you know once there’s a date. You can then pay or cancel.'
export const addNames = 'You can add missing names from the link in our e-mail until the batch begins.'
export const addNamesHere =
  'You can add missing names on your payment page until the batch begins. To open it again in this browser, choose “Find my order or seat”.'

export const reference = 'Reference'
export const seats = 'Seats'
export const paidTogether = ({ count }: { count: number }) => `${count}, paid together`
export const where = 'Where'
export const whatToBring = 'What to bring'
export const fee = 'Fee'
export const feeWhenDated = ({ fee }: { fee: string }) => `${fee}, due once there’s a date`
export const amount = 'Amount'
export const free = 'Free'
export const heldUntil = 'Held until'
export const discount = 'Discount'
export const discountBy = ({ amount, code }: { amount: string; code: string }) => `${amount} (${code})`
export const toPay = 'To pay'
export const questions = (callOrChat: ReactNode) => <>Questions, or can’t make it? Please {callOrChat}.</>

export const openOurEmail = (email: ReactNode) => (
  <>
    Open the e-mail we sent to <strong>{email}</strong> and follow the link in it. We’ll then hold your seat
    if there’s one left.
  </>
)
export const untilYouDo =
  'Until you do, no seat is held and there’s nothing to pay. The link works for 24 hours. No e-mail after a few minutes? Check your spam folder, or call us.'

export const callToHold = (callOrChat: ReactNode) => (
  <>
    We need to confirm your e-mail address before we can hold this seat, and we can’t send e-mails right now.
    Please {callOrChat}, and we’ll hold a seat for you.
  </>
)
export const nothingHeldYet = 'Until then, no seat is held and there’s nothing to pay.'
