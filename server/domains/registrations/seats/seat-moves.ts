import type { MovedPrice } from '../../../../contract/catalogue/batches.ts'
import { DomainError, refusal } from '../../../../contract/errors.ts'
import { unprovedHoldHours } from '../../../../contract/registrations/seat-holds.ts'
import { decimalRupees } from '../../../../contract/words.ts'
import type { SeatKind, SeatStatus, Tx } from '../../../db/schema.ts'
import type { Actor } from '../../../platform/audit.ts'
import { addMs } from '../../../platform/clock.ts'
import type { BatchRow } from '../../catalogue/index.ts'
import { togetherOf } from '../../money/index.ts'
import type { RegistrationDeps } from '../registrations.deps.ts'
import {
  findMember,
  getGroup,
  getLockedGroup,
  isLive,
  type SeatGroup,
  sumOf,
  toGroup,
} from './seat-groups.ts'
import * as messages from './seat-messages.ts'
import {
  confirmedLetter,
  confirmIfPaid,
  extendedHold,
  hourMs,
  isCancelledOwn,
  isNoRoom,
  isUndated,
  keptRule,
  recordSeat,
  repriceSeat,
  retakeCoupon,
  sumDue,
} from './seat-steps.ts'
import { type MovedSeat, seatMoved } from './seats.letters.ts'
import { changeStatus, type Seat } from './seats.repository.ts'

interface Move {
  from: string
  to: string
  /** Says whether a moved seat keeps its price. Required if the price differs in the new batch. */
  price?: MovedPrice | undefined
  /** The status in which staff saw the seat. */
  status?: SeatStatus | undefined
}

interface LockedMove {
  from: BatchRow
  to: BatchRow
  /** The price difference per seat; negative if the new batch costs less. */
  moreInPaise: number
}

interface Terms {
  holdHours: number
}

/**
 * Locks both batches of a move. `at` names the form field that an error is about. @throws `conflict`, also if the
 * prices differ and staff have not chosen a price
 */
export async function lockMove(
  deps: RegistrationDeps,
  tx: Tx,
  move: Move,
  at: { at?: 'moveTo' } = {},
): Promise<LockedMove> {
  // Batches are locked in the order of their ids, so that two opposite moves do not deadlock.
  const locked = new Map<string, BatchRow>()
  for (const id of [move.from, move.to].sort()) {
    const batch = await deps.courses.lockBatch(tx, id)
    if (batch) locked.set(id, batch)
  }
  const [from, to] = [locked.get(move.from), locked.get(move.to)]
  const isSame = from === to || from?.course_id !== to?.course_id
  if (!from || !to || isSame || !deps.courses.takesPlace(to)) throw refusal('move-impossible', at)
  const { priceInPaise: hereInPaise } = await deps.courses.priceOfSeat(tx, from)
  const { priceInPaise: thereInPaise } = await deps.courses.priceOfSeat(tx, to)
  const more = thereInPaise - hereInPaise
  if (more !== 0 && move.price === undefined) {
    throw refusal('move-price-differs', { at: 'price', facts: { hereInPaise, thereInPaise } })
  }
  return { from, to, moreInPaise: move.price === 'new' ? more : 0 }
}

/**
 * A moved hold lasts as long as a new hold, and never ends earlier than before the move. But it ends at the latest when
 * the new batch begins or, in a batch that has begun, after its last day.
 */
function holdEndAfterMove(deps: RegistrationDeps, seat: Seat, to: BatchRow, { holdHours }: Terms) {
  if (seat.status !== 'pending' || to.starts_on === null) return null
  const isShort = seat.proved_at === null && !isUndated(seat)
  const hours = isShort ? Math.min(holdHours, unprovedHoldHours) : holdHours
  const anew = addMs(deps.clock.now(), hours * hourMs)
  const until = seat.hold_until !== null && seat.hold_until > anew ? seat.hold_until : anew
  // Staff may move a seat to a batch that has begun, so `joins_late` lets the hold last until the batch's last day.
  return deps.courses.beforeStart({ ...to, joins_late: 1 }, until)
}

