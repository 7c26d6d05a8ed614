import { DomainError, refusal } from '../../../../contract/errors.ts'
import type { AddedSeat, Correction, NewSeat } from '../../../../contract/people/people.ts'
import { decimalRupees } from '../../../../contract/words.ts'
import type { SeatKind, Tx } from '../../../db/schema.ts'
import type { Actor } from '../../../platform/audit.ts'
import { mailboxOf } from '../../../platform/recipients.ts'
import { requireRight } from '../../../platform/staff-rights.ts'
import type { Payable } from '../../money/index.ts'
import type { RegistrationDeps } from '../registrations.deps.ts'
import { placeSeats } from '../seats/place-seats.ts'
import { findMember, getGroup, getLockedGroup, isLive, type SeatGroup } from '../seats/seat-groups.ts'
import { toProofId } from '../seats/seat-messages.ts'
import { seatPayable } from '../seats/seat-payable.ts'
import { confirmIfPaid, currentLetters, recordSeat, repriceSeat, tellConfirmed } from '../seats/seat-steps.ts'
import { guestName, type Seat, updateSeat } from '../seats/seats.repository.ts'
import { endPlaceWithSeat, lockOpenPlace } from '../waiting-list/waiting-list.service.ts'

/** A seat that staff add is held until its batch begins: this time is so long that `beforeStart` always shortens it. */
const untilItBegins = { holdHours: 24 * 366 }

type Staff = Actor & { role: string }

/** Takes a seat, and raises the capacity of a full batch by one for it. @throws `forbidden` */
async function takeBeyond(deps: RegistrationDeps, tx: Tx, batchId: string, reason: string, by: Staff) {
  requireRight(by, 'beyond-capacity')
  const { batch, before } = await deps.courses.takeSeatBeyond(tx, batchId)
  if (before === null) return batch
  if (reason === '') throw refusal('seat-reason-missing', { at: 'reason' })
  const { title } = await deps.courses.priceOfSeat(tx, batch)
  await deps.audit.record(tx, {
    by,
    action: 'changed',
    kind: 'class',
    id: batch.course_id,
    title: `${title}, ${deps.courses.batchText(batch)}`,
    before: { capacity: before },
    after: { capacity: batch.capacity, reason },
  })
  return batch
}

/**
 * Adds a seat for staff: the site's limits do not apply, and the batch may be closed or have begun. If the person is on
 * the waiting list, the entry is locked before the batch, as in every other step. @throws `not_found`, `conflict`,
 * `batch_full`, `validation_failed`; `forbidden` for a seat beyond the capacity or another price
 */
export async function addSeat(deps: RegistrationDeps, tx: Tx, body: NewSeat, by: Staff): Promise<AddedSeat> {
  const { batchId, reason = '', payment } = body
  const waiting = body.waitingId === undefined ? null : await lockOpenPlace(tx, body.waitingId)
  if (waiting && waiting.batchId !== batchId) throw refusal('waiting-elsewhere')
  if (waiting?.isInTurn === false && reason === '') throw refusal('seat-reason-missing', { at: 'reason' })
  const batch = waiting?.hasSeat
    ? await deps.courses.lockBatch(tx, batchId)
    : body.beyondCapacity
      ? await takeBeyond(deps, tx, batchId, reason, by)
      : await deps.courses.takeSeat(tx, batchId)
  if (!batch) throw new DomainError('not_found')
  if (!deps.courses.takesPlace(batch)) throw refusal('batch-over')
  const course = await deps.courses.priceOfSeat(tx, batch)
  const priceInPaise = body.price ?? course.priceInPaise
  const isOtherPrice = priceInPaise !== course.priceInPaise
  if (isOtherPrice) requireRight(by, 'prices')
  if (isOtherPrice && reason === '') throw refusal('seat-reason-missing', { at: 'reason' })
  const { id } = await placeSeats(deps, tx, { id: course.id, priceInPaise }, untilItBegins, {
    kind: 'enrolment',
    // `joins_late` makes the hold last until the batch's last day, even if the batch has begun.
    batch: { ...batch, joins_late: 1 },
    provedAt: deps.clock.now(),
    name: body.name,
    email: body.email,
    phone: body.phone,
  })
  if (waiting) await endPlaceWithSeat(deps, tx, waiting, id)
  if (payment !== 'later' && priceInPaise > 0) {
    // The payment itself sends no e-mail and writes no audit entry, because the e-mail and the entry below mention the
    // payment.
    const untold: Payable<SeatGroup> = {
      ...seatPayable(deps, 'enrolment'),
      settled: async (_tx, group, { acquired }) => acquired ?? group,
    }
    const paid = { method: payment, reference: body.paymentReference }
    const { refused } = await deps.settlement.enter(tx, untold, id, paid, by)
    if (refused) throw refused
  }
  const seat = await getLockedGroup(tx, id)
  const note = body.note ?? ''
  if (note !== '') await updateSeat(tx, seat, { staff_note: note })
  const after = {
    status: seat.status,
    price: decimalRupees(priceInPaise),
    payment,
    ...(isOtherPrice && { 'usual price': decimalRupees(course.priceInPaise) }),
    ...(reason !== '' && { reason }),
    note,
  }
  const title = `${seat.name}, ${seat.course_title}`
  await deps.audit.record(tx, { by, action: 'added', kind: 'enrolment', id, title, after })
  const told = body.letter ? await deps.outbox.tell(tx, ...(await currentLetters(deps, tx, seat))) : 0
  const letters = body.letter && seat.email !== '' ? 1 : 0
  return { id, reference: seat.reference, status: seat.status, letters, chats: told - letters }
}

