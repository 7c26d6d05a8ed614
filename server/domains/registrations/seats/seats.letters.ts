import * as z from 'zod/mini'
import { type BatchState, batchStates } from '../../../../contract/catalogue/batch-states.ts'
import { moneyMethods, moneyMethodWords } from '../../../../contract/money/payment-methods.ts'
import {
  amountInWords,
  batchInWords,
  counted,
  decimalRupees,
  instantInWords,
} from '../../../../contract/words.ts'
import {
  type CalendarChange,
  callIfPaid,
  coursesLink,
  type Letter,
  type Link,
  proofIn,
  type Sender,
} from '../../../platform/messages/letter.ts'
import { batchFacts, defineLetter, typed, typedName } from '../../../platform/messages/letter-kinds.ts'
import { receiptLinks, receiptRefs } from '../../../platform/messages/receipt-links.ts'
import { sessionFacts, visitFacts, visitLinks } from '../../../platform/messages/visit.ts'

const seat = z.object({
  name: typedName,
  courseTitle: z.string(),
  batch: batchFacts,
  /** Missing in rows that an older version wrote to the outbox. */
  batchId: z.optional(z.string()),
  /** The batch that is removed from the payer's calendar, because the payer has no other confirmed seat in it. */
  leftBatchId: z.optional(z.string()),
  reference: z.string(),
  amountInPaise: z.number(),
  sessions: z.optional(z.array(z.string())),
  /** The number of seats; missing for a single seat. */
  seats: z.optional(z.number()),
  /** The guests' names; null for a guest whose name is not known yet. */
  guests: typed(z.optional(z.array(z.nullable(z.string())))),
  /** The id in the link to the page on which the payer pays and names the guests. */
  payId: z.optional(z.string()),
})
export type SeatFacts = z.output<typeof seat>

/**
 * Defines an e-mail about seats, which is also sent by chat. `write` adds to the shared facts, calendar changes and
 * closing, or replaces them.
 */
function seatLetter<const N extends string, S extends z.ZodMiniObject<typeof seat.shape>>(
  name: N,
  data: S,
  write: (data: z.output<S>, sender: Sender, words: ReturnType<typeof wordsFor>) => Omit<Letter, 'to'>,
) {
  const written = (given: z.output<S>, sender: Sender) => ({
    facts: seatFacts(given),
    calendar: leftDays(given),
    closing: `If you have any question, call us at ${sender.phone} and mention ${given.reference}.`,
    ...write(given, sender, wordsFor(given)),
  })
  return defineLetter(name, data, written, { isChatToo: true })
}

function leftDays({ leftBatchId }: Pick<SeatFacts, 'leftBatchId'>): CalendarChange[] {
  return leftBatchId === undefined ? [] : [{ batchId: leftBatchId, change: 'remove' }]
}

function ownDays({ batchId }: Pick<SeatFacts, 'batchId'>): CalendarChange[] {
  return batchId === undefined ? [] : [{ batchId, change: 'add' }]
}

function wordsFor({ seats: count = 1 }: Pick<SeatFacts, 'seats'>) {
  const [seats, places] = [`${count} seats`, `${count} places`]
  return count === 1
    ? { seats: 'seat', aSeat: 'a seat', place: 'place', a: 'a place', ...oneSeat }
    : { seats, aSeat: seats, place: places, a: places, ...severalSeats }
}
const oneSeat = { are: 'is', they: 'it is', go: 'goes', them: 'it' }
const severalSeats = { are: 'are', they: 'they are', go: 'go', them: 'them' }

/** True if a guest has no name yet. */
const isToName = ({ guests }: SeatFacts) => guests?.includes(null) === true

function nameLink(data: SeatFacts, sender: Sender): Link[] {
  if (data.payId === undefined || !isToName(data)) return []
  return [{ label: 'Say who comes', url: paymentUrl(data.payId, sender) }]
}

function paymentUrl(id: string, { siteUrl }: Sender): string {
  return `${siteUrl}/payment?enrollment=${encodeURIComponent(id)}`
}

