// The texts of the letters about seats in English.

import { plural } from '../../../../contract/plural.ts'
import { reachUs } from '../../../platform/messages/letter.en.ts'

interface Seats {
  count: number
  course: string
}

export const cannotCome = (us: { phone: string }) => `If you can’t come, please ${reachUs(us)}.`
export const cancelByLink = ({ until, count }: { until: string | null; count: number }) => {
  const what = plural(count, { one: 'your seat', other: 'seats' })
  return until === null
    ? `If you can’t come, you can cancel ${what} from the link above.`
    : `If you can’t come, you can cancel ${what} from the link above until ${until}.`
}
export const viewSeats = ({ count }: { count: number }) =>
  plural(count, { one: 'View your seat', other: 'View your seats' })
export const viewOrCancelSeats = ({ count }: { count: number }) =>
  plural(count, { one: 'View or cancel your seat', other: 'View or cancel your seats' })
export const notYourWish = (us: { phone: string }) => `If you didn’t ask for this, please ${reachUs(us)}.`
export const nameLater = 'name to be added'
export const seatsFor = ({ count, names }: { count: number; names: string }) => `${count}: ${names}`
export const addNames = 'Add your guests’ names'
export const addNamesByLink = 'You can add your guests’ names from the same link until the batch begins.'
export const stillDue = 'Due'

export const confirmAddress = ({ count, until }: { count: number; until: string }) =>
  plural(count, {
    one: `Open the link below before then to confirm your e-mail address, and we’ll hold your seat until ${until}.`,
    other: `Open the link below before then to confirm your e-mail address, and we’ll hold your ${count} seats until ${until}.`,
  })
export const confirmAddressByEmail = ({ count, until }: { count: number; until: string }) =>
  plural(count, {
    one: `Open the link in our e-mail before then to confirm your e-mail address, and we’ll hold your seat until ${until}.`,
    other: `Open the link in our e-mail before then to confirm your e-mail address, and we’ll hold your ${count} seats until ${until}.`,
  })
export const ifUnpaid = ({ count }: { count: number }) =>
  plural(count, {
    one: 'If we don’t receive it by then, we’ll release your seat, and there’s nothing to pay.',
    other: `If we don’t receive it by then, we’ll release your ${count} seats, and there’s nothing to pay.`,
  })
export const heldUntil = ({ count, until }: { count: number; until: string }) =>
  plural(count, {
    one: `We’ll hold your seat until ${until}. It’s confirmed once we receive your payment.`,
    other: `We’ll hold your ${count} seats until ${until}. They’re confirmed once we receive your payment.`,
  })
export const placeReserved = ({ count }: { count: number }) =>
  plural(count, {
    one: 'The date isn’t set yet. We’ve reserved a place for you and will let you know when the date is set. You can then pay or cancel. There’s nothing to pay now.',
    other: `The date isn’t set yet. We’ve reserved ${count} places for you and will let you know when the date is set. You can then pay or cancel. There’s nothing to pay now.`,
  })
export const viewOrCancelPlace = ({ count }: { count: number }) =>
  plural(count, { one: 'View or cancel your place', other: 'View or cancel your places' })

export const pay = ({ amount }: { amount: string }) => `Pay ${amount}`
export const payIfNotYet = ({ amount }: { amount: string }) => `Pay ${amount} if you haven’t yet`
export const payOrCancel = ({ amount }: { amount: string }) => `Pay ${amount} or cancel`
export const payRest = ({ due }: { due: string }) =>
  `${due} is still due. Please pay it at the school, or pay the way you paid before and mention the reference.`

export const atSchool = {
  subject: ({ count, course }: Seats) =>
    plural(count, {
      one: `Pay at the school for your seat in ${course}`,
      other: `Pay at the school for your ${count} seats in ${course}`,
    }),
  lead: ({ amount }: { amount: string }) => `You’ve chosen to pay ${amount} at the school.`,
  confirmSubject: ({ course }: { course: string }) => `Confirm that you’ll pay at the school for ${course}`,
  confirm: ({ count, amount, until }: { count: number; amount: string; until: string }) =>
    plural(count, {
      one: `You’ve chosen to pay ${amount} at the school. Please open the link below to confirm your e-mail address. We’ll then hold your seat until ${until}.`,
      other: `You’ve chosen to pay ${amount} at the school. Please open the link below to confirm your e-mail address. We’ll then hold your ${count} seats until ${until}.`,
    }),
  confirmLink: 'Confirm that I’ll pay at the school',
  view: ({ count }: { count: number }) => plural(count, { one: 'View your seat', other: 'View your seats' }),
}

