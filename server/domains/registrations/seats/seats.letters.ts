import * as z from 'zod/mini'
import { type BatchState, batchStates } from '../../../../contract/catalogue/batch-states.ts'
import { moneyMethods, moneyMethodWords } from '../../../../contract/money/payment-methods.ts'
import {
  amountInWords,
  batchInWords,
  decimalRupees,
  instantInWords,
  joined,
} from '../../../../contract/words.ts'
import {
  type CalendarChange,
  coursesLink,
  type Letter,
  type Link,
  proofIn,
  type Sender,
  termsLink,
} from '../../../platform/messages/letter.ts'
import { batchFacts, defineLetter, typed, typedName } from '../../../platform/messages/letter-kinds.ts'
import { receiptLinks, receiptRefs } from '../../../platform/messages/receipt-links.ts'
import {
  openingWeek,
  schoolFacts,
  sessionFacts,
  visitFacts,
  visitLinks,
} from '../../../platform/messages/visit.ts'
import * as shared from '../registrations.en.ts'
import * as text from './seats.en.ts'

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
  /** The text of the terms that the payer accepted. Missing for a seat that staff added. */
  termsHash: z.optional(z.string()),
  /** The id in the link to the page on which the payer pays and names the guests. */
  payId: z.optional(z.string()),
})
export type SeatFacts = z.output<typeof seat>

/**
 * Defines an e-mail about seats, which is also sent by chat. `write` adds to the shared facts, calendar changes and
 * closing, or replaces them. `of` has the facts of most texts.
 */
function seatLetter<const N extends string, S extends z.ZodMiniObject<typeof seat.shape>>(
  name: N,
  data: S,
  write: (data: z.output<S>, sender: Sender, of: { count: number; course: string }) => Omit<Letter, 'to'>,
) {
  const written = (given: z.output<S>, sender: Sender) => ({
    facts: seatFacts(given),
    calendar: leftDays(given),
    closing: shared.questionsAbout({ phone: sender.phone, reference: given.reference }),
    ...write(given, sender, { count: countOf(given), course: given.courseTitle }),
  })
  return defineLetter(name, data, written, { isChatToo: true })
}

function leftDays({ leftBatchId }: Pick<SeatFacts, 'leftBatchId'>): CalendarChange[] {
  return leftBatchId === undefined ? [] : [{ batchId: leftBatchId, change: 'remove' }]
}

function ownDays({ batchId }: Pick<SeatFacts, 'batchId'>): CalendarChange[] {
  return batchId === undefined ? [] : [{ batchId, change: 'add' }]
}

const countOf = ({ seats = 1 }: Pick<SeatFacts, 'seats'>): number => seats

/** True if a guest has no name yet. */
const isToName = ({ guests }: SeatFacts) => guests?.includes(null) === true

function nameLink(data: SeatFacts, sender: Sender): Link[] {
  if (data.payId === undefined || !isToName(data)) return []
  return [{ label: text.addNames, url: paymentUrl(data.payId, sender) }]
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
   * The end of the hold once the payer has opened the link that proves the address; missing if the address is proved
   * already.
   */
  provedUntil: z.optional(z.string()),
  /** The id in the link that proves the address. Older outbox rows lack this field: their link has the seat's id. */
  proofId: z.optional(z.string()),
})
type HeldSeat = z.output<typeof heldSeat>

/** Writes the text about the link that proves the address and extends the hold. */
function provingIt(data: HeldSeat, { isByChat, sendsEmails = true }: Sender): string[] {
  const { holdUntil, provedUntil } = data
  if (provedUntil === undefined || provedUntil <= holdUntil || (isByChat && !sendsEmails)) return []
  const facts = { count: countOf(data), until: instantInWords(provedUntil) }
  return [isByChat ? text.confirmAddressByEmail(facts) : text.confirmAddress(facts)]
}

function heldSentence(data: HeldSeat): string {
  return text.heldUntil({ count: countOf(data), until: instantInWords(data.holdUntil) })
}

const addingNames = (data: SeatFacts): string[] => (isToName(data) ? [text.addNamesByLink] : [])

/** Makes the payment link. The link also proves the address, if it is unproved. */
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
  (data, sender, of) => ({
    subject: text.received.subject(of),
    paragraphs: [
      joined([text.received.thanks(of), heldSentence(data), text.ifUnpaid(of)], ' '),
      ...provingIt(data, sender),
      ...addingNames(data),
    ],
    ...visit(data, sender),
    // The main link serves both to pay and to name the guests.
    links: [...visitLinks(data, sender), ...termsLink(data, sender)],
    link: payLink(data.enrolmentId, text.pay({ amount: amountInWords(data.amountInPaise) }), data, sender),
  }),
)