const visit = (data: SeatFacts, sender: Sender): Pick<Letter, 'facts' | 'links'> => ({
  facts: [...seatFacts(data), ...visitFacts(data.batch, sender), ...sessionFacts(data.sessions)],
  links: [...nameLink(data, sender), ...visitLinks(data, sender)],
})

const heldSeat = z.object({
  ...seat.shape,
  holdUntil: z.string(),
  /**
   * The end of the hold once the payer has opened the link that proves the address; missing if it is proved already.
   */
  provedUntil: z.optional(z.string()),
  /** The id in the link that proves the address. Older outbox rows lack it: their link has the seat's id. */
  proofId: z.optional(z.string()),
})
type HeldSeat = z.output<typeof heldSeat>

/** Writes the text about the link that proves the address and extends the hold. */
function keepingIt(data: HeldSeat, { isByChat }: Sender): string[] {
  const { holdUntil, provedUntil } = data
  if (provedUntil === undefined || provedUntil <= holdUntil) return []
  return [
    `Please open the link ${isByChat ? 'in our letter' : 'below'} before then: it shows us that ${isByChat ? 'the' : 'this'} address is yours, and we hold the ${wordsFor(data).seats} until ${instantInWords(provedUntil)}.`,
  ]
}

function nothingComes(data: SeatFacts): string {
  const { seats, go } = wordsFor(data)
  return `If nothing has come by then, the ${seats} ${go} back and you owe nothing.`
}

function namingThem(data: SeatFacts): string[] {
  return isToName(data) ? ['You can say by the same link who comes, until the batch begins.'] : []
}

/** Makes the payment link; for an unproved address it also proves the address. */
function payLink(
  id: string,
  label: string,
  data: Pick<HeldSeat, 'amountInPaise' | 'provedUntil' | 'proofId'>,
  sender: Sender,
): Link {
  const proof = data.provedUntil === undefined ? '' : proofIn(sender, 'seat-proof', data.proofId ?? id)
  return { label, url: `${paymentUrl(id, sender)}&amount=${decimalRupees(data.amountInPaise)}${proof}` }
}

export const enrolmentReceived = seatLetter(
  'enrolment-received',
  z.object({ ...heldSeat.shape, enrolmentId: z.string() }),
  (data, sender, { seats, are, they }) => {
    return {
      subject: `Your ${seats} in ${data.courseTitle} ${are} held`,
      paragraphs: [
        `Thank you for enrolling in ${data.courseTitle}. We hold your ${seats} until ${instantInWords(data.holdUntil)}; ${they} yours once your payment has arrived. ${nothingComes(data)}`,
        ...keepingIt(data, sender),
        ...namingThem(data),
      ],
      ...visit(data, sender),
      // The main link serves both to pay and to name the guests.
      links: visitLinks(data, sender),
      link: payLink(data.enrolmentId, `Pay ${amountInWords(data.amountInPaise)}`, data, sender),
    }
  },
)

export const placeReserved = seatLetter(
  'place-reserved',
  // Older outbox rows have no id.
  z.object({ ...seat.shape, enrolmentId: z.optional(z.string()) }),
  (data, sender, { place, are, a, them }) => {
    return {
      subject: `Your ${place} in ${data.courseTitle} ${are} reserved`,
      paragraphs: [
        `Thank you for enrolling in ${data.courseTitle}. Its next date is not fixed yet. We keep ${a} for you and write to you when it is; then you pay for ${them}, or let ${them} go. Nothing is to be paid now.`,
      ],
      facts: seatFacts(data, 'Fee, once there is a date'),
      links: nameLink(data, sender),
      ...(data.enrolmentId !== undefined && {
        link: {
          label: `See your ${place}, or let ${them} go`,
          url: paymentUrl(data.enrolmentId, sender),
        },
      }),
    }
  },
)

