import * as z from 'zod/mini'
import { refusal } from '../../../../contract/errors.ts'
import {
  type SeatHoldView,
  type seatHoldBody,
  silentHoldMinutes,
} from '../../../../contract/registrations/seat-holds.ts'
import { decimalRupees } from '../../../../contract/words.ts'
import type { Queryable } from '../../../db/open.ts'
import type { Tx } from '../../../db/schema.ts'
import { addMs } from '../../../platform/clock.ts'
import { workThrough } from '../../../platform/every.ts'
import { mailboxOf } from '../../../platform/recipients.ts'
import { referencesOf } from '../../../platform/references.ts'
import type { Offer } from '../../catalogue/index.ts'
import {
  checkAddedPieces,
  hasProved,
  lockPerson,
  type Requester,
  type UnprovedTerms,
  withinLimits,
} from '../caps/holders.service.ts'
import type { RegistrationDeps } from '../registrations.deps.ts'
import { statusAfter } from '../seats/seat-states.ts'
import { changeStatus, insertSeat, listEnded, replaceRow, updateSeat } from '../seats/seats.repository.ts'
import { parseRequest } from './asked-seats.service.ts'
import {
  deleteRequest,
  endHold,
  findHold,
  findLive,
  type Hold,
  listLiveIn,
  lockHold,
} from './seat-holds.repository.ts'

type Body = z.output<typeof seatHoldBody>

// The booking dialog holds seats while the visitor pays. Each step locks the hold before the batch, as the steps on
// seats lock the seat before the batch.

/** True if the hold has expired, and the loop that writes the new status has not run yet. */
function isHoldOver(deps: RegistrationDeps, { status, hold_until }: Hold): boolean {
  return status === 'held' && hold_until !== null && hold_until <= deps.clock.now()
}

/**
 * Returns the id of the seat that the hold became, or of the seat that replaced the hold; null while there is no such
 * seat.
 */
export function seatIdOfHold({ id, kind, became_id }: Hold): string | null {
  return kind === 'seat-hold' ? became_id : id
}

/** Returns the hold of the same person that replaced `hold`, or `hold` itself. */
export async function followHold(db: Queryable, hold: Hold) {
  const next = hold.became_id === null ? undefined : await findHold(db, hold.became_id)
  return next?.kind === 'seat-hold' ? next : hold
}

function stateOf(deps: RegistrationDeps, hold: Hold): SeatHoldView['state'] {
  if (seatIdOfHold(hold) !== null) return 'completed'
  if (hold.status === 'asked') return (hold.hold_until ?? '') > deps.clock.now() ? 'asked' : 'ended'
  if (hold.status === 'held') return isHoldOver(deps, hold) ? 'ended' : 'live'
  return hold.status === 'expired' ? 'ended' : 'released'
}

function presentHold(deps: RegistrationDeps, hold: Hold): SeatHoldView {
  const state = stateOf(deps, hold)
  const until = hold.hold_until ?? hold.created_at
  return {
    id: hold.id,
    reference: hold.reference,
    state,
    until,
    now: deps.clock.now(),
    secondsLeft: state === 'live' ? Math.floor((Date.parse(until) - deps.clock.ms()) / 1000) : 0,
    eventId: hold.course_id,
    batchId: hold.batch_id,
    batch: deps.courses.batchText(hold),
    seats: hold.seats,
    amount: decimalRupees(hold.amount_in_paise * hold.seats),
    bookingId: seatIdOfHold(hold),
  }
}

function requireHold(hold: Hold | undefined): Hold {
  if (!hold) throw refusal('hold-unknown')
  return hold
}

/** Ends a hold and gives its seats back; false if it had ended before. The caller has locked the hold. */
async function endLockedHold(deps: RegistrationDeps, tx: Tx, hold: Hold, event: 'lapse' | 'release') {
  if (!(await endHold(tx, hold.id, event))) return false
  await deps.courses.releaseSeat(tx, hold.batch_id, hold.seats)
  return true
}

function expireHold(deps: RegistrationDeps, id: string) {
  return deps.db.transaction(async (tx) => {
    const hold = await lockHold(tx, id)
    return hold !== undefined && isHoldOver(deps, hold) && endLockedHold(deps, tx, hold, 'lapse')
  })
}

/** Locks a hold, and ends it if it has expired, because the loop that ends expired holds may not have run yet. */
export async function getLockedHold(deps: RegistrationDeps, tx: Tx, id: string): Promise<Hold> {
  const hold = requireHold(await lockHold(tx, id))
  return isHoldOver(deps, hold) && (await endLockedHold(deps, tx, hold, 'lapse'))
    ? { ...hold, status: 'expired' }
    : hold
}

