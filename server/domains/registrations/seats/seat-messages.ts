import type { OpeningSpan } from '../../../../contract/school/opening-spans.ts'
import { amountInWords, batchInWords } from '../../../../contract/words.ts'
import type { Words } from '../../../platform/messages/letter-kinds.ts'
import { schoolNotice as noteToSchool } from '../../../platform/messages/school-notice.ts'
import type { OutboxMessage } from '../../../platform/outbox.ts'
import { batchFactsOf } from '../../catalogue/index.ts'
import { countedSeats, type SeatGroup, sumOf } from './seat-groups.ts'
import { school } from './seats.en.ts'
import {
  bookingReceived,
  enrolmentReceived,
  placeReserved,
  type SeatFacts,
  seatPaidAtSchool,
} from './seats.letters.ts'
import type { Seat } from './seats.repository.ts'

/**
 * Makes the id in the link that proves a seat's address. The id changes with the address, so that a link to an earlier
 * address proves nothing.
 */
export function toProofId({ id, proof_turn }: { id: string; proof_turn: number }): string {
  return proof_turn === 0 ? id : `${id}-turn${proof_turn}`
}

export function parseProofId(proofId: string): { id: string; turn: number } {
  const [, id = proofId, turn = '0'] = /^(.+)-turn(\d{1,9})$/.exec(proofId) ?? []
  return { id, turn: Number(turn) }
}

export function toFacts(seat: Seat): SeatFacts {
  return {
    name: seat.name,
    courseTitle: seat.course_title,
    batch: batchFactsOf(seat),
    batchId: seat.batch_id,
    reference: seat.reference,
    amountInPaise: seat.amount_in_paise,
    ...(seat.terms_hash !== null && { termsHash: seat.terms_hash }),
  }
}

export function groupFacts(group: SeatGroup, seats = countedSeats(group)): SeatFacts {
  return group.group_id === null ? toFacts(group) : { ...toFacts(group), ...guestsOf(group, seats) }
}

/** Collects the facts for a message about some seats of a group, which are all in one batch. */
export function memberFacts(group: SeatGroup, seats: readonly Seat[]): SeatFacts {
  const [first = group] = seats
  if (group.group_id === null) return toFacts(first)
  if (seats.length === 1) return { ...toFacts(first), ...guestsOf(group, seats), name: group.name }
  const amountInPaise = sumOf(seats, 'amount_in_paise')
  return { ...groupFacts(group, seats), batchId: first.batch_id, batch: toFacts(first).batch, amountInPaise }
}

function guestsOf({ id }: SeatGroup, seats: readonly Seat[]) {
  const guests = seats.map(({ name, is_named }) => (is_named === 1 ? name : null))
  return { seats: seats.length, guests, payId: id }
}

/**
 * Returns the batch to remove from the payer's calendar if none of the payer's seats in it is still confirmed. `here`
 * are the seats that leave the batch, `gone` all seats that leave their batches at this moment.
 */
export function leftBatch(
  { members }: SeatGroup,
  here: readonly Seat[],
  gone = here,
): Pick<SeatFacts, 'leftBatchId'> {
  const was = here.find(({ status }) => status === 'confirmed')
  const stays = ({ id, status, batch_id }: Seat) =>
    status === 'confirmed' && batch_id === was?.batch_id && gone.every((seat) => seat.id !== id)
  return was === undefined || members.some(stays) ? {} : { leftBatchId: was.batch_id }
}

/**
 * Returns the key of all messages about a group, made of the id of the payer's seat. By this key unsent messages are
 * withdrawn when the seats change.
 */
export function messageSubject({ kind, id, group_id }: Pick<Seat, 'kind' | 'id' | 'group_id'>): string {
  return `${kind}:${group_id ?? id}`
}

export function studentMessage(seat: Seat, event: string, words: Words): OutboxMessage {
  return {
    to: seat,
    cause: `${seat.kind}:${seat.id}:${event}`,
    about: messageSubject(seat),
    words,
    isProved: seat.proved_at !== null,
    isPaid: seat.status === 'confirmed',
  }
}

export function heldFacts(group: SeatGroup, holdUntil: string, provedUntil: string | null) {
  const unproved = { provedUntil: provedUntil ?? holdUntil, proofId: toProofId(group) }
  return { holdUntil, ...(group.proved_at === null && unproved) }
}

/**
 * Returns the messages about held or reserved seats; an empty list for seats in another state. `week` has the opening
 * hours for a payer who will pay at the school, and is null for other payers.
 */
export function heldMessages(
  group: SeatGroup,
  provedUntil: string | null,
  week: OpeningSpan[] | null,
): OutboxMessage[] {
  const { id, kind, status, hold_until } = group
  if (status !== 'pending') return []
  const facts = groupFacts(group)
  if (hold_until === null)
    return [studentMessage(group, 'received', placeReserved({ ...facts, enrolmentId: id }))]
  const held = { ...facts, ...heldFacts(group, hold_until, provedUntil) }
  if (week !== null) {
    const words = seatPaidAtSchool({ ...held, enrolmentId: id, week })
    if (group.proved_at !== null) return [studentMessage(group, 'at-school', words)]
    // The address is proved by the link in the e-mail, so no WhatsApp message is sent.
    return [{ ...studentMessage(group, 'at-school:asked', words), to: { email: group.email } }]
  }
  const words =
    kind === 'enrolment'
      ? enrolmentReceived({ ...held, enrolmentId: id })
      : bookingReceived({ ...held, bookingId: id })
  return [studentMessage(group, 'received', words)]
}

export function schoolNotice(
  group: SeatGroup,
  event: string,
  title: (facts: { course: string }) => string,
  lead?: string,
): OutboxMessage {
  const seats = countedSeats(group)
  const names = school.seatNames({
    count: seats.length,
    names: seats.map(({ name }) => name).join(', '),
  })
  const several: [string, string][] = group.group_id === null ? [] : [[school.seats, names]]
  return {
    to: 'school',
    cause: `${group.kind}:${group.id}:${event}:school`,
    words: noteToSchool({
      title: title({ course: group.course_title }),
      lead,
      record: { kind: group.kind, q: group.reference },
      replyTo: group.email || undefined,
      facts: [
        [school.reference, group.reference],
        [school.name, group.name],
        ...several,
        [school.email, group.email],
        [school.phone, group.phone],
        [school.batch, batchInWords({ day: group.starts_on, time: group.starts_at })],
        [school.amount, amountInWords(group.amount_in_paise)],
      ],
    }),
  }
}