export const dateFixed = seatLetter(
  'date-fixed',
  z.object({ ...heldSeat.shape, enrolmentId: z.string() }),
  (data, sender, { a, seats, they, them }) => ({
    subject: `${data.courseTitle} has a date`,
    paragraphs: [
      `You have ${a} in ${data.courseTitle}, and now there is a date. We keep your ${seats} until ${instantInWords(data.holdUntil)}; ${they} yours once your payment has arrived.`,
      `If the date does not suit you, let the ${seats} go by the same link, and somebody else can come.`,
      ...namingThem(data),
    ],
    link: {
      label: `Pay ${amountInWords(data.amountInPaise)}, or let ${them} go`,
      url: `${paymentUrl(data.enrolmentId, sender)}&amount=${decimalRupees(data.amountInPaise)}`,
    },
  }),
)

export const seatLetGo = seatLetter('seat-let-go', seat, (data, sender, { seats, are, them }) => ({
  subject: `You let your ${seats} in ${data.courseTitle} go`,
  paragraphs: [
    `Your ${seats} in ${data.courseTitle} ${are} given up, as you wished. Nothing is to be paid, and somebody else may take ${them}.`,
  ],
  link: coursesLink(sender),
  closing: `If that was not your wish, please call us at ${sender.phone}.`,
}))

/** `restInPaise` is the sum that is still due after a partial payment. */
const confirmedSeat = z.object({ ...seat.shape, restInPaise: z.optional(z.number()), receipts: receiptRefs })
type ConfirmedSeat = z.output<typeof confirmedSeat>

const visitAndRest = (data: ConfirmedSeat, sender: Sender): Pick<Letter, 'facts' | 'links' | 'calendar'> => {
  const { facts = [], links = [] } = visit(data, sender)
  return {
    facts: [...facts, ...restFact(data)],
    links: [...links, ...receiptLinks(data.receipts, sender)],
    calendar: ownDays(data),
  }
}

function restFact({ restInPaise = 0 }: Pick<ConfirmedSeat, 'restInPaise'>): [string, string][] {
  return restInPaise > 0 ? [['Still to be paid', amountInWords(restInPaise)]] : []
}

/** `₹777 of ₹1,500 has arrived` */
function partCame({ amountInPaise, restInPaise = 0 }: ConfirmedSeat): string {
  return `${amountInWords(amountInPaise - restInPaise)} of ${amountInWords(amountInPaise)} has arrived`
}

const payRest = (restInPaise: number) =>
  `${amountInWords(restInPaise)} is still to be paid: please bring it to the school, or pay it as before and mention the reference.`

export const enrolmentConfirmed = seatLetter('enrolment-confirmed', confirmedSeat, (data, sender, words) => {
  const { seats, are } = words
  const { restInPaise = 0 } = data
  return {
    subject: `Your ${seats} in ${data.courseTitle} ${are} confirmed`,
    paragraphs: [
      data.amountInPaise === 0
        ? `Your ${seats} in ${data.courseTitle} ${are} confirmed. There is nothing to pay.`
        : restInPaise > 0
          ? `${partCame(data)}, and your ${seats} in ${data.courseTitle} ${are} confirmed. ${payRest(restInPaise)}`
          : `Your payment has arrived and your ${seats} in ${data.courseTitle} ${are} confirmed.`,
      data.batch.day === null
        ? 'We will write to you as soon as the date of the batch is fixed.'
        : 'We look forward to seeing you.',
    ],
    ...visitAndRest(data, sender),
    closing: `If you cannot come, please call us at ${sender.phone}.`,
  }
})

export const moneyCame = seatLetter(
  'seat-money-came',
  z.object({ ...seat.shape, cameInPaise: z.number(), restInPaise: z.number(), receipts: receiptRefs }),
  (data, sender, { seats }) => ({
    subject: `Your payment for ${data.courseTitle} has arrived`,
    paragraphs: [
      `Thank you: ${amountInWords(data.cameInPaise)} for your ${seats} in ${data.courseTitle} has arrived. ${data.restInPaise > 0 ? payRest(data.restInPaise) : 'Everything is paid now.'}`,
    ],
    facts: [...seatFacts(data), ['Arrived now', amountInWords(data.cameInPaise)], ...restFact(data)],
    links: receiptLinks(data.receipts, sender),
  }),
)