/** @throws `batch_full` if there is no room for all seats; `not_found` */
async function moveSeats(
  deps: RegistrationDeps,
  tx: Tx,
  seats: readonly Seat[],
  { from, to, moreInPaise }: LockedMove,
  terms: Terms,
  by: Actor | null,
) {
  await deps.courses.takeSeat(tx, to.id, seats.length)
  for (const seat of seats) {
    const hold_until = holdEndAfterMove(deps, seat, to, terms)
    await changeStatus(tx, seat, 'move', { batch_id: to.id, hold_until })
    const was = Number(seat.amount_in_paise)
    const price = Math.max(0, was + moreInPaise)
    if (price !== was) await repriceSeat(deps, tx, seat, price)
    const before = { batch: deps.courses.batchText(seat), price: decimalRupees(was) }
    const after = { batch: deps.courses.batchText(to), price: decimalRupees(price) }
    await recordSeat(deps, tx, seat, by, before, after)
  }
  await deps.courses.releaseSeat(tx, from.id, seats.length)
}

async function moneyFacts(
  deps: RegistrationDeps,
  tx: Tx,
  group: SeatGroup,
  seats: SeatGroup['members'],
  terms: Terms,
) {
  const [{ status, hold_until: own }] = seats
  const states = await deps.payments.listStates(tx, group.kind, seats)
  const sum = (name: 'due_in_paise' | 'unseated_in_paise') =>
    states.reduce((all, row) => all + Number(row[name]), 0)
  const priced = { amountInPaise: sumOf(seats, 'amount_in_paise'), payId: group.id }
  if (status === 'confirmed') {
    const receipts = await deps.payments.receiptRefs(tx, group.kind, seats)
    const sums = { restInPaise: sum('due_in_paise'), backInPaise: sum('unseated_in_paise') }
    return { ...priced, ...sums, receipts, stands: 'confirmed' as const }
  }
  if (own === null) return { ...priced, stands: 'place' as const }
  // Seats that were taken together are paid together, so the earliest end of a hold counts.
  const until = group.hold_until ?? own
  const held = { ...priced, ...messages.heldFacts(group, until, extendedHold(deps, group, terms)) }
  if (togetherOf(states) === 'checking') return { ...held, stands: 'checking' as const }
  // The payment link covers all seats of the group.
  const dueInPaise = await sumDue(deps, tx, group)
  return { ...held, stands: 'held' as const, dueInPaise }
}

/** Notifies the payer in one message. `here` has the seats as they were before the move. */
async function tellMoved(
  deps: RegistrationDeps,
  tx: Tx,
  here: readonly [Seat, ...Seat[]],
  { reason, terms }: { reason?: string; terms: Terms },
) {
  const [first] = here
  const group = await getGroup(tx, first.id)
  const moved = toGroup(group.members.filter((seat) => here.some(({ id }) => id === seat.id)))
  // The move may leave nothing to pay: the new price may be zero, or no more than the money already paid.
  const { members } = (await confirmIfPaid(deps, tx, moved)) ?? moved
  const [now] = members
  const was = sumOf(here, 'amount_in_paise')
  const money = await moneyFacts(deps, tx, group, members, terms)
  // Unsent messages are withdrawn. But if some seats of the group are not moved, the messages are still true, and stay
  // queued.
  const isAll = group.members.every((seat) => !isLive(seat) || members.some(({ id }) => id === seat.id))
  if (isAll) await deps.outbox.withdraw(tx, messages.messageSubject(now))
  const facts: MovedSeat = {
    ...messages.memberFacts(group, members),
    sessions: await deps.courses.sessionsAhead(tx, now.batch_id),
    from: messages.toFacts(first).batch,
    ...messages.leftBatch(group, here),
    ...(reason !== undefined && { reason }),
    ...money,
    ...(was !== money.amountInPaise && { wasInPaise: was }),
  }
  // Strangers cannot cause this message, so the limits against them do not apply.
  const letter = messages.studentMessage(now, `moved:${deps.ids.id()}`, seatMoved(facts))
  await deps.outbox.tell(tx, { ...letter, isOwed: true })
}

