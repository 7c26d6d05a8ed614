// The texts in English about paying for a seat, for each means of payment.

import { plural } from '../../../../contract/plural.ts'

export interface PayingTexts {
  title: string
  how: string
  /** The texts when less than two minutes of the hold are left. */
  fewLeft: { title: string; readOut: string }
  over: { title: string; readOut: string }
  /** The advice beneath `fewLeft` and `over`: the booking can still be sent. */
  stillToDo(facts: { reference: string }): [lead: string, text: string][]
  /** The first step shows this text after the hold has ended. */
  holdAgain(facts: { reference: string }): string
  sendAgain: string
  /** The sentence above the other batches if no seat is left. */
  noSeat: string
  wasLate: string
  /** The sentence that follows "We’re holding your seat." */
  confirmation: string
  next(facts: {
    reference: string
    amount: string
    until: string
    count: number
    hasPaid: boolean
    /** False if no e-mail with a link is sent. */
    sendsEmails: boolean
  }): string
}

const withoutMoney = {
  fewLeft: { title: 'Less than two minutes left', readOut: 'Less than two minutes left.' },
  over: { title: 'Your hold has ended', readOut: 'Your hold has ended.' },
  sendAgain: 'What you typed is still here. Choose “Complete Booking” again.',
  wasLate: 'Your hold had ended, but there was still a seat for you.',
}

const upiDue: PayingTexts['next'] = ({ amount, until, count }) =>
  plural(count, {
    one: `Pay ${amount} to confirm your seat. You can pay now, or later from the link in our e-mail. If we don’t receive it by ${until}, we’ll release your seat, and there’s nothing to pay.`,
    other: `Pay ${amount} to confirm your ${count} seats. You can pay now, or later from the link in our e-mail. If we don’t receive it by ${until}, we’ll release your seats, and there’s nothing to pay.`,
  })

const upiDueHere: PayingTexts['next'] = ({ amount, until, count }) =>
  plural(count, {
    one: `Pay ${amount} to confirm your seat. You can pay now, or later in this browser from “Find my order or seat”. If we don’t receive it by ${until}, we’ll release your seat, and there’s nothing to pay.`,
    other: `Pay ${amount} to confirm your ${count} seats. You can pay now, or later in this browser from “Find my order or seat”. If we don’t receive it by ${until}, we’ll release your seats, and there’s nothing to pay.`,
  })

const upiPaid: PayingTexts['next'] = ({ reference, until, count }) =>
  plural(count, {
    one: `We’ll look for your payment under ${reference} and let you know once your seat is confirmed. Not paid yet? You can pay until ${until}. If we haven’t found a payment by then, we’ll release your seat. Money that’s on its way is safe.`,
    other: `We’ll look for your payment under ${reference} and let you know once your ${count} seats are confirmed. Not paid yet? You can pay until ${until}. If we haven’t found a payment by then, we’ll release your seats. Money that’s on its way is safe.`,
  })

export const upi: PayingTexts = {
  title: 'Pay by UPI',
  how: 'Pay the school’s UPI id directly, then complete the booking. We’ll check your payment and confirm your seat.',
  fewLeft: {
    title: 'We’ve hidden the QR code, because a payment that you start now could arrive too late',
    readOut: 'Less than two minutes left. The QR code is hidden.',
  },
  over: {
    title: 'The time to pay is up, and your hold has ended',
    readOut: 'The time to pay is up.',
  },
  stillToDo: ({ reference }) => [
    [
      'Already paid?',
      `Complete the booking, and we’ll look for your payment under ${reference}. If there’s a seat left, it’s yours. If not, we’ll call you about another batch or a refund.`,
    ],
    ['Not paid yet?', 'There’s nothing to pay.'],
  ],
  holdAgain: ({ reference }) =>
    `If you’ve paid, your money is safe. Please call us and mention ${reference}. If you haven’t, there’s nothing to pay. Continue to hold a seat again.`,
  sendAgain:
    'What you typed is still here. Choose “Complete Booking” again. If you’ve paid, please don’t pay again.',
  noSeat: 'If you’ve paid, we’ll call you. If you haven’t, there’s nothing to pay.',
  wasLate: 'The time to pay was over, but there was still a seat for you.',
  confirmation: 'We’ll send you a WhatsApp message once we’ve checked your payment.',
  next: (facts) => (facts.hasPaid ? upiPaid : facts.sendsEmails ? upiDue : upiDueHere)(facts),
}

