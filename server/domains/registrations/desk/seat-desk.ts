import { DomainError, refusal } from '../../../../contract/errors.ts'
import type { AddedSeat, Correction, DeskPayment, NewSeat } from '../../../../contract/people/people.ts'
import { decimalRupees } from '../../../../contract/words.ts'
import type { SeatKind, Tx } from '../../../db/schema.ts'
import type { Actor } from '../../../platform/audit.ts'
import { mailboxOf } from '../../../platform/recipients.ts'
import { requireRight } from '../../../platform/staff-rights.ts'
import type { BatchRow } from '../../catalogue/index.ts'
import type { Payable } from '../../money/index.ts'
import type { RegistrationDeps } from '../registrations.deps.ts'
import { placeSeats } from '../seats/place-seats.ts'
import { getLockedGroup, getLockedSeat, isLive, type SeatGroup } from '../seats/seat-groups.ts'
import { proofIdOf } from '../seats/seat-messages.ts'
import { seatPayable } from '../seats/seat-payable.ts'
import { confirmPaid, recordSeat, repriceSeat, standingLetters, tellConfirmed } from '../seats/seat-steps.ts'
import { guestOf, type Seat, updateSeat } from '../seats/seats.repository.ts'
import { lockOpenPlace, placeBecomesSeat } from '../waiting-list/waiting-list.service.ts'

/** A seat that staff hold is held until the batch begins. */
const untilItBegins = { holdHours: 24 * 366 }

type Staff = Actor & { role: string }

/** Takes one seat more than the batch has. @throws `forbidden` */
async function takeBeyond(
  deps: RegistrationDeps,
  tx: Tx,
  batchId: string,
  reason: string,
  by: Staff,
): Promise<BatchRow> {
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
 * Gives a seat to somebody whom no cap of the site counts, also in a batch that is closed or has begun. A place on the
 * waiting list becomes the seat: it is locked before the batch, as in all steps on places.
 * @throws `not_found`, `conflict`, `batch_full`, `validation_failed`; `forbidden` for a seat too many or another price
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
    // The seat in a batch that has begun is held until the batch's last day.
    batch: { ...batch, joins_late: 1 },
    provedAt: deps.clock.now(),
    name: body.name,
    email: body.email,
    phone: body.phone,
  })
  if (waiting) await placeBecomesSeat(deps, tx, waiting, id)
  if (payment !== 'later' && priceInPaise > 0) {
    const paid = { method: payment, reference: body.paymentReference }
    await payAtDesk(deps, tx, 'enrolment', id, paid, by)
  }
  const after = {
    price: decimalRupees(priceInPaise),
    payment,
    ...(isOtherPrice && { 'usual price': decimalRupees(course.priceInPaise) }),
    ...(reason !== '' && { reason }),
  }
  const told = { note: body.note ?? '', letter: body.letter, after }
  const { seat, letters, chats } = await welcomeAtDesk(deps, tx, 'enrolment', id, told, by)
  return { id, reference: seat.reference, status: seat.status, letters, chats }
}

/** A seat that staff have just written is paid: `welcomeAtDesk` tells of it, and logs it. */
export async function payAtDesk(
  deps: RegistrationDeps,
  tx: Tx,
  kind: SeatKind,
  id: string,
  paid: { method: Exclude<DeskPayment, 'later'>; reference: string | undefined },
  by: Actor,
): Promise<void> {
  const untold: Payable<SeatGroup> = {
    ...seatPayable(deps, kind),
    settled: async (_tx, group, { accepted }) => accepted ?? group,
  }
  const { refused } = await deps.settlement.enter(tx, untold, id, paid, by)
  if (refused) throw refused
}

/** Writes into the audit log who gave the seat, and why; tells the student if asked to. */
export async function welcomeAtDesk(
  deps: RegistrationDeps,
  tx: Tx,
  kind: SeatKind,
  id: string,
  { note, letter, after }: { note: string; letter: boolean; after: Record<string, unknown> },
  by: Actor,
): Promise<{ seat: SeatGroup; letters: number; chats: number }> {
  const seat = await getLockedGroup(tx, kind, id)
  if (note !== '') await updateSeat(tx, seat, { staff_note: note })
  await deps.audit.record(tx, {
    by,
    action: 'added',
    kind,
    id,
    title: `${seat.name}, ${seat.course_title}`,
    after: { status: seat.status, ...after, note },
  })
  if (!letter) return { seat, letters: 0, chats: 0 }
  const count = await deps.outbox.tell(tx, ...(await standingLetters(deps, tx, seat)))
  const letters = seat.email === '' ? 0 : 1
  return { seat, letters, chats: count - letters }
}

