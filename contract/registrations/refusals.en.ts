// Refusals about enrolments, bookings, seats and waiting lists, in English.

import type { BatchState } from '../catalogue/batch-states.ts'
import { plural } from '../plural.ts'
import { reachUs } from '../reach-us.en.ts'
import { amountInWords, dayInWords, instantInWords } from '../words.ts'

type SeatKind = 'enrolment' | 'event-booking'

type UnsoldState = Exclude<BatchState, 'open' | 'full' | 'hidden'>
const unsoldOn: Record<UnsoldState, (facts: { day: string }) => string> = {
  closed: ({ day }) => `Enrolment for the batch on ${day} is closed.`,
  running: ({ day }) => `The batch on ${day} has begun.`,
  over: ({ day }) => `The batch on ${day} is over.`,
  cancelled: ({ day }) => `The batch on ${day} was cancelled.`,
}
const unsoldUndated: Record<UnsoldState, string> = {
  closed: 'Enrolment for this batch is closed.',
  running: 'This batch has begun.',
  over: 'This batch is over.',
  cancelled: 'This batch was cancelled.',
}

/**
 * The reason why a booking that was paid late has no seat. If the batch's state is not in this table, somebody else
 * took the seat.
 */
const seatless: Partial<Record<BatchState, string>> = {
  closed: 'The hold on your seat has ended, and enrolment for this batch is closed.',
  hidden: 'The hold on your seat has ended, and enrolment for this batch is closed.',
  running: 'The hold on your seat has ended, and the batch has begun.',
  over: 'The hold on your seat has ended, and the batch is over.',
  cancelled: 'This batch was cancelled.',
}
const seatTaken = 'The hold on your seat has ended, and someone else took the last seat.'