export const received = {
  subject: ({ count, course }: Seats) =>
    plural(count, {
      one: `We’re holding your seat in ${course}`,
      other: `We’re holding your ${count} seats in ${course}`,
    }),
  thanks: ({ course }: { course: string }) => `Thank you for enrolling in ${course}.`,
}

export const reserved = {
  subject: ({ count, course }: Seats) =>
    plural(count, {
      one: `Your place in ${course} is reserved`,
      other: `Your ${count} places in ${course} are reserved`,
    }),
  thanks: ({ course }: { course: string }) => `Thank you for enrolling in ${course}.`,
  fee: 'Fee, due once there’s a date',
}

export const dated = {
  subject: ({ course }: { course: string }) => `${course} now has a date`,
  lead: ({ count, course }: Seats) =>
    plural(count, {
      one: `You have a place reserved in ${course}, and its date is now set.`,
      other: `You have ${count} places reserved in ${course}, and its date is now set.`,
    }),
  ifUnsuitable: 'If the date doesn’t suit you, you can cancel from the same link.',
}

export const youCancelled = {
  subject: ({ count, course }: Seats) =>
    plural(count, {
      one: `You cancelled your seat in ${course}`,
      other: `You cancelled your ${count} seats in ${course}`,
    }),
  lead: ({ count, course }: Seats) =>
    plural(count, {
      one: `We’ve cancelled your seat in ${course}, as you asked.`,
      other: `We’ve cancelled your ${count} seats in ${course}, as you asked.`,
    }),
  refunds: ({ paid }: { paid: string }) => `We’ll refund the ${paid} that you paid.`,
  refundsPart: ({ amount, paid }: { amount: string; paid: string }) =>
    `We’ll refund ${amount} of the ${paid} that you paid.`,
  pays: ({ amount }: { amount: string }) =>
    `${amount} of what you paid now counts towards the seats you keep.`,
  keeps: ({ paid }: { paid: string }) => `We won’t refund the ${paid} that you paid.`,
}

export const confirmed = {
  subject: ({ count, course }: Seats) =>
    plural(count, {
      one: `Your seat in ${course} is confirmed`,
      other: `Your ${count} seats in ${course} are confirmed`,
    }),
  free: ({ count, course }: Seats) =>
    plural(count, {
      one: `Your seat in ${course} is confirmed. There’s nothing to pay.`,
      other: `Your ${count} seats in ${course} are confirmed. There’s nothing to pay.`,
    }),
  partlyPaid: ({ count, course, paid, price }: Seats & { paid: string; price: string }) =>
    plural(count, {
      one: `We’ve received ${paid} of ${price}, and your seat in ${course} is confirmed.`,
      other: `We’ve received ${paid} of ${price}, and your ${count} seats in ${course} are confirmed.`,
    }),
  paid: ({ count, course }: Seats) =>
    plural(count, {
      one: `We’ve received your payment, and your seat in ${course} is confirmed.`,
      other: `We’ve received your payment, and your ${count} seats in ${course} are confirmed.`,
    }),
  dateToCome: 'We’ll let you know as soon as there’s a date.',
  seeYou: 'We look forward to seeing you.',
}

export const paymentReceived = {
  subject: ({ course }: { course: string }) => `We’ve received your payment for ${course}`,
  lead: ({ count, course, amount }: Seats & { amount: string }) =>
    plural(count, {
      one: `Thank you. We’ve received ${amount} for your seat in ${course}.`,
      other: `Thank you. We’ve received ${amount} for your ${count} seats in ${course}.`,
    }),
  paidInFull: 'You’ve now paid in full.',
  receivedNow: 'Received now',
}

export const refunded = {
  subject: ({ course }: { course: string }) => `Your refund for ${course}`,
  lead: ({ amount }: { amount: string }) => `We’ve refunded ${amount}.`,
  leadBy: ({ amount, method }: { amount: string; method: string }) => `We’ve refunded ${amount} (${method}).`,
  bankTakesDays: 'Your bank may take a few days to show it.',
}

