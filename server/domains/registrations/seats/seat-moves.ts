import type { MovedPrice } from '../../../../contract/catalogue/batches.ts'
import { DomainError, refusal } from '../../../../contract/errors.ts'
import { unprovedHoldHours } from '../../../../contract/registrations/seat-holds.ts'
import { decimalRupees } from '../../../../contract/words.ts'
import type { SeatKind, Tx } from '../../../db/schema.ts'
import type { Actor } from '../../../platform/audit.ts'
import { addMs } from '../../../platform/clock.ts'
import type { CoursesService } from '../../catalogue/index.ts'
import { togetherOf } from '../../money/index.ts'
import type { RegistrationDeps } from '../registrations.deps.ts'
import { findGroup, getLockedGroup, getLockedSeat, groupOf, isLive, type SeatGroup } from './seat-groups.ts'
import {
  factsOf,
  factsOfGroup,
  factsOfOne,
  heldFacts,
  leftBatchOf,
  subjectOf,
  toStudent,
} from './seat-messages.ts'
import {
  confirmedLetter,
  confirmPaid,
  isNoRoom,
  isPlace,
  longerHold,
  recordSeat,
  repriceSeat,
  restOf,
  retakeCoupon,
} from './seat-steps.ts'
import { type MovedSeat, seatMoved } from './seats.letters.ts'
import { changeStatus, type Seat, wasConfirmed } from './seats.repository.ts'

type BatchRow = NonNullable<Awaited<ReturnType<CoursesService['lockBatch']>>>

/** A move from a batch to another one of its course, which staff asked for. */
export interface Way {
  from: string
  to: string
  /** Says whether moved seats keep their price, if a seat costs otherwise there. */
  price?: MovedPrice | undefined
}

/** The way with both batches locked. */
export interface OpenWay {
  from: BatchRow
  to: BatchRow
  /** This is added to the price of each seat; it is below zero if a seat costs less there. */
  moreInPaise: number
}

interface Terms {
  holdHours: number
}

/** `at` names the field that is wrong. @throws `conflict`, also where staff have to say what becomes of the price */
export async function openWay(
  deps: RegistrationDeps,
  tx: Tx,
  way: Way,
  at: { at?: 'moveTo' } = {},
): Promise<OpenWay> {
  // Locks are taken in one order, so that two moves that cross do not deadlock.
  const locked = new Map<string, BatchRow>()
  for (const id of [way.from, way.to].sort()) {
    const batch = await deps.courses.lockBatch(tx, id)
    if (batch) locked.set(id, batch)
  }
  const [from, to] = [locked.get(way.from), locked.get(way.to)]
  const isSame = from === to || from?.course_id !== to?.course_id
  if (!from || !to || isSame || !deps.courses.takesPlace(to)) throw refusal('move-impossible', at)
  const { priceInPaise: hereInPaise } = await deps.courses.priceOfSeat(tx, from)
  const { priceInPaise: thereInPaise } = await deps.courses.priceOfSeat(tx, to)
  const more = thereInPaise - hereInPaise
  if (more !== 0 && way.price === undefined) {
    throw refusal('move-price-differs', { at: 'price', facts: { hereInPaise, thereInPaise } })
  }
  return { from, to, moreInPaise: way.price === 'new' ? more : 0 }
}

/**
 * The hold is counted from now, like that of somebody who asks there now, and is never shorter than it was. But it does
 * not outlast the beginning of the batch, or the last day of one that has begun.
 */
function holdThere(deps: RegistrationDeps, seat: Seat, to: BatchRow, { holdHours }: Terms): string | null {
  if (seat.status !== 'pending' || to.starts_on === null) return null
  const isShort = seat.proved_at === null && !isPlace(seat)
  const hours = isShort ? Math.min(holdHours, unprovedHoldHours) : holdHours
  const anew = addMs(deps.clock.now(), hours * 60 * 60_000)
  const until = seat.hold_until !== null && seat.hold_until > anew ? seat.hold_until : anew
  // Staff may want somebody in a batch that has begun.
  return deps.courses.beforeStart({ ...to, joins_late: 1 }, until)
}