/**
 * Corrects whose seat it is. If one payer took several seats, address and phone are the payer's: they change for all.
 * Somebody who pressed the link of a letter has proved the old address alone. @throws `conflict` if it is not as
 * `before` any more
 */
export async function correctSeatPerson(
  deps: RegistrationDeps,
  tx: Tx,
  kind: SeatKind,
  id: string,
  { name, email, phone, before }: Correction,
  by: Actor,
): Promise<{ seat: Seat; redirected: number }> {
  const group = await getLockedGroup(tx, kind, id)
  const seat = group.members.find((one) => one.id === id)
  if (!seat) throw refusal('seat-unknown', { facts: { kind } })
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
      ...(!isOwn && isTheirGuest && { name: guestOf(name) }),
    })
  }
  const proofId = isReaddressed ? proofIdOf({ id: group.id, proof_turn: group.proof_turn + 1 }) : undefined
  const anew = (data: Record<string, unknown>) => ({
    ...data,
    ...(data['name'] === seat.name && { name }),
    ...(data['provedUntil'] !== undefined && proofId !== undefined && { proofId }),
  })
  let redirected = 0
  for (const one of group.members) {
    const reached = { from: seat, to, isProved: !isReaddressed && one.proved_at !== null }
    redirected += await deps.outbox.redirect(tx, `${kind}:${one.id}`, reached, anew)
  }
  const person = { name: seat.name, email: seat.email, phone: seat.phone }
  await recordSeat(deps, tx, seat, by, person, { name, email, phone })
  return { seat: { ...seat, ...to, name }, redirected }
}

/**
 * Money beyond the new price waits for staff; a held seat for which nothing is due any more is confirmed.
 * @throws `not_found`; `conflict` for a seat that ended, or whose price is no longer `before`
 */
export async function setSeatPrice(
  deps: RegistrationDeps,
  tx: Tx,
  kind: SeatKind,
  id: string,
  { price, reason, before }: { price: number; reason: string; before?: number | undefined },
  by: Actor,
): Promise<Seat> {
  const group = await getLockedGroup(tx, kind, id)
  const seat = group.members.find((one) => one.id === id) ?? group
  if (!isLive(seat)) throw refusal('seat-price-ended')
  const was = Number(seat.amount_in_paise)
  if (before !== undefined && before !== was) throw new DomainError('conflict')
  await repriceSeat(deps, tx, seat, price)
  await recordSeat(deps, tx, seat, by, { price: decimalRupees(was) }, { price: decimalRupees(price), reason })
  const seated = await confirmPaid(deps, tx, await getLockedGroup(tx, kind, id))
  if (seated) await tellConfirmed(deps, tx, seated)
  const after = await getLockedGroup(tx, kind, id)
  return after.members.find((one) => one.id === id) ?? after
}

/** @throws `conflict` if the note is no longer `before` */
export async function setSeatNote(
  deps: RegistrationDeps,
  tx: Tx,
  kind: SeatKind,
  id: string,
  { note, before }: { note: string; before: string | null },
  by: Actor | null,
): Promise<Seat> {
  const seat = await getLockedSeat(tx, kind, id)
  if (seat.staff_note !== before) {
    const { staff_note: note } = seat
    throw refusal('seat-note-changed', { facts: { note }, details: { note } })
  }
  await updateSeat(tx, seat, { staff_note: note || null })
  await recordSeat(deps, tx, seat, by, { note: seat.staff_note }, { note: note || null })
  return { ...seat, staff_note: note || null }
}

/** Sends the payer's last letters again; answers how many. @throws `conflict` for a seat without any */
export async function repeatSeatLetters(
  deps: RegistrationDeps,
  tx: Tx,
  kind: SeatKind,
  id: string,
  by: Actor | null,
): Promise<number> {
  const seat = await getLockedGroup(tx, kind, id)
  const turn = deps.ids.id()
  const messages = (await standingLetters(deps, tx, seat)).map((told) => ({ ...told, turn }))
  if (messages.length === 0) throw refusal('seat-without-letters')
  const count = await deps.outbox.tell(tx, ...messages)
  await recordSeat(deps, tx, seat, by, {}, { letters: `sent again to ${seat.email}` })
  return count
}