export const placeReserved = seatLetter(
  'place-reserved',
  // Older outbox rows have no id.
  z.object({ ...seat.shape, enrolmentId: z.optional(z.string()) }),
  (data, sender, of) => ({
    subject: text.reserved.subject(of),
    paragraphs: [joined([text.reserved.thanks(of), text.placeReserved(of)], ' ')],
    facts: seatFacts(data, text.reserved.fee),
    links: [...nameLink(data, sender), ...termsLink(data, sender)],
    ...(data.enrolmentId !== undefined && {
      link: { label: text.viewOrCancelPlace(of), url: paymentUrl(data.enrolmentId, sender) },
    }),
  }),
)

export const dateFixed = seatLetter(
  'date-fixed',
  z.object({ ...heldSeat.shape, enrolmentId: z.string() }),
  (data, sender, of) => ({
    subject: text.dated.subject(of),
    paragraphs: [
      joined([text.dated.lead(of), heldSentence(data)], ' '),
      text.dated.ifUnsuitable,
      ...addingNames(data),
    ],
    link: {
      label: text.payOrCancel({ amount: amountInWords(data.amountInPaise) }),
      url: `${paymentUrl(data.enrolmentId, sender)}&amount=${decimalRupees(data.amountInPaise)}`,
    },
  }),
)

export const seatLetGo = seatLetter(
  'seat-let-go',
  z.object({
    ...seat.shape,
    /** The money paid for the cancelled seats. Missing for seats that were never confirmed. */
    paidInPaise: z.optional(z.number()),
    backInPaise: z.optional(z.number()),
    /** The money paid for the cancelled seats that now pays for the payer's other seats. */
    movesInPaise: z.optional(z.number()),
    /** The number of the payer's other seats. */
    seatsLeft: z.optional(z.number()),
  }),
  ({ paidInPaise = 0, backInPaise = 0, movesInPaise = 0, seatsLeft = 0 }, sender, of) => ({
    subject: text.youCancelled.subject(of),
    paragraphs: [
      joined(
        [text.youCancelled.lead(of), paidInPaise + movesInPaise === 0 && text.cancelled.nothingDue],
        ' ',
      ),
      ...(movesInPaise === 0 ? [] : [text.youCancelled.pays({ amount: amountInWords(movesInPaise) })]),
      ...(paidInPaise === 0 ? [] : [refundOf(paidInPaise, backInPaise)]),
      ...(seatsLeft === 0 ? [] : [text.cancelled.otherSeats({ count: seatsLeft })]),
    ],
    link: coursesLink(sender),
    closing: text.notYourWish(sender),
  }),
)

function refundOf(paidInPaise: number, backInPaise: number): string {
  const paid = amountInWords(paidInPaise)
  if (backInPaise === 0) return text.youCancelled.keeps({ paid })
  return backInPaise < paidInPaise
    ? text.youCancelled.refundsPart({ paid, amount: amountInWords(backInPaise) })
    : text.youCancelled.refunds({ paid })
}

/** `restInPaise` is the sum that is still due after a partial payment. */
const confirmedSeat = z.object({
  ...seat.shape,
  restInPaise: z.optional(z.number()),
  receipts: receiptRefs,
  /** The payer's seat, to whose page the letter links. Older outbox rows lack `ownId` and `proofId`. */
  ownId: z.optional(z.string()),
  /** The id in the link which proves that the reader of the page is the payer. */
  proofId: z.optional(z.string()),
  /**
   * The time until which the payer can cancel on that page; null if there is no deadline. Missing if the payer cannot
   * cancel.
   */
  cancelUntil: z.optional(z.nullable(z.string())),
})
type ConfirmedSeat = z.output<typeof confirmedSeat>

const visitAndRest = (
  data: ConfirmedSeat,
  sender: Sender,
): Pick<Letter, 'facts' | 'links' | 'calendar' | 'closing'> => {
  const { facts = [], links = [] } = visit(data, sender)
  return {
    facts: [...facts, ...restFact(data)],
    links: [
      ...links,
      ...ownLink(data, sender),
      ...receiptLinks(data.receipts, sender),
      ...termsLink(data, sender),
    ],
    calendar: ownDays(data),
    closing: cannotCome(data, sender),
  }
}

