import * as z from 'zod/mini'
import { amountInWords, batchInWords, decimalRupees, instantInWords } from '../../../contract/words.ts'
import type { Letter, Sender } from '../../platform/messages/letter.ts'
import { batchFacts, defineLetter, typedName } from '../../platform/messages/letter-kinds.ts'

const seat = z.object({
  name: typedName,
  courseTitle: z.string(),
  batch: batchFacts,
  reference: z.string(),
  amountInPaise: z.number(),
})
export type SeatFacts = z.output<typeof seat>

/** A letter about a seat goes by chat too, and has the seat's facts unless it gives others. */
function seatLetter<const N extends string, S extends z.ZodMiniObject<typeof seat.shape>>(
  name: N,
  data: S,
  write: (data: z.output<S>, sender: Sender) => Omit<Letter, 'to'>,
) {
  const withFacts = (given: z.output<S>, sender: Sender) => ({
    facts: seatFacts(given),
    ...write(given, sender),
  })
  return defineLetter(name, data, withFacts, { isChatToo: true })
}

const heldSeat = z.object({ ...seat.shape, holdUntil: z.string() })

export const enrolmentReceived = seatLetter(
  'enrolment-received',
  z.object({ ...heldSeat.shape, enrolmentId: z.string() }),
  (data, sender) => ({
    subject: `Your seat in ${data.courseTitle} is held`,
    paragraphs: [
      `Thank you for enrolling in ${data.courseTitle}. We hold your seat until ${instantInWords(data.holdUntil)}; it is yours once your payment has arrived.`,
    ],
    link: {
      label: `Pay ${amountInWords(data.amountInPaise)}`,
      url: `${sender.siteUrl}/payment?enrollment=${encodeURIComponent(data.enrolmentId)}&amount=${decimalRupees(data.amountInPaise)}`,
    },
    closing: `If you have any question, call us at ${sender.phone} and mention ${data.reference}.`,
  }),
)

export const enrolmentConfirmed = seatLetter('enrolment-confirmed', seat, (data, sender) => ({
  subject: `Your seat in ${data.courseTitle} is confirmed`,
  paragraphs: [
    data.amountInPaise === 0
      ? `Your seat in ${data.courseTitle} is confirmed. There is nothing to pay.`
      : `Your payment has arrived and your seat in ${data.courseTitle} is confirmed.`,
    data.batch.day === null
      ? 'We will write to you as soon as the date of the batch is fixed.'
      : 'We look forward to seeing you.',
  ],
  closing: `If you cannot come, please call us at ${sender.phone}.`,
}))

export const bookingReceived = seatLetter('booking-received', heldSeat, (data, sender) => ({
  subject: `Your booking for ${data.courseTitle} has arrived`,
  paragraphs: [
    `Thank you for booking ${data.courseTitle}. We hold your seat until ${instantInWords(data.holdUntil)}. You will hear from us as soon as your payment is confirmed.`,
  ],
  closing: `If you have any question, call us at ${sender.phone} and mention ${data.reference}.`,
}))

export const bookingConfirmed = seatLetter('booking-confirmed', seat, (data, sender) => ({
  subject: `Your booking for ${data.courseTitle} is confirmed`,
  paragraphs: [`Your booking for ${data.courseTitle} is confirmed. We look forward to seeing you.`],
  closing: `If you cannot come, please call us at ${sender.phone}.`,
}))

export const holdExpired = seatLetter(
  'hold-expired',
  z.object({ ...seat.shape, isChecking: z.boolean() }),
  (data, sender) => ({
    subject: `We could not hold your seat in ${data.courseTitle} any longer`,
    paragraphs: [
      data.isChecking
        ? `You told us that you have paid for ${data.courseTitle}, and we have not found the payment yet, so the hold on your seat has ended. Your money is not lost: once we find it, we give you a seat where there is one left, or call you.`
        : `Your payment for ${data.courseTitle} has not reached us, so the hold on your seat has ended and somebody else may take it. If you have paid, please call us at ${sender.phone}.`,
    ],
    link: { label: 'See our courses', url: `${sender.siteUrl}/classes` },
  }),
)

export const seatMoved = seatLetter(
  'seat-moved',
  z.object({ ...seat.shape, from: batchFacts }),
  (data, sender) => ({
    subject: `Your seat in ${data.courseTitle} is now in another batch`,
    paragraphs: [
      `We have moved your seat in ${data.courseTitle} to another batch. You do not need to do anything: what you paid goes with it.`,
    ],
    facts: [
      ['Was', batchInWords(data.from)],
      ['Is now', batchInWords(data.batch)],
      ['Reference', data.reference],
    ],
    closing: `If the new date does not suit you, please call us at ${sender.phone}.`,
  }),
)

export const seatCancelled = seatLetter(
  'seat-cancelled',
  z.object({ ...seat.shape, isPaid: z.boolean() }),
  (data, sender) => ({
    subject: `Your seat in ${data.courseTitle} is cancelled`,
    paragraphs: [
      `Your seat in ${data.courseTitle} is cancelled.`,
      data.isPaid
        ? 'We have your payment, and call you about your money or another batch.'
        : 'There is nothing to pay.',
    ],
    link: { label: 'See our courses', url: `${sender.siteUrl}/classes` },
    closing: `If that was not your wish, please call us at ${sender.phone}.`,
  }),
)

function seatFacts(data: SeatFacts): [string, string][] {
  return [
    ['Course', data.courseTitle],
    ['Batch', batchInWords(data.batch)],
    ['Amount', amountInWords(data.amountInPaise)],
    ['Reference', data.reference],
  ]
}
