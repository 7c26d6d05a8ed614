import { amountInWords, batchInWords, counted } from '../../../../contract/words.ts'
import type { Words } from '../../../platform/messages/letter-kinds.ts'
import type { ReceiptRefs } from '../../../platform/messages/receipt-links.ts'
import { schoolNotice as noteToSchool } from '../../../platform/messages/school-notice.ts'
import type { Told } from '../../../platform/outbox.ts'
import { batchFactsOf } from '../../catalogue/index.ts'
import { countedOf, type SeatGroup } from './seat-groups.ts'
import {
  bookingConfirmed,
  bookingReceived,
  enrolmentConfirmed,
  enrolmentReceived,
  moneyCame,
  placeReserved,
  type SeatFacts,
} from './seats.letters.ts'
import type { Seat } from './seats.repository.ts'

/** The id in the link of a seat's letter. A link that went to an earlier address of the seat proves nothing. */
export function proofIdOf({ id, proof_turn }: { id: string; proof_turn: number }): string {
  return proof_turn === 0 ? id : `${id}-turn${proof_turn}`
}

export function seatOfProof(proofId: string): { id: string; turn: number } {
  const [, id = proofId, turn = '0'] = /^(.+)-turn(\d{1,9})$/.exec(proofId) ?? []
  return { id, turn: Number(turn) }
}

/** The cause of a seat's message: `enrolment:<id>:confirmed`. */
function causeOf(seat: Pick<Seat, 'kind' | 'id'>, event: string): string {
  return `${seat.kind}:${seat.id}:${event}`
}

export function factsOf(seat: Seat): SeatFacts {
  return {
    name: seat.name,
    courseTitle: seat.course_title,
    batch: batchFactsOf(seat),
    batchId: seat.batch_id,
    reference: seat.reference,
    amountInPaise: seat.amount_in_paise,
  }
}

/** The facts of a letter about `seats`. If one payer took several, it says how many they are and who comes. */
export function factsOfGroup(group: SeatGroup, seats: readonly Seat[] = countedOf(group)): SeatFacts {
  return group.group_id === null ? factsOf(group) : { ...factsOf(group), ...guestsOf(group, seats) }
}

function guestsOf({ id }: SeatGroup, seats: readonly Seat[]) {
  const guests = seats.map(({ name, is_named }) => (is_named === 1 ? name : null))
  return { seats: seats.length, guests, payId: id }
}

/** The batch that leaves the payer's calendar, because none of their seats in it is confirmed any more. */
export function leftBatchOf({ members }: SeatGroup, gone: readonly Seat[]): Pick<SeatFacts, 'leftBatchId'> {
  const [was] = gone.filter(({ status }) => status === 'confirmed')
  const isLeft = ({ id, status, batch_id }: Seat) =>
    status === 'confirmed' && batch_id === was?.batch_id && gone.every((seat) => seat.id !== id)
  return was === undefined || members.some(isLeft) ? {} : { leftBatchId: was.batch_id }
}

/** The facts of one seat, for its payer. */
export function factsOfOne(group: SeatGroup, seat: Seat): SeatFacts {
  if (group.group_id === null) return factsOf(seat)
  return { ...factsOf(seat), ...guestsOf(group, [seat]), name: group.name }
}

/**
 * The subject of a seat's messages, which is the payer's seat for a group. Unsent messages about it are taken back when
 * the seat changes.
 */
export function subjectOf({ kind, id, group_id }: Pick<Seat, 'kind' | 'id' | 'group_id'>): string {
  return `${kind}:${group_id ?? id}`
}

export function toStudent(seat: Seat, event: string, words: Words): Told {
  const isPaid = seat.status === 'confirmed'
  const about = subjectOf(seat)
  return { to: seat, cause: causeOf(seat, event), about, words, isProved: seat.proved_at !== null, isPaid }
}

export function confirmedMessage(
  group: SeatGroup,
  {
    sessions,
    restInPaise,
    receipts,
  }: { sessions: readonly string[]; restInPaise: number; receipts: ReceiptRefs },
): Told {
  const confirmed = group.kind === 'enrolment' ? enrolmentConfirmed : bookingConfirmed
  const rest = { ...(restInPaise > 0 && { restInPaise }), ...(receipts.length > 0 && { receipts }) }
  const words = confirmed({ ...factsOfGroup(group), sessions: [...sessions], ...rest })
  // A stranger can cause many letters about free seats, since nobody has paid for them.
  return { ...toStudent(group, 'confirmed', words), isOwed: Number(group.amount_in_paise) > 0 }
}

/** A sum came for seats that are confirmed. */
export function moneyCameMessage(
  group: SeatGroup,
  {
    receiptId,
    ...sums
  }: { receiptId: string; cameInPaise: number; restInPaise: number; receipts: ReceiptRefs },
): Told {
  return {
    ...toStudent(group, `came:${receiptId}`, moneyCame({ ...factsOfGroup(group), ...sums })),
    isOwed: true,
  }
}

/** The end of the hold and, for somebody unproved, its end after a press on the link and the id in that link. */
export function heldFacts(group: SeatGroup & { hold_until: string }, provedUntil: string | null) {
  const { hold_until: holdUntil, proved_at } = group
  const unproved = { provedUntil: provedUntil ?? holdUntil, proofId: proofIdOf(group) }
  return { holdUntil, ...(proved_at === null && unproved) }
}

/** The letter to the student of held seats or reserved places; none about seats in another state. */
export function heldMessages(group: SeatGroup, provedUntil: string | null): Told[] {
  const { id, kind, status, hold_until: holdUntil } = group
  if (status !== 'pending') return []
  const facts = factsOfGroup(group)
  if (holdUntil === null) return [toStudent(group, 'received', placeReserved({ ...facts, enrolmentId: id }))]
  const data = { ...facts, ...heldFacts({ ...group, hold_until: holdUntil }, provedUntil) }
  const words =
    kind === 'enrolment'
      ? enrolmentReceived({ ...data, enrolmentId: id })
      : bookingReceived({ ...data, bookingId: id })
  return [toStudent(group, 'received', words)]
}

export function schoolNotice(group: SeatGroup, event: string, title: string): Told {
  const seats = countedOf(group)
  return {
    to: 'school',
    cause: causeOf(group, `${event}:school`),
    words: noteToSchool({
      title: `${title}: ${group.course_title}`,
      record: { kind: group.kind, q: group.reference },
      replyTo: group.email || undefined,
      facts: [
        ['Reference', group.reference],
        ['Name', group.name],
        ...(group.group_id === null
          ? []
          : [
              [
                'Seats',
                `${counted(seats.length, 'seat')}: ${seats.map(({ name }) => name).join(', ')}`,
              ] satisfies [string, string],
            ]),
        ['E-mail', group.email],
        ['Phone', group.phone],
        ['Batch', batchInWords({ day: group.starts_on, time: group.starts_at })],
        ['Amount', amountInWords(group.amount_in_paise)],
      ],
    }),
  }
}