function ownLink({ ownId, proofId, ...data }: ConfirmedSeat, sender: Sender): Link[] {
  if (ownId === undefined || proofId === undefined) return []
  const facts = { count: countOf(data) }
  const label = data.cancelUntil === undefined ? text.viewSeats(facts) : text.viewOrCancelSeats(facts)
  return [{ label, url: `${paymentUrl(ownId, sender)}${proofIn(sender, 'seat-proof', proofId)}` }]
}

function cannotCome(data: ConfirmedSeat, sender: Sender): string {
  const { cancelUntil } = data
  // A chat message has no link which proves that its reader is the payer.
  if (cancelUntil === undefined || sender.isByChat) return text.cannotCome(sender)
  const until = cancelUntil === null ? null : instantInWords(cancelUntil)
  return text.cancelByLink({ until, count: countOf(data) })
}

function restFact({ restInPaise = 0 }: Pick<ConfirmedSeat, 'restInPaise'>): [string, string][] {
  return restInPaise > 0 ? [[text.stillDue, amountInWords(restInPaise)]] : []
}

const partPaid = ({ amountInPaise, restInPaise = 0 }: ConfirmedSeat) => ({
  paid: amountInWords(amountInPaise - restInPaise),
  price: amountInWords(amountInPaise),
})

const payRest = (restInPaise: number) => text.payRest({ due: amountInWords(restInPaise) })

export const enrolmentConfirmed = seatLetter('enrolment-confirmed', confirmedSeat, (data, sender, of) => {
  const { restInPaise = 0 } = data
  return {
    subject: text.confirmed.subject(of),
    paragraphs: [
      data.amountInPaise === 0
        ? text.confirmed.free(of)
        : restInPaise > 0
          ? joined([text.confirmed.partlyPaid({ ...of, ...partPaid(data) }), payRest(restInPaise)], ' ')
          : text.confirmed.paid(of),
      data.batch.day === null ? text.confirmed.dateToCome : text.confirmed.seeYou,
    ],
    ...visitAndRest(data, sender),
  }
})

export const moneyCame = seatLetter(
  'seat-money-came',
  z.object({ ...seat.shape, cameInPaise: z.number(), restInPaise: z.number(), receipts: receiptRefs }),
  (data, sender, of) => {
    const amount = amountInWords(data.cameInPaise)
    const rest = data.restInPaise > 0 ? payRest(data.restInPaise) : text.paymentReceived.paidInFull
    return {
      subject: text.paymentReceived.subject(of),
      paragraphs: [joined([text.paymentReceived.lead({ ...of, amount }), rest], ' ')],
      facts: [...seatFacts(data), [text.paymentReceived.receivedNow, amount], ...restFact(data)],
      links: receiptLinks(data.receipts, sender),
    }
  },
)

export const seatRefunded = seatLetter(
  'seat-refunded',
  z.object({ ...seat.shape, backInPaise: z.number(), method: z.nullable(z.enum(moneyMethods)) }),
  ({ backInPaise, method }, _, of) => {
    const amount = amountInWords(backInPaise)
    const lead =
      method === null
        ? text.refunded.lead({ amount })
        : text.refunded.leadBy({ amount, method: moneyMethodWords[method] })
    return {
      subject: text.refunded.subject(of),
      paragraphs: [joined([lead, method !== 'cash' && text.refunded.bankTakesDays], ' ')],
    }
  },
)

/** The answer to somebody who chose to pay at the school. An unproved address must be confirmed first. */
export const seatPaidAtSchool = seatLetter(
  'seat-paid-at-school',
  z.object({ ...heldSeat.shape, enrolmentId: z.string(), week: openingWeek }),
  (data, sender, of) => {
    const { holdUntil, provedUntil } = data
    const there = text.atSchool
    const facts = { count: of.count, amount: amountInWords(data.amountInPaise) }
    const until = instantInWords(provedUntil ?? holdUntil)
    // A chat message has no link that proves the address.
    const isProved = provedUntil === undefined || sender.isByChat
    return {
      subject: isProved ? there.subject(of) : there.confirmSubject(of),
      paragraphs: isProved
        ? [
            joined([there.lead(facts), heldSentence(data), text.ifUnpaid(of)], ' '),
            ...provingIt(data, sender),
          ]
        : [there.confirm({ ...facts, until })],
      facts: [...seatFacts(data), ...schoolFacts(sender, data.week)],
      link: payLink(data.enrolmentId, isProved ? there.view(of) : there.confirmLink, data, sender),
    }
  },
)