/**
 * Changes the number of seats of a live hold; any other hold stays unchanged. Each added seat must cost `priceInPaise`,
 * by default the price of the hold. @throws `batch_full`, `batch_changed`, `not_found`
 */
export async function resizeHold(
  deps: RegistrationDeps,
  tx: Tx,
  id: string,
  seats: number,
  priceInPaise?: number,
) {
  const hold = await getLockedHold(deps, tx, id)
  if (hold.status !== 'held' || hold.seats === seats) return hold
  const more = seats - hold.seats
  if (more > 0) {
    const named = { courseId: hold.course_id, batchId: hold.batch_id }
    const offer = await deps.courses.batchForSale(tx, named)
    if (offer.course.priceInPaise !== (priceInPaise ?? Number(hold.amount_in_paise))) {
      throw refusal('batch-terms-changed', { details: { nextbatch: deps.courses.batchText(hold) } })
    }
    await deps.courses.sellSeat(tx, offer, more, hold.seats)
  }
  await updateSeat(tx, hold, { seats })
  if (more < 0) await deps.courses.releaseSeat(tx, hold.batch_id, -more)
  return { ...hold, seats }
}

async function findDialogHold(deps: RegistrationDeps, tx: Tx, body: Body) {
  const hold = await findLive(tx, dialogKey(body))
  const isThere = hold && !isHoldOver(deps, hold) && (body.batchId ?? hold.batch_id) === hold.batch_id
  return isThere ? hold : undefined
}

/**
 * Ends the dialog's earlier hold. A dialog has only one live hold, so its seats are given back before other seats are
 * held.
 */
async function endOtherHold(deps: RegistrationDeps, tx: Tx, id: string, next: { id: string }) {
  const hold = requireHold(await lockHold(tx, id))
  // Batches are locked in the order of their ids, so that two dialogs that swap batches do not deadlock.
  for (const id of [hold.batch_id, next.id].sort()) await deps.courses.lockBatch(tx, id)
  await endLockedHold(deps, tx, hold, isHoldOver(deps, hold) ? 'lapse' : 'release')
}

/**
 * Holds seats for the booking dialog. A repeated request of the same browser gets its hold in that batch. @throws
 * `not_found`, `batch_changed` for a batch that is not sold, `conflict` for a batch without a date, `batch_full`,
 * `already_enrolled`, `limit_reached`
 */
export async function holdSeats(
  deps: RegistrationDeps,
  tx: Tx,
  body: Body,
  terms: UnprovedTerms,
  requester: Requester,
  asked?: Hold,
) {
  const { eventId: courseId, email, phone, transactionId, seats = 1 } = body
  const key = dialogKey(body)
  // The person is locked before the hold is read, so that no other request of the same person changes the hold.
  await lockPerson(deps, tx, body)
  // A request that was confirmed by the link in its e-mail makes a hold of its own, because that link proves the
  // address.
  const known = asked ? undefined : await findDialogHold(deps, tx, body)
  if (known) {
    const resized = await resizeHold(deps, tx, known.id, seats)
    const isProved = known.proved_at === null && (await hasProved(tx, requester, email))
    const provedAt = isProved ? deps.clock.now() : known.proved_at
    if (isProved) await updateSeat(tx, known, { proved_at: provedAt })
    const hold = { ...known, batchId: known.batch_id, provedAt }
    await checkAddedPieces(deps, tx, requester, hold, seats - known.seats, terms)
    return presentHold(deps, resized)
  }
  const offer = await deps.courses.batchForSale(tx, { courseId, batchId: body.batchId })
  const { batch } = offer
  if (batch.starts_on === null) throw refusal('event-over')
  if (offer.course.priceInPaise > 0 && terms.canBePaid === false) throw refusal('no-way-to-pay')
  const person = { email, phone, batchId: batch.id, booking: { courseId, transactionId }, seats }
  return withinLimits(deps, tx, requester, person, terms, async ({ provedAt, own }) => {
    const kept = own && (await resizeHold(deps, tx, own.id, seats))
    if (kept?.status === 'held') {
      if (asked) await markReplaced(tx, asked, kept.id)
      return presentHold(deps, kept)
    }
    const before = await findLive(tx, key)
    if (before && (asked || isHoldOver(deps, before) || before.batch_id !== batch.id))
      await endOtherHold(deps, tx, before.id, batch)
    const now = deps.clock.now()
    const row = {
      ...key,
      id: asked?.id ?? deps.ids.id(),
      kind: 'seat-hold',
      batch_id: batch.id,
      name: `${body.firstName} ${body.lastName}`,
      phone,
      mailbox: mailboxOf(email),
      amount_in_paise: offer.course.priceInPaise,
      seats,
      status: statusAfter('hold', asked?.status ?? 'none'),
      hold_until: deps.courses.beforeStart(batch, addMs(now, silentHoldMinutes * 60_000)),
      proved_at: provedAt,
      created_at: now,
    } as const
    const live = asked
      ? await replaceRow(tx, asked.id, row)
      : await insertSeat(tx, await referencesOf(tx, deps), row, () => findLive(tx, key))
    if (live) return presentHold(deps, await resizeHold(deps, tx, live.id, seats))
    await deps.courses.sellSeat(tx, offer, seats)
    return readHold(deps, tx, row.id)
  })
}

