// Refusals about orders, their delivery, fees and store credits, in English.

import { plural } from '../plural.ts'
import { reachUs } from '../reach-us.en.ts'
import { amountInWords } from '../words.ts'
import type { CancelMoment } from './cancellation.ts'

export const refusals = {
  not_found: {
    'order-unknown': 'We couldn’t find this order.',
    'charge-unknown': 'We couldn’t find this fee.',
    'asked-order-over': 'This link has expired, so nothing was ordered. You can order again.',
    'gift-unknown': 'This link no longer works. Ask the sender for a new one.',
  },
  forbidden: {
    'order-not-shown':
      'Only the buyer can see where this order goes. Use the link in our e-mail, sign in, or open this page in the browser that you ordered with.',
  },
  limit_reached: {
    // The message is the same whether anything is held or not, so that a stranger cannot learn who has ordered.
    'order-maybe-held':
      'If you have unpaid orders or seats with these details, we’ve e-mailed you their links. Open one of the links or pay for one of these orders or seats, then place this order again.',
    'time-unproved': 'Open the link in our e-mail first. Then we can hold this delivery time for you.',
    'reminders-full': ({ max }: { max: number }) =>
      plural(max, {
        one: 'You can have at most 1 reminder. Stop it first, with the link in its e-mail.',
        other: `You can have at most ${max} reminders. Stop one first, with the link in its e-mail.`,
      }),
  },
  validation_failed: {
    'slot-other-way':
      'Choose a delivery time for a delivery, or a collection time for an order that you collect.',
    'order-other-email': 'This isn’t the e-mail address that the order was placed with.',
    'credit-over': 'The last day must be today or later',
  },
  conflict: {
    'order-paid': 'This order is already paid. If this is a second payment, refund it and record the refund.',
    'order-asked': 'Open the link in our e-mail first. We hold nothing until then, so please don’t pay yet.',
    'asked-order-gone':
      'Some of your flowers or your delivery time are no longer available, so we couldn’t place this order. You can order again.',
    'order-cancelled': 'This order was cancelled. Contact us if you have questions.',
    'no-order-money': 'This payment has already been dealt with. Refresh the list.',
    /** `until` is null if the order could never be cancelled. */
    'order-cancel-late': ({ until, deliveryDay }: { until: CancelMoment | null; deliveryDay: string }) =>
      until === null
        ? `Orders for ${deliveryDay} can’t be cancelled. Please call us, and we’ll see what we can do.`
        : `You could cancel this order until ${until.time} ${until.day}. Please call us, and we’ll see what we can do.`,
    'order-cancel-never': 'You can’t cancel this order here. Please call us, and we’ll see what we can do.',
    'order-cancel-shipped':
      'This order is already on its way or delivered, so you can’t cancel it. Please call us, and we’ll see what we can do.',
    'order-card-printed': 'Your card has already been printed. Please call us, and we’ll see what we can do.',
    'order-being-made':
      'We’re already making your flowers, so you can’t change this here. Please call us, and we’ll see what we can do.',
    'delivery-other-fee': ({ feeInPaise }: { feeInPaise: number }) =>
      `The delivery would then cost ${amountInWords(feeInPaise)}. Please call us, and we’ll change it for you.`,
    'concern-early': (us: { phone: string }) =>
      `This order hasn’t been delivered yet. If it’s late, please ${reachUs(us)}.`,
    'concern-late': ({ until, ...us }: { until: string; phone: string }) =>
      `You could report a problem with this order until ${until}. Please ${reachUs(us)}, and we’ll see what we can do.`,
    'concern-many': (us: { phone: string }) =>
      `We already have your messages about this order. For anything else, please ${reachUs(us)}.`,
    'reminder-unconfirmed': 'We can remind you of this day once your order is confirmed.',
    'gift-told': 'We already have your message. For anything else, please call us.',
    'gift-over': 'This order has been delivered or cancelled. For anything else, please call us.',
    'charge-without-try':
      'You can charge for another delivery only after a failed attempt, and once for each attempt.',
    'charge-open': 'This order already has an unpaid fee. Waive that fee first.',
    'charge-over': 'This order is unpaid, delivered or cancelled, so you can’t charge for another delivery.',
    'charge-paid': 'This fee is already paid.',
    'charge-without-money': 'There’s no payment left to refund for this fee.',
    'charge-waived': 'You no longer need to pay this fee. You weren’t charged.',
    'charge-ended': 'This fee is already paid or waived.',
    'credit-unpaid': 'This order isn’t paid. Choose a paid order.',
    'credit-above': ({ leftInPaise }: { leftInPaise: number }) =>
      leftInPaise > 0
        ? `Store credit can’t be more than what was paid for the order. Give ${amountInWords(leftInPaise)} or less.`
        : 'Everything that was paid for this order has already been refunded or given as store credit.',
    'credit-given':
      'Store credit was given for this payment. Delete the credit’s code first, or leave the payment as it is.',
    'credit-back-above':
      'You can’t restore this store credit, because its order’s payment has since been refunded or given as other store credit.',
    'press-old':
      'This button was pressed more than a day ago, so we didn’t change the order. Set its status by hand.',
    'press-on-cancelled': 'This order was cancelled. Don’t deliver it, and call the office.',
    'press-on-unpaid': 'This order isn’t paid yet. Ask the office.',
    'undo-late': 'It’s too late to undo this. Choose the right status instead.',
  },
  out_of_stock: {
    'order-hold-over':
      'The hold on this order has ended, and its flowers or delivery time are no longer available. You weren’t charged. You can order again.',
    'order-payment-late':
      'Your payment arrived after the hold on this order ended, and its flowers or delivery time are no longer available. We’ll call you about other flowers or a refund.',
    'money-without-order':
      'The payment is recorded, but this order’s flowers or delivery time are no longer available. Call the customer.',
  },
}