/** @throws `batch_full` where there is no room for all of them; `not_found` */
async function shift(
  deps: RegistrationDeps,
  tx: Tx,
  seats: readonly Seat[],
  { from, to, moreInPaise }: OpenWay,
  terms: Terms,
  by: Actor | null,
): Promise<void> {
  await deps.courses.takeSeat(tx, to.id, seats.length)
  for (const seat of seats) {
    await changeStatus(tx, seat, 'move', { batch_id: to.id, hold_until: holdThere(deps, seat, to, terms) })
    const was = Number(seat.amount_in_paise)
    const price = Math.max(0, was + moreInPaise)
    if (price !== was) await repriceSeat(deps, tx, seat, price)
    await recordSeat(
      deps,
      tx,
      seat,
      by,
      { batch: deps.courses.batchText(seat), price: decimalRupees(was) },
      { batch: deps.courses.batchText(to), price: decimalRupees(price) },
    )
  }
  await deps.courses.releaseSeat(tx, from.id, seats.length)
}

/** The facts of the letter about the money of these seats, and how long they are held. */
async function standingOf(
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
  const priced = {
    amountInPaise: seats.reduce((all, seat) => all + Number(seat.amount_in_paise), 0),
    payId: group.id,
  }
  if (status === 'confirmed') {
    const receipts = await deps.payments.receiptRefs(tx, group.kind, seats)
    const sums = { restInPaise: sum('due_in_paise'), backInPaise: sum('unseated_in_paise') }
    return { ...priced, ...sums, receipts, stands: 'confirmed' as const }
  }
  if (own === null) return { ...priced, stands: 'place' as const }
  // Seats that were taken in one go are paid in one go: the first hold that ends counts.
  const hold_until = group.hold_until ?? own
  const held = { ...priced, ...heldFacts({ ...group, hold_until }, longerHold(deps, group, terms)) }
  if (togetherOf(states) === 'checking') return { ...held, stands: 'checking' as const }
  // The link pays for all that were taken in one go.
  const dueInPaise = await restOf(deps, tx, group)
  return { ...held, stands: 'held' as const, dueInPaise }
}

/** Tells the payer in one letter. `here` are the seats as they were before the move. */
async function tellMoved(
  deps: RegistrationDeps,
  tx: Tx,
  { kind, id }: Pick<SeatGroup, 'kind' | 'id'>,
  here: readonly Seat[],
  { reason, terms }: { reason?: string; terms: Terms },
): Promise<void> {
  const [first] = here
  const group = await findGroup(tx, kind, id)
  const [one, ...more] = group?.members.filter((seat) => here.some(({ id }) => id === seat.id)) ?? []
  if (!group || !first || !one) throw new Error('a seat that was just moved is not there')
  // It may cost nothing there, or no more than was paid.
  const moved = groupOf([one, ...more])
  const seats = ((await confirmPaid(deps, tx, moved)) ?? moved).members
  const [now, ...others] = seats
  const was = here.reduce((sum, seat) => sum + Number(seat.amount_in_paise), 0)
  const standing = await standingOf(deps, tx, group, seats, terms)
  // If a part of the group stays, the letters that were promised before are still true of it.
  const isAll = group.members.every((seat) => !isLive(seat) || seats.some(({ id }) => id === seat.id))
  if (isAll) await deps.outbox.withdraw(tx, subjectOf(now))
  const facts: MovedSeat = {
    ...(others.length === 0 ? factsOfOne(group, now) : factsOfGroup(group, seats)),
    batchId: now.batch_id,
    batch: factsOf(now).batch,
    sessions: await deps.courses.sessionsAhead(tx, now.batch_id),
    from: factsOf(first).batch,
    ...leftBatchOf(group, here),
    ...(reason !== undefined && { reason }),
    ...standing,
    ...(was !== standing.amountInPaise && { wasInPaise: was }),
  }
  // Staff cause this letter: no stranger can cause many of them.
  await deps.outbox.tell(tx, { ...toStudent(now, `moved:${deps.ids.id()}`, seatMoved(facts)), isOwed: true })
}