/** Sells seats, or reuses the seats of this browser's `own` hold in the same batch. */
export async function sellOrKeepSeats(
  deps: RegistrationDeps,
  tx: Tx,
  offer: Offer,
  { own, seats }: { own: { id: string } | null; seats: number },
): Promise<{ batch: Offer['batch']; hold?: Hold }> {
  const hold = own && (await resizeHold(deps, tx, own.id, seats, offer.course.priceInPaise))
  if (hold?.status !== 'held') return { batch: await deps.courses.sellSeat(tx, offer, seats) }
  const batch = await deps.courses.lockBatch(tx, hold.batch_id)
  return { batch: batch ?? offer.batch, hold }
}

export async function hasDialogHold(deps: RegistrationDeps, tx: Tx, body: Body) {
  return ((await findDialogHold(deps, tx, body))?.seats ?? 0) >= (body.seats ?? 1)
}

/** @throws `not_found` */
export async function readHold(deps: RegistrationDeps, tx: Tx, id: string) {
  return presentHold(deps, await followHold(tx, requireHold(await findHold(tx, id))))
}

/** True for a hold of the booking dialog, or for a stored request that becomes one when its link is clicked. */
function isDialogHold({ asked }: Hold): boolean {
  return asked === null || parseRequest(asked).kind === 'seat-hold'
}

/** @throws `not_found` */
export async function viewHold(deps: RegistrationDeps, id: string) {
  const { read } = deps.db
  const hold = requireHold(await findHold(read, id))
  if (!isDialogHold(hold)) throw refusal('hold-unknown')
  return presentHold(deps, await followHold(read, hold))
}

/** Gives the seats back. A repeat, or a hold that is completed or replaced, changes nothing. @throws `not_found` */
export async function releaseHold(deps: RegistrationDeps, tx: Tx, id: string) {
  const hold = await getLockedHold(deps, tx, id)
  if (!isDialogHold(hold)) throw refusal('hold-unknown')
  const isReleased =
    hold.status === 'asked'
      ? await deleteRequest(tx, hold.id)
      : await endLockedHold(deps, tx, hold, 'release')
  return presentHold(deps, isReleased ? { ...hold, status: 'cancelled' } : await followHold(tx, hold))
}

export async function findHoldOfCourse(tx: Tx, id: string, courseId: string) {
  const hold = await findHold(tx, id)
  if (hold?.course_id !== courseId || hold.status === 'asked' || !isDialogHold(hold)) return null
  return followHold(tx, hold)
}

export function isLiveHold(deps: RegistrationDeps, hold: Hold): boolean {
  return hold.status === 'held' && !isHoldOver(deps, hold)
}

/** Marks a hold as replaced by another row of the same person, which takes over its seats. */
export async function markReplaced(tx: Tx, hold: Hold, becameId: string) {
  if (hold.id !== becameId) await changeStatus(tx, hold, 'replace', { became_id: becameId })
}

/** Ends the holds of a cancelled batch, so that a late payer finds no seat. The caller has locked the batch. */
export async function endHoldsOfBatch(deps: RegistrationDeps, tx: Tx, batchId: string) {
  for (const { id, seats } of await listLiveIn(tx, batchId)) {
    if (await endHold(tx, id, 'lapse')) await deps.courses.releaseSeat(tx, batchId, seats)
  }
}

export function expireSilentHolds(deps: RegistrationDeps) {
  return workThrough(
    (limit) => listEnded(deps.db.read, 'held', deps.clock.now(), limit),
    (id) => expireHold(deps, id),
  )
}

function dialogKey({ eventId, email, transactionId }: Body) {
  return { course_id: eventId, email, hold_transaction_id: transactionId }
}
