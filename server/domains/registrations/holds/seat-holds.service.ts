import * as z from 'zod/mini'
import { DomainError, refusal } from '../../../../contract/errors.ts'
import {
  type SeatHoldView,
  type seatHoldBody,
  silentHoldMinutes,
} from '../../../../contract/registrations/seat-holds.ts'
import { decimalRupees } from '../../../../contract/words.ts'
import { whileThere } from '../../../db/guards.ts'
import type { Queryable } from '../../../db/open.ts'
import type { Tx } from '../../../db/schema.ts'
import { addMs } from '../../../platform/clock.ts'
import { workThrough } from '../../../platform/every.ts'
import { mailboxOf } from '../../../platform/recipients.ts'
import type { Offer } from '../../catalogue/index.ts'
import {
  type Asker,
  countMoreTaken,
  hasProved,
  judged,
  lockPerson,
  type UnprovedTerms,
} from '../caps/holders.service.ts'
import type { RegistrationDeps } from '../registrations.deps.ts'
import { statusAfter } from '../seats/seat-states.ts'
import { becomeSeat, changeStatus } from '../seats/seats.repository.ts'
import { askOf } from './asked-seats.service.ts'
import {
  deleteAsk,
  endHold,
  findHold,
  findLive,
  type Hold,
  insertHold,
  listLiveIn,
  listOver,
  lockHold,
  setHoldProved,
  setSeats,
} from './seat-holds.repository.ts'

const referenceTries = 20

// Seats are kept for a few minutes while somebody pays in the booking dialog. Nobody is told of it. Every step locks the
// hold's row first and then the batch's, as steps on seats do.

/** The time is up, and the loop that writes so has not run yet. */
function isHoldOver(deps: RegistrationDeps, { status, hold_until }: Hold): boolean {
  return status === 'held' && hold_until !== null && hold_until <= deps.clock.now()
}

/** The id of the seat that the hold became, or that took its place; null while there is none. */
export function seatOfHold({ id, kind, became_id }: Hold): string | null {
  return kind === 'seat-hold' ? became_id : id
}

/** The other hold of the same person that goes on in the place of this one, if one does. */
export async function followHold(db: Queryable, hold: Hold): Promise<Hold> {
  const next = hold.became_id === null ? undefined : await findHold(db, hold.became_id)
  return next?.kind === 'seat-hold' ? next : hold
}

function stateOf(deps: RegistrationDeps, hold: Hold): SeatHoldView['state'] {
  if (seatOfHold(hold) !== null) return 'completed'
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
    bookingId: seatOfHold(hold),
  }
}

async function getHold(id: string, find: (id: string) => Promise<Hold | undefined>): Promise<Hold> {
  const hold = await find(id)
  if (!hold) throw refusal('hold-unknown')
  return hold
}

/** Gives the seats of a hold back; false if it was not live any more. The caller has locked it. */
async function endLocked(
  deps: RegistrationDeps,
  tx: Tx,
  hold: Hold,
  event: 'lapse' | 'release',
): Promise<boolean> {
  if (!(await endHold(tx, hold.id, event))) return false
  await deps.courses.releaseSeat(tx, hold.batch_id, hold.seats)
  return true
}

function expireHold(deps: RegistrationDeps, id: string): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    const hold = await lockHold(tx, id)
    return hold !== undefined && isHoldOver(deps, hold) && endLocked(deps, tx, hold, 'lapse')
  })
}

/**
 * Nobody else completes or ends the hold until the transaction ends. A hold whose time is up has ended, whenever the
 * loop runs.
 */
export async function getLockedHold(deps: RegistrationDeps, tx: Tx, id: string): Promise<Hold> {
  const hold = await getHold(id, (id) => lockHold(tx, id))
  return isHoldOver(deps, hold) && (await endLocked(deps, tx, hold, 'lapse'))
    ? { ...hold, status: 'expired' }
    : hold
}

/**
 * A live hold keeps `seats` from now on; any other hold stays as it is. More seats are sold like any others, but must
 * cost `priceInPaise`, or the price of the hold if none is given. @throws `batch_full`, `batch_changed`, `not_found`
 */