export const corrected = {
  subject: ({ course }: { course: string }) => `A correction to your payment for ${course}`,
  lead: ({ course, amount }: { course: string; amount: string }) =>
    `We recorded by mistake that we’d received ${amount} from you for ${course}. We’re sorry.`,
  nothingDue: 'There’s nothing to pay.',
}

export const booked = {
  subject: ({ course }: { course: string }) => `We’ve received your booking for ${course}`,
  lead: ({ course }: { course: string }) => `Thank you for booking ${course}.`,
  weWrite: 'We’ll let you know as soon as we’ve received your payment.',
}

export const bookingConfirmed = {
  subject: ({ course }: { course: string }) => `Your booking for ${course} is confirmed`,
  lead: ({ course }: { course: string }) =>
    `Your booking for ${course} is confirmed. We look forward to seeing you.`,
  partlyPaid: ({ paid, price }: { paid: string; price: string }) => `We’ve received ${paid} of ${price}.`,
}

export const expired = {
  subject: ({ count, course }: Seats) =>
    plural(count, {
      one: `We’re no longer holding your seat in ${course}`,
      other: `We’re no longer holding your ${count} seats in ${course}`,
    }),
  checking: ({ count, course }: Seats) =>
    plural(count, {
      one: `You told us that you paid for ${course}, but we haven’t found your payment yet, so we’ve released your seat. Your money is safe. Once we find it, we’ll give you a seat if there’s one left, or call you.`,
      other: `You told us that you paid for ${course}, but we haven’t found your payment yet, so we’ve released your ${count} seats. Your money is safe. Once we find it, we’ll give you ${count} seats if that many are left, or call you.`,
    }),
  unpaid: ({ count, course }: Seats) =>
    plural(count, {
      one: `We haven’t received your payment for ${course}, so we’ve released your seat.`,
      other: `We haven’t received your payment for ${course}, so we’ve released your ${count} seats.`,
    }),
  callIfPaid: (us: { phone: string }) => `If you’ve paid, please ${reachUs(us)}.`,
}

export const missed = {
  subject: ({ count, course }: Seats) =>
    plural(count, {
      one: `There was no seat left in ${course}`,
      other: `There weren’t ${count} seats left in ${course}`,
    }),
  seatTaken: ({ course }: { course: string }) =>
    `Your booking for ${course} reached us after the payment deadline, and by then the last seat had been taken.`,
  closed: ({ course }: { course: string }) =>
    `Your booking for ${course} reached us after the payment deadline, and by then enrolment for this batch had closed.`,
  begun: ({ course }: { course: string }) =>
    `Your booking for ${course} reached us after the payment deadline, and by then the batch had begun.`,
  over: ({ course }: { course: string }) =>
    `Your booking for ${course} reached us after the payment deadline, and by then the batch was over.`,
  cancelled: ({ course }: { course: string }) =>
    `Your booking for ${course} reached us after the payment deadline, and by then this batch had been cancelled.`,
  money: ({ reference }: { reference: string }) =>
    `If you’ve paid, your money is safe. We’ll look for your payment under ${reference} and call you about another batch or a refund. If you haven’t paid, there’s nothing to pay.`,
}

export const moved = {
  subject: ({ count, course }: Seats) =>
    plural(count, {
      one: `Your seat in ${course} has moved to another batch`,
      other: `Your ${count} seats in ${course} have moved to another batch`,
    }),
  because: ({ course, reason }: { course: string; reason: string }) =>
    `We’re sorry. Your batch of ${course} has been cancelled. ${reason}`,
  lead: ({ count, course }: Seats) =>
    plural(count, {
      one: `We’ve moved your seat in ${course} to another batch.`,
      other: `We’ve moved your ${count} seats in ${course} to another batch.`,
    }),
  isFree: 'There’s nothing to pay for this batch.',
  price: ({ price, earlier }: { price: string; earlier: string }) =>
    `The price of this batch is ${price} instead of ${earlier}.`,
  refund: ({ amount }: { amount: string }) =>
    `You’ve paid ${amount} more than this price. We’ll refund the difference.`,
  dueTogether: ({ amount }: { amount: string }) =>
    `In total, ${amount} is due for all the seats that you booked together.`,
  checking: ({ count, until }: { count: number; until: string }) =>
    plural(count, {
      one: `You told us that you’ve paid, but we haven’t found your payment yet. We’ll hold your seat until ${until} and keep looking. It’s confirmed once we find your payment.`,
      other: `You told us that you’ve paid, but we haven’t found your payment yet. We’ll hold your ${count} seats until ${until} and keep looking. They’re confirmed once we find your payment.`,
    }),
  free: ({ count }: { count: number }) =>
    plural(count, {
      one: 'Your seat is confirmed. There’s nothing to pay.',
      other: `Your ${count} seats are confirmed. There’s nothing to pay.`,
    }),
  partlyPaid: ({ count, paid, price }: { count: number; paid: string; price: string }) =>
    plural(count, {
      one: `We’ve received ${paid} of ${price}, and it now counts towards your seat in this batch.`,
      other: `We’ve received ${paid} of ${price}, and it now counts towards your seats in this batch.`,
    }),
  paid: ({ count }: { count: number }) =>
    plural(count, {
      one: 'You don’t need to do anything. Your payment moves with your seat.',
      other: 'You don’t need to do anything. Your payment moves with your seats.',
    }),
  viewSeat: ({ count }: { count: number }) =>
    plural(count, { one: 'View your seat', other: 'View your seats' }),
  viewDue: 'View what’s due',
  earlierBatch: 'Previous batch',
  newBatch: 'New batch',
  ifUnsuitable: (us: { phone: string }) => `If the new date doesn’t suit you, please ${reachUs(us)}.`,
}