/**
 * Corrects a seat's name, address or phone. Address and phone change for the payer's whole group, and a new address is
 * unproved. @throws `conflict` if the seat's person differs from `before`
 */
export async function correctSeatPerson(
  deps: RegistrationDeps,
  tx: Tx,
  kind: SeatKind,
  id: string,
  { name, email, phone, before }: Correction,
  by: Actor,
): Promise<{ seat: Seat; redirected: number }> {
  const group = await getLockedGroup(tx, id, kind)
  const seat = findMember(group, id)
  if (seat.name !== before.name || seat.email !== before.email || seat.phone !== before.phone) {
    throw refusal('seat-person-changed')
  }
  const isReaddressed = email !== seat.email
  const to = { email, phone, mailbox: mailboxOf(email) }
  const unproved = isReaddressed && { proved_at: null, proof_turn: group.proof_turn + 1 }
  for (const one of group.members) {
    const isOwn = one.id === id
    const isTheirGuest = id === group.id && one.is_named === 0
    await updateSeat(tx, one, {
      ...to,
      ...unproved,
      ...(isOwn && one.name !== name && { name, is_named: 1 as const }),
      ...(!isOwn && isTheirGuest && { name: guestName(name) }),
    })
  }
  const proofId = isReaddressed ? toProofId({ id: group.id, proof_turn: group.proof_turn + 1 }) : undefined
  const correct = (data: Record<string, unknown>) => ({
    ...data,
    ...(data['name'] === seat.name && { name }),
    ...(data['provedUntil'] !== undefined && proofId !== undefined && { proofId }),
  })
  let redirected = 0
  for (const one of group.members) {
    const reached = { from: seat, to, isProved: !isReaddressed && one.proved_at !== null }
    redirected += await deps.outbox.redirect(tx, `${kind}:${one.id}`, reached, correct)
  }
  const person = { name: seat.name, email: seat.email, phone: seat.phone }
  await recordSeat(deps, tx, seat, by, person, { name, email, phone })
  return { seat: { ...seat, ...to, name }, redirected }
}

/**
 * Changes the price. Money beyond the new price waits for staff; a held seat without a remaining sum is confirmed.
 * @throws `not_found`; `conflict` if the seat has ended, or its price differs from `before`
 */
export async function setSeatPrice(
  deps: RegistrationDeps,
  tx: Tx,
  kind: SeatKind,
  id: string,
  { price, reason, before }: { price: number; reason: string; before?: number | undefined },
  by: Actor,
) {
  const group = await getLockedGroup(tx, id, kind)
  const seat = findMember(group, id)
  if (!isLive(seat)) throw refusal('seat-price-ended')
  const was = Number(seat.amount_in_paise)
  if (before !== undefined && before !== was) throw new DomainError('conflict')
  await repriceSeat(deps, tx, seat, price)
  await recordSeat(deps, tx, seat, by, { price: decimalRupees(was) }, { price: decimalRupees(price), reason })
  const confirmed = await confirmIfPaid(deps, tx, await getGroup(tx, id))
  if (confirmed) await tellConfirmed(deps, tx, confirmed)
  return findMember(await getGroup(tx, id), id)
}

/** @throws `conflict` if the note differs from `before` */
export async function setSeatNote(
  deps: RegistrationDeps,
  tx: Tx,
  kind: SeatKind,
  id: string,
  { note, before }: { note: string; before: string | null },
  by: Actor | null,
): Promise<Seat> {
  const seat = findMember(await getLockedGroup(tx, id, kind), id)
  if (seat.staff_note !== before) {
    const { staff_note: note } = seat
    throw refusal('seat-note-changed', { facts: { note }, details: { note } })
  }
  await updateSeat(tx, seat, { staff_note: note || null })
  await recordSeat(deps, tx, seat, by, { note: seat.staff_note }, { note: note || null })
  return { ...seat, staff_note: note || null }
}

/**
 * Sends the current messages about a seat again, and returns the number of e-mails and chat messages. @throws
 * `conflict` if no message fits the state of the seat
 */
export async function repeatSeatLetters(
  deps: RegistrationDeps,
  tx: Tx,
  kind: SeatKind,
  id: string,
  by: Actor | null,
) {
  const seat = await getLockedGroup(tx, id, kind)
  const turn = deps.ids.id()
  const messages = (await currentLetters(deps, tx, seat)).map((letter) => ({ ...letter, turn }))
  if (messages.length === 0) throw refusal('seat-without-letters')
  const count = await deps.outbox.tell(tx, ...messages)
  await recordSeat(deps, tx, seat, by, {}, { messages: `sent again to ${seat.email || seat.phone}` })
  return count
}
