// The English refusals of a school that can send no e-mails. They replace the refusals that promise an e-mail.

import { plural } from './plural.ts'

export const withoutMail = {
  payment_pending: 'We’re checking your payment. This page will show when it’s confirmed.',
  'link-of-others': 'This link doesn’t work. Please call us.',
  'links-of-network': 'We can’t send e-mails right now. Please call us, and we’ll help you.',
  'holds-unproved':
    'This is more than we can hold for you online right now. Try again with fewer seats or without a code, or call us.',
  'others-unproved': 'You can’t add a person online right now. Please call us, and we’ll add one.',
  'nothing-to-pay-yet':
    'This course has no date yet, so there’s nothing to pay. You can pay here as soon as there is one.',
  'place-waits': 'There’s no free seat for you yet. We’ll call you when it’s your turn.',
  'unpaid-many': ({ max }: { max: number }) =>
    plural(max, {
      one: 'You already hold an unpaid seat or order. Pay for it, or call us, and try again.',
      other: `You already hold ${max} unpaid seats or orders. Pay for one, or call us, and try again.`,
    }),
  'seat-maybe-held':
    'If you already have a seat with these details, you’ll find it in the browser that you booked with. Or call us.',
  'order-not-shown':
    'Only the buyer can see where this order goes. Sign in, open this page in the browser that you ordered with, or call us.',
  'order-maybe-held':
    'You may have unpaid orders or seats with these details. Pay for one in the browser that you ordered with, or call us, then place this order again.',
  'time-unproved': 'We can’t hold this delivery time for you online right now. Please call us to order.',
  'order-asked':
    'We can’t confirm this order online right now. We hold nothing yet, so please don’t pay. Call us to order.',
}