export async function resizeHold(
  deps: RegistrationDeps,
  tx: Tx,
  id: string,
  seats: number,
  priceInPaise?: number,
): Promise<Hold> {
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
  await setSeats(tx, id, seats)
  if (more < 0) await deps.courses.releaseSeat(tx, hold.batch_id, -more)
  return { ...hold, seats }
}

/** The hold of this dialog, if it still stands in the batch that is named. */
async function findOwn(
  deps: RegistrationDeps,
  tx: Tx,
  body: z.output<typeof seatHoldBody>,
): Promise<Hold | undefined> {
  const hold = await findLive(tx, keyOf(body))
  const isThere = hold && !isHoldOver(deps, hold) && (body.batchId ?? hold.batch_id) === hold.batch_id
  return isThere ? hold : undefined
}

/** A dialog has one live hold: its seats go back before another is taken. */
async function leaveHold(deps: RegistrationDeps, tx: Tx, id: string, next: { id: string }): Promise<void> {
  const hold = await getHold(id, (id) => lockHold(tx, id))
  // Everybody locks batches in this order, so that two dialogs that swap their batches do not deadlock.
  for (const id of [hold.batch_id, next.id].sort()) await deps.courses.lockBatch(tx, id)
  await endLocked(deps, tx, hold, isHoldOver(deps, hold) ? 'lapse' : 'release')
}

/**
 * A repeat, and another try of the same browser, find the hold that it has in the batch.
 * @throws `not_found`, `batch_changed` for a batch that is not sold, `conflict` for one without a date, `batch_full`,
 * `already_enrolled`, `limit_reached`
 */
export async function holdSeats(
  deps: RegistrationDeps,
  tx: Tx,
  body: z.output<typeof seatHoldBody>,
  terms: UnprovedTerms,
  asker: Asker,
  asked?: Hold,
): Promise<SeatHoldView> {
  const { eventId: courseId, email, phone, transactionId, seats = 1 } = body
  const key = keyOf(body)
  // The person is locked before the hold is read, so that nobody changes its seats meanwhile.
  await lockPerson(deps, tx, body)
  // A seat that was asked for by mail is held anew: the press on its link proves.
  const known = asked ? undefined : await findOwn(deps, tx, body)
  if (known) {
    const resized = await resizeHold(deps, tx, known.id, seats)
    const isProved = known.proved_at === null && (await hasProved(tx, asker, email))
    const provedAt = isProved ? deps.clock.now() : known.proved_at
    if (isProved) await setHoldProved(tx, known.id, deps.clock.now())
    const hold = { ...known, batchId: known.batch_id, provedAt }
    await countMoreTaken(deps, tx, asker, hold, seats - known.seats, terms)
    return presentHold(deps, resized)
  }
  const offer = await deps.courses.batchForSale(tx, { courseId, batchId: body.batchId })
  const { batch } = offer
  if (batch.starts_on === null) throw refusal('event-over')
  const person = { email, phone, batchId: batch.id, booking: { courseId, transactionId }, seats }
  return judged(
    deps,
    tx,
    asker,
    person,
    async ({ provedAt, own }) => {
      const kept = own && (await resizeHold(deps, tx, own.id, seats))
      if (kept?.status === 'held') {
        if (asked) await handOver(tx, asked, kept.id)
        return presentHold(deps, kept)
      }
      const before = await findLive(tx, key)
      if (before && (asked || isHoldOver(deps, before) || before.batch_id !== batch.id))
        await leaveHold(deps, tx, before.id, batch)
      const now = deps.clock.now()
      const row = {
        ...key,
        id: asked?.id ?? deps.ids.id(),
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
      }
      for (let count = 0; count < referenceTries; count++) {
        const written = asked
          ? becomeSeat(tx, asked.id, row).then(() => true)
          : insertHold(tx, { ...row, asked: null, reference: deps.ids.reference() })
        if (await whileThere(written, () => new DomainError('batch_full'))) {
          await deps.courses.sellSeat(tx, offer, seats)
          return readHold(deps, tx, row.id)
        }
        // The same step was sent twice at once, and the other request was first.
        const live = await findLive(tx, key)
        if (live) return presentHold(deps, await resizeHold(deps, tx, live.id, seats))
      }
      throw new Error(`no free reference in ${referenceTries} tries`)
    },
    terms,
  )
}