/** Confirms, in its new batch, a seat that expired or was cancelled and whose money waits for staff. */
async function moveEnded(
  deps: RegistrationDeps,
  tx: Tx,
  group: SeatGroup,
  seat: Seat,
  way: OpenWay,
  terms: Terms,
  by: Actor | null,
) {
  // Somebody who has read that the seat is confirmed reads now that it is moved.
  const isFirst = !(await wasConfirmed(tx, seat.id))
  await deps.courses.takeSeat(tx, way.to.id)
  const was = Number(seat.amount_in_paise)
  await changeStatus(tx, seat, 'moveLate', { batch_id: way.to.id, confirmed_at: deps.clock.now() })
  await retakeCoupon(deps, tx, seat)
  const now = Math.max(0, was + way.moreInPaise)
  await repriceSeat(deps, tx, seat, now)
  const before = { batch: deps.courses.batchText(seat), status: seat.status, price: decimalRupees(was) }
  const after = { batch: deps.courses.batchText(way.to), status: 'confirmed', price: decimalRupees(now) }
  await recordSeat(deps, tx, seat, by, before, after)
  if (!isFirst) return tellMoved(deps, tx, group, [seat], { terms })
  await deps.outbox.withdraw(tx, subjectOf(seat))
  const moved = await getLockedSeat(tx, seat.kind, seat.id)
  await deps.outbox.tell(tx, await confirmedLetter(deps, tx, { ...groupOf([moved]), name: group.name }))
}

/**
 * A seat that expired or was cancelled, and whose money waits for staff, is confirmed in its new batch. A held one is
 * held as if it were asked for there now.
 * @throws `conflict` if it is not in `from` or not held any more, or `to` is over or of another course, or costs
 * otherwise and nobody said which price it has; `batch_full`
 */
export async function moveSeat(
  deps: RegistrationDeps,
  tx: Tx,
  kind: SeatKind,
  id: string,
  way: Way,
  terms: Terms,
  by: Actor | null,
): Promise<Seat> {
  const group = await getLockedGroup(tx, kind, id)
  const seat = group.members.find((one) => one.id === id) ?? group
  if (seat.batch_id === way.to) return seat
  if (seat.batch_id !== way.from) throw new DomainError('conflict')
  const hasEnded = seat.status === 'expired' || seat.status === 'cancelled'
  const isLate = hasEnded && (await deps.payments.moneyOf(tx, seat)).state === 'attention'
  if (seat.status === 'cancelled' && !isLate) throw refusal('seat-cancelled', { facts: { kind } })
  if (seat.status === 'expired' && !isLate) throw refusal('seat-hold-over')
  const open = await openWay(deps, tx, way)
  if (isLate) await moveEnded(deps, tx, group, seat, open, terms, by)
  else {
    await shift(deps, tx, [seat], open, terms, by)
    await tellMoved(deps, tx, group, [seat], { terms })
  }
  return getLockedSeat(tx, kind, id)
}

/** Moves several seats of one group, with one letter that says why; false if there is no room for all of them. */
export async function moveTogether(
  deps: RegistrationDeps,
  tx: Tx,
  group: SeatGroup,
  here: readonly Seat[],
  { way, reason, terms }: { way: OpenWay; reason: string; terms: Terms },
  by: Actor | null,
): Promise<boolean> {
  try {
    await shift(deps, tx, here, way, terms, by)
  } catch (error) {
    if (isNoRoom(error)) return false
    throw error
  }
  await tellMoved(deps, tx, group, here, { reason, terms })
  return true
}