export const moneyWasMistaken = seatLetter(
  'seat-money-mistaken',
  z.object({ ...seat.shape, mistakeInPaise: z.number(), restInPaise: z.number() }),
  (data, _, of) => {
    const lead = text.corrected.lead({ ...of, amount: amountInWords(data.mistakeInPaise) })
    const rest = data.restInPaise > 0 ? payRest(data.restInPaise) : text.corrected.nothingDue
    return {
      subject: text.corrected.subject(of),
      paragraphs: [joined([lead, rest], ' ')],
      facts: [...seatFacts(data), ...restFact(data)],
    }
  },
)

export const bookingReceived = seatLetter(
  'booking-received',
  // Older outbox rows have no id.
  z.object({ ...heldSeat.shape, bookingId: z.optional(z.string()) }),
  (data, sender, of) => {
    const amount = amountInWords(data.amountInPaise)
    return {
      subject: text.booked.subject(of),
      paragraphs: [
        joined([text.booked.lead(of), text.booked.weWrite], ' '),
        joined([heldSentence(data), text.ifUnpaid(of)], ' '),
        ...provingIt(data, sender),
        ...addingNames(data),
      ],
      ...visit(data, sender),
      links: [...visitLinks(data, sender), ...termsLink(data, sender)],
      ...(data.bookingId !== undefined && {
        link: payLink(
          data.bookingId,
          // A simulated payment is made on the linked page, so nobody can have paid before.
          sender.isSimulated ? text.pay({ amount }) : text.payIfNotYet({ amount }),
          data,
          sender,
        ),
      }),
    }
  },
)

export const bookingConfirmed = seatLetter('booking-confirmed', confirmedSeat, (data, sender, of) => {
  const { restInPaise = 0 } = data
  const lead = text.bookingConfirmed.lead(of)
  const rest = joined([text.bookingConfirmed.partlyPaid(partPaid(data)), payRest(restInPaise)], ' ')
  return {
    subject: text.bookingConfirmed.subject(of),
    paragraphs: restInPaise > 0 ? [lead, rest] : [lead],
    ...visitAndRest(data, sender),
  }
})

export const holdExpired = seatLetter(
  'hold-expired',
  z.object({ ...seat.shape, isChecking: z.boolean() }),
  ({ isChecking }, sender, of) => ({
    subject: text.expired.subject(of),
    paragraphs: [
      isChecking
        ? text.expired.checking(of)
        : // A simulated payment always arrives, so nobody needs to call.
          joined([text.expired.unpaid(of), !sender.isSimulated && text.expired.callIfPaid(sender)], ' '),
    ],
    link: coursesLink(sender),
    closing: undefined,
  }),
)

/**
 * The reason why no seat was left, by the state of the batch. In a state that is not listed, somebody else took the
 * last seat.
 */
const missedBecause: Partial<Record<BatchState, typeof text.missed.seatTaken>> = {
  closed: text.missed.closed,
  hidden: text.missed.closed,
  running: text.missed.begun,
  over: text.missed.over,
  cancelled: text.missed.cancelled,
}

