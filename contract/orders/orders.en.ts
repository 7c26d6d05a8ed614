// The texts about orders that pages, e-mails and the API share, in English.

import type { AttemptKind, Substitution } from './order-facts.ts'

/** The only text about the money for a cancelled paid order, so that all pages and e-mails promise the same. */
export const refundSentence = 'We’ll refund you the way you paid, and e-mail you when it’s done.'

export const substitutionWords: Record<Substitution, string> = {
  'same-worth': 'A flower of the same value and colour',
  ask: 'Ask me first',
  refund: 'Refund the missing flowers',
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
