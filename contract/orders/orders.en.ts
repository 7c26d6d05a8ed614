// The texts about orders that pages, e-mails and the API share, in English.

import type { AttemptKind, Substitution } from './order-facts.ts'

/** The only text about the money for a cancelled paid order, so that all pages and e-mails promise the same. */
export const refundSentence = 'We’ll refund you the way you paid, and e-mail you when it’s done.'

export const substitutionWords: Record<Substitution, string> = {
  'same-worth': 'A flower of the same value and colour',
  ask: 'Ask me first',
  refund: 'Refund that part',
}

export const attemptWords: Record<AttemptKind, string> = {
  'not-reached': 'Not reached',
  neighbour: 'Left with a neighbour',
  'tried-again': 'Tried again',
}

export const concernWords = {
  damaged: 'Damaged or wilted',
  another: 'Not what I ordered',
  missing: 'Something is missing',
  late: 'Late, or at the wrong address',
  other: 'Something else',
}

export const notCancellable = ({ day }: { day: string }) => `Orders for ${day} can’t be cancelled`
export const cancellableUntil = ({ time, day }: { time: string; day: string }) =>
  `You can cancel this order until ${time} ${day}`
export const wasCancellableUntil = ({ time, day }: { time: string; day: string }) =>
  `You could cancel this order until ${time} ${day}`
export const callToChange = 'Please call us to change this order'

export const chooseDay = 'Choose a day'
export const chooseTime = 'Choose a time'
export const enterPincode = 'Enter the pincode'
export const enterRecipientName = 'Enter the recipient’s name'
export const enterRecipientPhone = 'Enter the recipient’s phone number'
export const enterAddress = 'Enter the address'
export const enterArea = 'Enter the area'
export const cardTooLong = ({ max }: { max: number }) => `Use at most ${max} characters for the card message`
export const enterYourName = 'Enter your name'
export const enterYourPhone = 'Enter your phone number'
export const invalidPhone =
  'Enter a 10-digit Indian mobile number, or a number that starts with + and a country code'
export const choosePayment = 'Choose how you’d like to pay'
export const chooseSubstitution = 'Choose what we do if a flower isn’t available'
export const acceptTerms = 'Accept the terms to continue'
export const noItems = 'Add at least one item'
export const tooManyItems = ({ max }: { max: number }) => `Order at most ${max} different items at a time`

export const chooseConcern = 'Choose what’s wrong'
export const describeConcern = 'Tell us what’s wrong'
export const tooManyPhotos = ({ max }: { max: number }) => `Send at most ${max} photos`
export const sayWhenHome = 'Tell us when someone will be in, or where we can leave the flowers'