export const seatRefunded = seatLetter(
  'seat-refunded',
  z.object({ ...seat.shape, backInPaise: z.number(), method: z.nullable(z.enum(moneyMethods)) }),
  (data) => ({
    subject: `Your money for ${data.courseTitle} is on its way back`,
    paragraphs: [
      `We have sent ${amountInWords(data.backInPaise)} back to you${data.method === null ? '' : ` (${moneyMethodWords[data.method]})`}. A bank may take a few days to show it.`,
    ],
  }),
)

export const moneyWasMistaken = seatLetter(
  'seat-money-mistaken',
  z.object({ ...seat.shape, mistakeInPaise: z.number(), restInPaise: z.number() }),
  (data) => ({
    subject: `A correction about your payment for ${data.courseTitle}`,
    paragraphs: [
      `We noted by mistake that ${amountInWords(data.mistakeInPaise)} for ${data.courseTitle} had arrived from you, and are sorry. ${data.restInPaise > 0 ? payRest(data.restInPaise) : 'Nothing is to be paid.'}`,
    ],
    facts: [...seatFacts(data), ...restFact(data)],
  }),
)

export const bookingReceived = seatLetter(
  'booking-received',
  // Older outbox rows have no id.
  z.object({ ...heldSeat.shape, bookingId: z.optional(z.string()) }),
  (data, sender, { seats, are }) => ({
    subject: `Your booking for ${data.courseTitle} has arrived`,
    paragraphs: [
      `Thank you for booking ${data.courseTitle}. We hold your ${seats} until ${instantInWords(data.holdUntil)}. You will hear from us as soon as your payment is confirmed.`,
      `The ${seats} ${are} yours once your payment has arrived. ${nothingComes(data)}`,
      ...keepingIt(data, sender),
      ...namingThem(data),
    ],
    ...visit(data, sender),
    links: visitLinks(data, sender),
    ...(data.bookingId !== undefined && {
      link: payLink(
        data.bookingId,
        // A simulated payment is made on the linked page, so nobody can have paid before.
        `Pay ${amountInWords(data.amountInPaise)}${sender.isSimulated ? '' : ', if you have not yet'}`,
        data,
        sender,
      ),
    }),
  }),
)

export const bookingConfirmed = seatLetter('booking-confirmed', confirmedSeat, (data, sender) => {
  const { restInPaise = 0 } = data
  const confirmed = `Your booking for ${data.courseTitle} is confirmed. We look forward to seeing you.`
  return {
    subject: `Your booking for ${data.courseTitle} is confirmed`,
    paragraphs: restInPaise > 0 ? [confirmed, `${partCame(data)}. ${payRest(restInPaise)}`] : [confirmed],
    ...visitAndRest(data, sender),
    closing: `If you cannot come, please call us at ${sender.phone}.`,
  }
})

export const holdExpired = seatLetter(
  'hold-expired',
  z.object({ ...seat.shape, isChecking: z.boolean() }),
  (data, sender, { seats, them }) => ({
    subject: `We could not hold your ${seats} in ${data.courseTitle} any longer`,
    paragraphs: [
      data.isChecking
        ? `You told us that you have paid for ${data.courseTitle}, and we have not found the payment yet, so the hold on your ${seats} has ended. Your money is not lost: once we find it, we give you ${(data.seats ?? 1) === 1 ? 'a seat where there is one' : `your ${data.seats} seats where there are as many`} left, or call you.`
        : `Your payment for ${data.courseTitle} has not reached us, so the hold on your ${seats} has ended and somebody else may take ${them}.${callIfPaid(sender)}`,
    ],
    link: coursesLink(sender),
    closing: undefined,
  }),
)

/**
 * The reason why no seat was left, by the state of the batch. In a state that is not listed, somebody else took the
 * last seat.
 */
const missedBecause: Partial<Record<BatchState, string>> = {
  closed: 'enrolment for this batch was closed',
  hidden: 'enrolment for this batch was closed',
  running: 'the batch had begun',
  over: 'the batch was over',
  cancelled: 'this batch does not take place any more',
}