export const seatMissing = seatLetter(
  'seat-missing',
  // Older outbox rows do not contain the state of the batch.
  z.object({ ...seat.shape, batchState: z.optional(z.enum(batchStates)) }),
  ({ reference, batchState = 'full' }, sender, of) => ({
    subject: text.missed.subject(of),
    paragraphs: [(missedBecause[batchState] ?? text.missed.seatTaken)(of), text.missed.money({ reference })],
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
  return [
    amountInPaise === 0
      ? text.moved.isFree
      : text.moved.price({ price: amountInWords(amountInPaise), earlier: amountInWords(wasInPaise) }),
    ...(backInPaise > 0 ? [text.moved.refund({ amount: amountInWords(backInPaise) })] : []),
  ]
}

function movedMoney(data: z.output<typeof movedSeat>, sender: Sender): string[] {
  const { stands, amountInPaise, restInPaise = 0, dueInPaise = amountInPaise, holdUntil = '' } = data
  const count = countOf(data)
  const held = { ...data, holdUntil }
  if (stands === 'held')
    return [
      joined([heldSentence(held), text.ifUnpaid({ count })], ' '),
      ...(dueInPaise === amountInPaise
        ? []
        : [text.moved.dueTogether({ amount: amountInWords(dueInPaise) })]),
      ...provingIt(held, sender),
      ...addingNames(data),
    ]
  if (stands === 'checking')
    return [text.moved.checking({ count, until: instantInWords(holdUntil) }), ...provingIt(held, sender)]
  if (stands === 'place') return [text.placeReserved({ count })]
  if (stands === undefined) return []
  if (amountInPaise === 0) return [text.moved.free({ count })]
  if (restInPaise > 0)
    return [joined([text.moved.partlyPaid({ count, ...partPaid(data) }), payRest(restInPaise)], ' ')]
  return [text.moved.paid({ count })]
}

function movedLink(data: z.output<typeof movedSeat>, sender: Sender): Link[] {
  const { stands, payId, amountInPaise, restInPaise = 0, dueInPaise = restInPaise || amountInPaise } = data
  if (payId === undefined) return []
  const count = countOf(data)
  const link = (label: string) => [payLink(payId, label, { ...data, amountInPaise: dueInPaise }, sender)]
  if (stands === 'held') return link(text.payOrCancel({ amount: amountInWords(dueInPaise) }))
  if (stands === 'checking') return link(text.moved.viewSeat({ count }))
  if (stands === 'place') return link(text.viewOrCancelPlace({ count }))
  return restInPaise > 0 ? link(text.moved.viewDue) : []
}

export const seatMoved = seatLetter('seat-moved', movedSeat, (data, sender, of) => {
  const [link] = movedLink(data, sender)
  const { reason } = data
  return {
    subject: text.moved.subject(of),
    paragraphs: [
      ...(reason === undefined ? [] : [text.moved.because({ ...of, reason })]),
      text.moved.lead(of),
      ...movedPrice(data),
      ...movedMoney(data, sender),
    ],
    facts: [
      [text.moved.earlierBatch, batchInWords(data.from)],
      [text.moved.newBatch, batchInWords(data.batch)],
      ...whoComes(data),
      ...(data.stands === undefined ? [] : [amountFact(data)]),
      [shared.reference, data.reference],
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
    closing: text.moved.ifUnsuitable(sender),
  }
})

export const seatCancelled = seatLetter(
  'seat-cancelled',
  // `seatsLeft` counts the remaining seats of the group.
  z.object({ ...seat.shape, isPaid: z.boolean(), seatsLeft: z.optional(z.number()) }),
  ({ isPaid, seatsLeft }, sender, of) => ({
    subject: text.cancelled.subject(of),
    paragraphs: [
      text.cancelled.lead(of),
      ...(seatsLeft === undefined ? [] : [text.cancelled.otherSeats({ count: seatsLeft })]),
      isPaid
        ? text.cancelled.weCall
        : seatsLeft === undefined
          ? text.cancelled.nothingDue
          : text.cancelled.nothingMoreDue(of),
    ],
    link: coursesLink(sender),
    closing: text.notYourWish(sender),
  }),
)

export const batchCancelled = seatLetter(
  'batch-cancelled',
  z.object({ ...seat.shape, isPaid: z.boolean(), reason: z.string() }),
  ({ isPaid, reason }, sender, of) => ({
    subject: text.batchCancelled.subject(of),
    paragraphs: [
      text.batchCancelled.lead({ ...of, reason }),
      isPaid ? text.cancelled.weCall : text.cancelled.nothingDue,
    ],
    link: coursesLink(sender),
  }),
)

function seatFacts(data: SeatFacts, amountName: string = shared.amount): [string, string][] {
  return [
    [shared.course, data.courseTitle],
    [shared.batch, batchInWords(data.batch)],
    ...whoComes(data),
    amountFact(data, amountName),
    [shared.reference, data.reference],
  ]
}

function amountFact(
  { amountInPaise }: Pick<SeatFacts, 'amountInPaise'>,
  name: string = shared.amount,
): [string, string] {
  return [name, amountInPaise === 0 ? shared.free : amountInWords(amountInPaise)]
}

/**
 * Writes the line of an e-mail with the number of seats and the names of the guests. An unproved address gets only the
 * number, because the outbox removes the names.
 */
function whoComes({ seats, guests }: SeatFacts): [string, string][] {
  if (seats === undefined) return []
  const names = guests?.map((name) => name ?? text.nameLater).join(', ')
  return [[shared.seats, names ? text.seatsFor({ count: seats, names }) : String(seats)]]
}