export const refusals = {
  not_found: {
    'trial-unknown': 'This trial is over. Begin another one.',
    'seat-unknown': ({ kind }: { kind: SeatKind }) =>
      ({
        enrolment: 'We couldn’t find this enrolment.',
        'event-booking': 'We couldn’t find this booking.',
      })[kind],
    'roster-seat-unknown': 'We couldn’t find this seat.',
    'hold-unknown': 'This seat is no longer held. Choose it again.',
    'place-unknown': 'This link no longer works. Use the link in our latest e-mail.',
    'link-of-others': 'This link doesn’t work. Use the link in our e-mail, or call us.',
    'asked-over': 'This link has expired, or the request was cancelled. Choose a batch and ask again.',
  },
  limit_reached: {
    'group-large': ({ max }: { max: number }) =>
      plural(max, {
        one: 'You can take only one seat at a time here. If you’re coming with others, please call us.',
        other: `You can take at most ${max} seats at a time. If more of you are coming, please call us.`,
      }),
    'holds-unproved':
      'This is more than we can hold before you’ve confirmed your e-mail address. Try again with fewer seats or without a code, or call us.',
    'links-of-network': (us: { phone: string }) =>
      `Too many links have been requested from your network today, so we can’t send another. Please ${reachUs(us)}, and we’ll help you.`,
  },
  validation_failed: {
    'seat-reason-missing':
      'Give a reason for a different price, for a seat beyond the capacity, or for taking someone out of turn.',
    'letter-without-readers': 'Nobody would receive this message. Choose other people to send it to.',
  },
  conflict: {
    'trial-undated': 'No class has a batch that people can book. Add a class with a date, then try again.',
    'trial-full': 'Every batch is full. Add a batch, or more seats to one, then try again.',
    'trial-of-undated':
      'This class has no date yet. Give it one in the back office, or choose another class.',
    'others-of-ended': 'This seat is no longer held, so you can’t add anyone to it.',
    'others-of-paid':
      'This seat is paid for, or its payment is being checked. Book a separate seat for anyone else who is coming.',
    'others-unproved': 'Open the link in our e-mail first. Then you can add a person.',
    'names-closed': 'This batch has already begun. When you’re at the school, tell us who is coming.',
    'names-of-ended': 'This seat is no longer held, so you can’t name anyone for it.',
    'event-over': 'This event is over or has no date yet, so you can’t book it. Choose another one.',
    'nothing-to-pay-yet':
      'This course has no date yet, so there’s nothing to pay. We’ll write to you as soon as there is one.',
    'seat-not-let-go': 'This seat is paid for, or its payment is being checked. Please call us to cancel it.',
    'cancel-by-call': (us: { phone: string }) => `You can’t cancel this seat here. Please ${reachUs(us)}.`,
    'cancel-late': ({ until, phone }: { until: string; phone: string }) =>
      `This seat could be cancelled here until ${instantInWords(until)}. To cancel now, please ${reachUs({ phone })}.`,
    'cancel-checked': (us: { phone: string }) =>
      `We’re checking your payment, so this seat can’t be cancelled here yet. Please ${reachUs(us)}.`,
    'cancel-unproved': (us: { phone: string }) =>
      `To cancel this seat, open the link in our e-mail about it, or ${reachUs(us)}.`,
    'cancel-done': 'This seat is already cancelled.',
    'cancel-unconfirmed': 'This seat isn’t confirmed any more, so there’s nothing to cancel.',
    'seats-free': 'This batch still has seats. You can enrol right away.',
    'place-unconfirmed': 'Your place isn’t confirmed yet. Confirm it first.',
    'place-waits': 'There’s no free seat for you yet. We’ll write to you when it’s your turn.',
    'place-left': 'You’ve left this waiting list. You can join it again on the course’s page.',
    'offer-over': ({ until }: { until: string }) =>
      `This offer ended on ${instantInWords(until)}, and the seat went to the next person. You can join the waiting list again on the course’s page.`,
    'seat-cancelled': ({ kind }: { kind: SeatKind }) =>
      ({
        enrolment: 'This enrolment was cancelled. Contact us if you have questions.',
        'event-booking': 'This booking was cancelled. Contact us if you have questions.',
      })[kind],
    'money-for-cancelled-seat': ({ kind }: { kind: SeatKind }) =>
      ({
        enrolment:
          'This enrolment was cancelled. Match the payment with another enrolment, booking or order, or refund it and record the refund.',
        'event-booking':
          'This booking was cancelled. Match the payment with another booking, enrolment or order, or refund it and record the refund.',
      })[kind],
    'seat-paid': ({ kind }: { kind: SeatKind }) =>
      ({
        enrolment:
          'This enrolment is already paid. If this is a second payment, refund it and record the refund.',
        'event-booking':
          'This booking is already paid. If this is a second payment, refund it and record the refund.',
      })[kind],
    'seat-price-ended': 'This seat is no longer held, so you can’t change its price.',
    'no-unseated-money':
      'This payment has already been refunded, or now counts towards a seat. Refresh the list.',
    'seat-hold-over': 'The hold on this seat has ended and nothing was paid, so there is no seat to move.',
    'move-impossible': 'You can only move a seat to a batch of the same class that isn’t over.',
    'move-price-differs': ({ hereInPaise, thereInPaise }: { hereInPaise: number; thereInPaise: number }) =>
      `A seat costs ${amountInWords(thereInPaise)} in the other batch and ${amountInWords(hereInPaise)} in this one. Choose which price applies.`,
    'waiting-over': 'This person is no longer on the waiting list. Refresh the roster.',
    'waiting-elsewhere': 'This person is on the waiting list for another batch.',
    'seat-note-changed': ({ note }: { note: string | null }) =>
      note === null
        ? 'Someone has removed this note.'
        : `Someone has changed this note. It now reads: ${note}`,
    'seat-person-changed':
      'Someone has changed these details. Check what they say now, and correct them again.',
    'seat-without-letters': 'This seat is no longer held, so there’s no e-mail about it to send again.',
  },
  amount_differs: {
    'cancel-sum-changed': ({ backInPaise }: { backInPaise: number }) =>
      `The refund for this has changed to ${amountInWords(backInPaise)}. Check it, and cancel again if you still want to.`,
  },
  already_enrolled: {
    'seat-held': ({ reference }: { reference: string }) =>
      `You already have a seat (${reference}). Pay for it, or add a person.`,
    'seat-free-held': ({ reference }: { reference: string }) =>
      `You already have a seat (${reference}). There’s nothing to pay.`,
    'unpaid-many': ({ max }: { max: number }) =>
      `You already hold ${max} unpaid seats or orders. Pay for one, or open the link in one of our e-mails, and try again.`,
    // The message is the same whether a seat is held or not, so that a stranger cannot learn who has enrolled.
    'seat-maybe-held': 'If you already have a seat with these details, we’ve e-mailed you the link to it.',
  },
  batch_full: {
    'seats-few': ({ left }: { left: number }) =>
      plural(left, {
        one: 'Only 1 seat is left in this batch. Ask for 1, or choose another batch.',
        other: `Only ${left} seats are left in this batch. Ask for ${left} or fewer, or choose another batch.`,
      }),
    'hold-over':
      'The hold on your seat has ended, and there are no seats left. You weren’t charged. Choose another batch.',
    'payment-late':
      'Your payment arrived after the hold on your seat ended, and there are no seats left. We’ll call you about another batch or a refund.',
    'booking-without-seat': ({ reference, batch }: { reference: string; batch: BatchState }) =>
      `${seatless[batch] ?? seatTaken} If you’ve paid, your money is safe. We’ll look for it under ${reference}, and call you about another batch or a refund. If you haven’t paid, there’s nothing to pay.`,
    'money-without-seat':
      'The payment is recorded, but there are no seats left. Offer another batch or refund the payment.',
  },
  batch_changed: {
    'batch-moved': ({ day }: { day: string }) =>
      `The next batch now begins on ${dayInWords(day)}. Check the new date and try again.`,
    'seat-elsewhere': ({ day }: { day: string }) =>
      `Your seat is in the batch on ${dayInWords(day)}. Choose your batch again.`,
    'batch-terms-changed': 'This batch has just changed. Check its date and price, and confirm again.',
    'batch-not-sold': ({
      day,
      state,
      isOtherOpen,
    }: {
      day: string | null
      state: UnsoldState
      isOtherOpen: boolean
    }) => {
      const what = day === null ? unsoldUndated[state] : unsoldOn[state]({ day: dayInWords(day) })
      return isOtherOpen
        ? `${what} Choose one of the open batches.`
        : `${what} No other batch is open right now. Please call us to hear about the next one.`
    },
  },
}