export const seatMissing = seatLetter(
  'seat-missing',
  // Older outbox rows do not contain the state of the batch.
  z.object({ ...seat.shape, batchState: z.optional(z.enum(batchStates)) }),
  (data, sender) => ({
    subject: `There ${(data.seats ?? 1) === 1 ? 'was no seat' : `were no ${data.seats} seats`} left in ${data.courseTitle}`,
    paragraphs: [
      `The time to pay for ${data.courseTitle} had ended when your booking arrived, and ${missedBecause[data.batchState ?? 'full'] ?? 'the last seat had gone to somebody else'}.`,
      `If you have paid, your money is not lost: we look for it under ${data.reference}, and call you about another date or send it back. If you have not paid, you owe nothing.`,
    ],
    link: coursesLink(sender),
  }),
)

const movedSeat = z.object({
  ...confirmedSeat.shape,
  ...z.partial(z.pick(heldSeat, { holdUntil: true, provedUntil: true, proofId: true })).shape,
  from: batchFacts,
  /** The reason why the old batch was cancelled. */
  reason: z.optional(z.string()),
  /** The state of the seats in the new batch. Older outbox rows lack this field and the sums below. */
  stands: z.optional(z.enum(['held', 'checking', 'place', 'confirmed'])),
  /** The sum that the link asks for, covering all seats of the group. */
  dueInPaise: z.optional(z.number()),
  /** The price before the move, if it changed. */
  wasInPaise: z.optional(z.number()),
  /** The money that was paid beyond the new price. */
  backInPaise: z.optional(z.number()),
})
export type MovedSeat = z.input<typeof movedSeat>

function movedPrice({ wasInPaise, amountInPaise, backInPaise = 0 }: z.output<typeof movedSeat>): string[] {
  if (wasInPaise === undefined) return []
  const back =
    backInPaise > 0
      ? [`${amountInWords(backInPaise)} of what you paid is more than that, and goes back to you.`]
      : []
  if (amountInPaise === 0) return ['In this batch there is nothing to pay.', ...back]
  return [
    `In this batch the price is ${amountInWords(amountInPaise)}, and not ${amountInWords(wasInPaise)}.`,
    ...back,
  ]
}

function movedMoney(data: z.output<typeof movedSeat>, sender: Sender): string[] {
  const { stands, amountInPaise, restInPaise = 0, dueInPaise = amountInPaise, holdUntil = '' } = data
  const { seats, are, a, they, them } = wordsFor(data)
  if (stands === 'held')
    return [
      `We hold your ${seats} there until ${instantInWords(holdUntil)}; ${they} yours once your payment has arrived. ${nothingComes(data)}`,
      ...(dueInPaise === amountInPaise
        ? []
        : [`${amountInWords(dueInPaise)} is to be paid for all seats that you took in one go.`]),
      ...keepingIt({ ...data, holdUntil }, sender),
      ...namingThem(data),
    ]
  if (stands === 'checking')
    return [
      `You told us that you have paid, and we have not found the payment yet. We hold your ${seats} there until ${instantInWords(holdUntil)} and look for it: once we find it, ${they} yours.`,
      ...keepingIt({ ...data, holdUntil }, sender),
    ]
  if (stands === 'place')
    return [
      `Its date is not fixed yet. We keep ${a} for you and write to you when it is; then you pay for ${them}, or let ${them} go. Nothing is to be paid now.`,
    ]
  if (stands === undefined) return []
  if (amountInPaise === 0) return [`Your ${seats} ${are} confirmed. There is nothing to pay.`]
  if (restInPaise > 0) return [`${partCame(data)}, and goes with ${them}. ${payRest(restInPaise)}`]
  return [`You do not need to do anything: what you paid goes with ${them}.`]
}

function movedLink(data: z.output<typeof movedSeat>, sender: Sender): Link[] {
  const { stands, payId, amountInPaise, restInPaise = 0, dueInPaise = restInPaise || amountInPaise } = data
  if (payId === undefined) return []
  const { seats, place, them } = wordsFor(data)
  const link = (label: string) => [payLink(payId, label, { ...data, amountInPaise: dueInPaise }, sender)]
  if (stands === 'held') return link(`Pay ${amountInWords(dueInPaise)}, or let ${them} go`)
  if (stands === 'checking') return link(`See your ${seats}`)
  if (stands === 'place') return link(`See your ${place}, or let ${them} go`)
  return restInPaise > 0 ? link('See what is still to be paid') : []
}

