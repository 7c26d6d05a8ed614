// The rule for cancelling a seat as visitors read it, in English.

import { hoursInWords } from '../words.ts'

export const cancelByContact =
  'If you’d like to cancel your seat, contact us. We’ll tell you what’s possible.'

/** Text for `until` in the sentences of `cancelSeat`. */
export const cancelSpan = ({ hours }: { hours: number }) =>
  hours === 0 ? 'until your course begins' : `until ${hoursInWords(hours)} before your course begins`

interface Until {
  until: string
}

export const cancelSeat = {
  all: ({ until }: Until) => `You can cancel your seat on its page ${until}. We refund what you paid for it.`,
  part: ({ until, share }: Until & { share: number }) =>
    `You can cancel your seat on its page ${until}. We refund ${share}% of what you paid for it.`,
  nothing: ({ until }: Until) =>
    `You can cancel your seat on its page ${until}. We don’t refund what you paid for it.`,
}