/** Confirms an ended seat in its new batch, with the money that waits for staff or that the school kept. */
async function moveEnded(
  deps: RegistrationDeps,
  tx: Tx,
  group: SeatGroup,
  seat: Seat,
  move: LockedMove,
  terms: Terms,
  by: Actor | null,
) {
  // The payer gets the message about a move if the seat was confirmed before, and otherwise the message that it is
  // confirmed.
  const isFirst = seat.confirmed_at === null
  await deps.courses.takeSeat(tx, move.to.id)
  const was = Number(seat.amount_in_paise)
  await changeStatus(tx, seat, 'moveLate', {
    batch_id: move.to.id,
    confirmed_at: deps.clock.now(),
    // A cancellation by staff deleted the seat's cancellation rule, so the seat gets the present rule.
    ...(seat.status === 'cancelled' && !isCancelledOwn(seat) && keptRule(await deps.school.cancelRule(tx))),
  })
  await retakeCoupon(deps, tx, seat)
  const now = Math.max(0, was + move.moreInPaise)
  await repriceSeat(deps, tx, seat, now)
  const before = { batch: deps.courses.batchText(seat), status: seat.status, price: decimalRupees(was) }
  const after = { batch: deps.courses.batchText(move.to), status: 'confirmed', price: decimalRupees(now) }
  await recordSeat(deps, tx, seat, by, before, after)
  if (!isFirst) return tellMoved(deps, tx, [seat], { terms })
  await deps.outbox.withdraw(tx, messages.messageSubject(seat))
  const moved = findMember(await getGroup(tx, seat.id), seat.id)
  await deps.outbox.tell(tx, await confirmedLetter(deps, tx, { ...toGroup([moved]), name: group.name }))
}

/** True if money of an ended seat waits for staff, or if the school keeps some of it. */
async function hasMoney(deps: RegistrationDeps, tx: Tx, seat: Seat) {
  const { paid_in_paise, unseated_in_paise } = await deps.payments.moneyOf(tx, seat)
  return Number(paid_in_paise) + Number(unseated_in_paise) > 0
}

/**
 * Moves a seat. A held seat stays held; an ended seat whose money the school still has becomes confirmed.
 * @throws `conflict` if the seat is not in `from`, has ended since staff saw it, or has ended and the school has no
 * money of it; if `to` is over, belongs to another course, or has another price and staff have not chosen one;
 * `batch_full`
 */
export async function moveSeat(
  deps: RegistrationDeps,
  tx: Tx,
  kind: SeatKind,
  id: string,
  asked: Move,
  terms: Terms,
  by: Actor | null,
) {
  const group = await getLockedGroup(tx, id, kind)
  const seat = findMember(group, id)
  if (seat.batch_id === asked.to) return seat
  if (seat.batch_id !== asked.from) throw new DomainError('conflict')
  const hasEnded = !isLive(seat)
  // A move of a seat that staff saw as live must not restore the seat if its payer has just cancelled it.
  if (hasEnded && asked.status !== undefined && isLive({ status: asked.status }))
    throw new DomainError('conflict')
  const isLate = hasEnded && (await hasMoney(deps, tx, seat))
  if (seat.status === 'cancelled' && !isLate) throw refusal('seat-cancelled', { facts: { kind } })
  if (seat.status === 'expired' && !isLate) throw refusal('seat-hold-over')
  const move = await lockMove(deps, tx, asked)
  if (isLate) await moveEnded(deps, tx, group, seat, move, terms, by)
  else {
    await moveSeats(deps, tx, [seat], move, terms, by)
    await tellMoved(deps, tx, [seat], { terms })
  }
  return findMember(await getGroup(tx, id), id)
}

/** Moves several seats of one group, with one message; false if the batch has too few free seats for all of them. */
export async function moveGroup(
  deps: RegistrationDeps,
  tx: Tx,
  here: readonly [Seat, ...Seat[]],
  { move, reason, terms }: { move: LockedMove; reason: string; terms: Terms },
  by: Actor | null,
) {
  try {
    await moveSeats(deps, tx, here, move, terms, by)
  } catch (error) {
    if (isNoRoom(error)) return false
    throw error
  }
  await tellMoved(deps, tx, here, { reason, terms })
  return true
}