export const seatMoved = seatLetter('seat-moved', movedSeat, (data, sender, { seats, are }) => {
  const [link] = movedLink(data, sender)
  return {
    subject: `Your ${seats} in ${data.courseTitle} ${are} now in another batch`,
    paragraphs: [
      ...(data.reason === undefined
        ? []
        : [`We are sorry: your batch of ${data.courseTitle} does not take place. ${data.reason}`]),
      `We have moved your ${seats} in ${data.courseTitle} to another batch.`,
      ...movedPrice(data),
      ...movedMoney(data, sender),
    ],
    facts: [
      ['Was', batchInWords(data.from)],
      ['Is now', batchInWords(data.batch)],
      ...whoComes(data),
      ...(data.stands === undefined ? [] : [amountFact(data)]),
      ['Reference', data.reference],
      ...visitFacts(data.batch, sender),
      ...sessionFacts(data.sessions),
      ...restFact(data),
    ],
    calendar: [...leftDays(data), ...(data.stands === 'confirmed' ? ownDays(data) : [])],
    ...(link && { link }),
    links: [
      // The main link serves both to pay and to name the guests.
      ...(link ? [] : nameLink(data, sender)),
      ...visitLinks(data, sender),
      ...receiptLinks(data.receipts, sender),
    ],
    closing: `If the new date does not suit you, please call us at ${sender.phone}.`,
  }
})

export const seatCancelled = seatLetter(
  'seat-cancelled',
  // `seatsLeft` counts the remaining seats of the group.
  z.object({ ...seat.shape, isPaid: z.boolean(), seatsLeft: z.optional(z.number()) }),
  (data, sender, { seats, are }) => ({
    subject: `Your ${seats} in ${data.courseTitle} ${are} cancelled`,
    paragraphs: [
      `Your ${seats} in ${data.courseTitle} ${are} cancelled.`,
      ...(data.seatsLeft === undefined
        ? []
        : [`You keep ${counted(data.seatsLeft, 'other seat')} that you took in the same go.`]),
      data.isPaid
        ? 'We have your payment, and call you about your money or another batch.'
        : data.seatsLeft === undefined
          ? 'There is nothing to pay.'
          : 'There is nothing to pay for it any more.',
    ],
    link: coursesLink(sender),
    closing: `If that was not your wish, please call us at ${sender.phone}.`,
  }),
)

export const batchCancelled = seatLetter(
  'batch-cancelled',
  z.object({ ...seat.shape, isPaid: z.boolean(), reason: z.string() }),
  (data, sender, { aSeat }) => ({
    subject: `The batch of ${data.courseTitle} in which you have ${aSeat} is cancelled`,
    paragraphs: [
      `We are sorry: the batch of ${data.courseTitle} in which you have ${aSeat} does not take place. ${data.reason}`,
      data.isPaid
        ? 'We have your payment, and call you about your money or another batch.'
        : 'There is nothing to pay.',
    ],
    link: coursesLink(sender),
  }),
)

function seatFacts(data: SeatFacts, sumName = 'Amount'): [string, string][] {
  return [
    ['Course', data.courseTitle],
    ['Batch', batchInWords(data.batch)],
    ...whoComes(data),
    amountFact(data, sumName),
    ['Reference', data.reference],
  ]
}

function amountFact({ amountInPaise }: Pick<SeatFacts, 'amountInPaise'>, name = 'Amount'): [string, string] {
  return [name, amountInPaise === 0 ? 'Free' : amountInWords(amountInPaise)]
}

/**
 * Writes the line of an e-mail about how many seats there are, and for whom. An unproved address gets only the number,
 * because the outbox removes the names.
 */
function whoComes({ seats, guests }: SeatFacts): [string, string][] {
  if (seats === undefined) return []
  const names = guests?.map((name) => name ?? 'name to come').join(', ')
  return [['Seats', names ? `${seats}: ${names}` : String(seats)]]
}