export const cancelled = {
  subject: ({ count, course }: Seats) =>
    plural(count, {
      one: `Your seat in ${course} has been cancelled`,
      other: `Your ${count} seats in ${course} have been cancelled`,
    }),
  lead: ({ count, course }: Seats) =>
    plural(count, {
      one: `We’ve cancelled your seat in ${course}.`,
      other: `We’ve cancelled your ${count} seats in ${course}.`,
    }),
  otherSeats: ({ count }: { count: number }) =>
    plural(count, {
      one: 'You keep your other seat.',
      other: `You keep your other ${count} seats.`,
    }),
  weCall: 'We have your payment and will call you about a refund or another batch.',
  nothingDue: 'There’s nothing to pay.',
  nothingMoreDue: ({ count }: { count: number }) =>
    plural(count, {
      one: 'There’s nothing more to pay for the cancelled seat.',
      other: 'There’s nothing more to pay for the cancelled seats.',
    }),
}

export const batchCancelled = {
  subject: ({ course }: { course: string }) => `Your batch of ${course} has been cancelled`,
  lead: ({ course, reason }: { course: string; reason: string }) =>
    `We’re sorry. Your batch of ${course} has been cancelled. ${reason}`,
}

export const notYourSeat = 'This isn’t one of your seats.'

/** Notices to the school. */
export const school = {
  newEnrolment: ({ course }: { course: string }) => `New enrolment in ${course}`,
  newBooking: ({ course }: { course: string }) => `New booking for ${course}`,
  seatsAdded: ({ course }: { course: string }) => `More seats booked in ${course}`,
  paymentToCheck: ({ course }: { course: string }) => `Check a payment for ${course}`,
  paymentReported: ({ name, amount, reference }: { name: string; amount: string; reference: string }) =>
    `${name} says they’ve paid ${amount} by UPI, with the reference ${reference}. Look for the payment in your UPI account. If it’s there, open the back office and press Mark paid. We’ll then confirm the seat.`,
  paymentWithoutSeat: ({ course }: { course: string }) =>
    `Payment received for ${course}, but there’s no seat`,
  seatsCancelled: ({ course }: { course: string }) => `Seat cancelled in ${course}`,
  cancelledBy: ({ name, count, amount }: { name: string; count: number; amount: string | null }) => {
    const what = plural(count, { one: 'their seat', other: `${count} seats` })
    return amount === null
      ? `${name} has cancelled ${what} on the site. There’s nothing to refund.`
      : `${name} has cancelled ${what} on the site. Refund ${amount}. You’ll find it under “Refunds due” in the Money Desk.`
  },
  bookingWithoutSeat: ({ course }: { course: string }) => `Late booking for ${course}, but there’s no seat`,
  reference: 'Reference',
  name: 'Name',
  seats: 'Seats',
  seatNames: ({ count, names }: { count: number; names: string }) =>
    plural(count, { one: `1 seat: ${names}`, other: `${count} seats: ${names}` }),
  email: 'E-mail',
  phone: 'Phone',
  batch: 'Batch',
  amount: 'Amount',
}