/** Takes the seats that are sold, or those that this browser's `own` hold keeps in the same batch. */
export async function sellSeatsOrHeld(
  deps: RegistrationDeps,
  tx: Tx,
  offer: Offer,
  { own, seats }: { own: { id: string } | null; seats: number },
): Promise<{ batch: Offer['batch']; hold: Hold | null }> {
  const hold = own && (await resizeHold(deps, tx, own.id, seats, offer.course.priceInPaise))
  if (hold?.status !== 'held') return { batch: await deps.courses.sellSeat(tx, offer, seats), hold: null }
  const batch = await deps.courses.lockBatch(tx, hold.batch_id)
  return { batch: batch ?? offer.batch, hold }
}

/** True if this dialog holds as many seats as it asks for. */
export async function isHeld(
  deps: RegistrationDeps,
  tx: Tx,
  body: z.output<typeof seatHoldBody>,
): Promise<boolean> {
  return ((await findOwn(deps, tx, body))?.seats ?? 0) >= (body.seats ?? 1)
}

/** Reads a hold inside a transaction. @throws `not_found` */
export async function readHold(deps: RegistrationDeps, tx: Tx, id: string): Promise<SeatHoldView> {
  return presentHold(deps, await followHold(tx, await getHold(id, (id) => findHold(tx, id))))
}

/** The booking dialog keeps the seats, or waits for the press on the letter's link, which will keep them. */
function isOfDialog({ asked }: Hold): boolean {
  return asked === null || askOf(asked).kind === 'seat-hold'
}

/** @throws `not_found` */
export async function viewHold(deps: RegistrationDeps, id: string): Promise<SeatHoldView> {
  const { read } = deps.db
  const hold = await getHold(id, (id) => findHold(read, id))
  if (!isOfDialog(hold)) throw refusal('hold-unknown')
  return presentHold(deps, await followHold(read, hold))
}

/**
 * Gives the seat back. A second call changes nothing, nor does one for a booking, or for a hold in whose place another goes
 * on. @throws `not_found`
 */
export async function releaseHold(deps: RegistrationDeps, tx: Tx, id: string): Promise<SeatHoldView> {
  const hold = await getLockedHold(deps, tx, id)
  if (!isOfDialog(hold)) throw refusal('hold-unknown')
  const isReleased =
    hold.status === 'asked' ? await deleteAsk(tx, hold.id) : await endLocked(deps, tx, hold, 'release')
  return presentHold(deps, isReleased ? { ...hold, status: 'cancelled' } : await followHold(tx, hold))
}

/** The hold that a booking of this course completes. */
export async function findHoldOfCourse(
  tx: Tx,
  { id, courseId }: { id: string; courseId: string },
): Promise<Hold | null> {
  const hold = await findHold(tx, id)
  if (hold?.course_id !== courseId || hold.status === 'asked' || !isOfDialog(hold)) return null
  return followHold(tx, hold)
}

export function isLiveHold(deps: RegistrationDeps, hold: Hold): boolean {
  return hold.status === 'held' && !isHoldOver(deps, hold)
}

/** Another row of the same person has the seats of the ask or hold from now on. */
export async function handOver(tx: Tx, hold: Hold, becameId: string): Promise<void> {
  if (hold.id !== becameId) await changeStatus(tx, hold, 'handOver', { became_id: becameId })
}

/** Ends the holds of a batch that does not take place: a late payer finds no seat. The caller has locked it. */
export async function endHoldsIn(deps: RegistrationDeps, tx: Tx, batchId: string): Promise<void> {
  for (const { id, seats } of await listLiveIn(tx, batchId)) {
    if (await endHold(tx, id, 'lapse')) await deps.courses.releaseSeat(tx, batchId, seats)
  }
}

/** Ends every hold whose time is up, and frees its seat. Several processes may run it at once. */
export function expireSilentHolds(deps: RegistrationDeps): Promise<number> {
  return workThrough(
    (limit) => listOver(deps.db.read, deps.clock.now(), limit),
    (id) => expireHold(deps, id),
  )
}

function keyOf({ eventId, email, transactionId }: z.output<typeof seatHoldBody>) {
  return { course_id: eventId, email, hold_transaction_id: transactionId }
}