export const simulated: PayingTexts = {
  ...withoutMoney,
  title: 'Payment',
  how: 'The code is a sample, so please don’t pay with it. Complete the booking, then choose “Pay now”. The payment page records a simulated payment and confirms your seat.',
  stillToDo: () => [
    ['You haven’t been charged.', 'Complete the booking, and you’ll get a seat if there’s one left.'],
  ],
  holdAgain: () => 'You haven’t been charged. Continue to hold a seat again.',
  noSeat: 'You haven’t been charged.',
  confirmation: 'We’ll send you a WhatsApp message once a simulated payment is recorded.',
  next: ({ amount, until, count }) =>
    plural(count, {
      one: `This is a demonstration, and no money moves. “Pay now”, here or in our e-mail, opens a page that records a simulated payment of ${amount} and confirms your seat. If none is recorded by ${until}, we’ll release your seat.`,
      other: `This is a demonstration, and no money moves. “Pay now”, here or in our e-mail, opens a page that records a simulated payment of ${amount} and confirms your ${count} seats. If none is recorded by ${until}, we’ll release your seats.`,
    }),
}

const dueAtSchool: PayingTexts['next'] = ({ amount, until, count }) =>
  plural(count, {
    one: `Open the link in our e-mail and choose “Pay at the school”. If we don’t receive ${amount} by ${until}, we’ll release your seat, and there’s nothing to pay.`,
    other: `Open the link in our e-mail and choose “Pay at the school”. If we don’t receive ${amount} by ${until}, we’ll release your ${count} seats, and there’s nothing to pay.`,
  })

const dueAtSchoolByPhone: PayingTexts['next'] = ({ amount, until, count }) =>
  plural(count, {
    one: `Come and pay ${amount} at the school by ${until}. If you can’t come by then, call us. Otherwise we’ll release your seat, and there’s nothing to pay.`,
    other: `Come and pay ${amount} at the school by ${until}. If you can’t come by then, call us. Otherwise we’ll release your ${count} seats, and there’s nothing to pay.`,
  })

export const atSchool: PayingTexts = {
  ...withoutMoney,
  title: 'Confirm your booking',
  how: 'There’s nothing to pay now. Complete the booking, and pay at the school.',
  stillToDo: () => [
    ['You haven’t been charged.', 'Complete the booking, and you’ll get a seat if there’s one left.'],
  ],
  holdAgain: () => 'You haven’t been charged. Continue to hold a seat again.',
  noSeat: 'You haven’t been charged.',
  confirmation: 'We’ll send you a WhatsApp message once you’ve paid.',
  next: (facts) => (facts.sendsEmails ? dueAtSchool : dueAtSchoolByPhone)(facts),
}

export const free: PayingTexts = {
  ...withoutMoney,
  title: 'Confirm your booking',
  how: 'There’s nothing to pay. Complete the booking to confirm your seat.',
  stillToDo: () => [
    ['There’s nothing to pay.', 'Complete the booking, and you’ll get a seat if there’s one left.'],
  ],
  holdAgain: () => 'Continue to hold a seat again.',
  noSeat: 'There’s nothing to pay.',
  confirmation: 'We’ll send you a WhatsApp message once your seat is confirmed.',
  next: ({ until, count }) =>
    plural(count, {
      one: `There’s nothing to pay. We’ll let you know once your seat is confirmed. If you haven’t heard from us by ${until}, we’ll release your seat.`,
      other: `There’s nothing to pay. We’ll let you know once your ${count} seats are confirmed. If you haven’t heard from us by ${until}, we’ll release your seats.`,
    }),
}

export const minutes = ({ count }: { count: number }) =>
  plural(count, { one: '1 minute', other: `${count} minutes` })
export const fiveMinutesLeft = 'Less than five minutes left.'
export const seatIsHeld = 'We’re holding a seat for you.'
