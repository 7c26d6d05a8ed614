import * as z from 'zod/mini'
import { DomainError, refusal } from '../../../../contract/errors.ts'
import { type SeatHoldView, type seatHoldBody, silentHoldMinutes } from '../../../../contract/seat-holds.ts'
import { decimalRupees } from '../../../../contract/words.ts'
import { whileThere } from '../../../db/guards.ts'
import type { Tx } from '../../../db/schema.ts'
import { addMs } from '../../../platform/clock.ts'
import { workThrough } from '../../../platform/every.ts'
import { mailboxOf } from '../../../platform/recipients.ts'
import type { Offer } from '../../courses/courses.service.ts'
import {
  type Asker,
  countMoreTaken,
  hasProved,
  judged,
  lockPerson,
  type UnprovedTerms,
} from '../caps/holders.service.ts'
import type { RegistrationDeps } from '../registrations.deps.ts'
import { releaseAsked, viewAsked } from './asked-seats.service.ts'
import {
  endHold,
  findHold,
  findLive,
  type Hold,
  insertHold,
  listLiveIn,
  listOver,
  lockHold,
  setHoldProved,
  setSeat,
  setSeats,
} from './seat-holds.repository.ts'

export type { Hold }

const referenceTries = 20

// A seat is kept for a few minutes while somebody pays in the booking dialog: live → completed, ended or released.
// Nobody is told of it. Every step locks the hold's row first and then the batch's, as steps on seats do.

/** The time is up, and the loop that writes so has not run yet. */
function isHoldOver(deps: RegistrationDeps, hold: Hold): boolean {
  return hold.state === 'live' && hold.hold_until <= deps.clock.now()
}

function presentHold(deps: RegistrationDeps, hold: Hold): SeatHoldView {
  const now = deps.clock.now()
  const msLeft = Date.parse(hold.hold_until) - deps.clock.ms()
  const state = isHoldOver(deps, hold) ? 'ended' : hold.state
  return {
    id: hold.id,
    reference: hold.reference,
    state,
    until: hold.hold_until,
    now,
    secondsLeft: state === 'live' ? Math.floor(msLeft / 1000) : 0,
    eventId: hold.course_id,
    batchId: hold.batch_id,
    batch: deps.courses.batchText(hold),
    seats: hold.seats,
    amount: decimalRupees(hold.amount_in_paise * hold.seats),
    bookingId: hold.seat_id,
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
  state: 'ended' | 'released',
): Promise<boolean> {
  if (!(await endHold(tx, hold.id, { state }))) return false
  await deps.courses.releaseSeat(tx, hold.batch_id, hold.seats)
  return true
}

function expireHold(deps: RegistrationDeps, id: string): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    const hold = await lockHold(tx, id)
    return hold !== undefined && isHoldOver(deps, hold) && endLocked(deps, tx, hold, 'ended')
  })
}

/**
 * Nobody else completes or ends the hold until the transaction ends. A hold whose time is up has ended, whenever the
 * loop runs.
 */
export async function getLockedHold(deps: RegistrationDeps, tx: Tx, id: string): Promise<Hold> {
  const hold = await getHold(id, (id) => lockHold(tx, id))
  return isHoldOver(deps, hold) && (await endLocked(deps, tx, hold, 'ended'))
    ? { ...hold, state: 'ended' }
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
  if (hold.state !== 'live' || hold.seats === seats) return hold
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
  await endLocked(deps, tx, hold, isHoldOver(deps, hold) ? 'ended' : 'released')
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
  asked?: { id: string; reference: string },
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
      if (kept?.state === 'live') return presentHold(deps, kept)
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
        state: 'live' as const,
        hold_until: deps.courses.beforeStart(batch, addMs(now, silentHoldMinutes * 60_000)),
        proved_at: provedAt,
        created_at: now,
      }
      for (let count = 0; count < referenceTries; count++) {
        const inserted = insertHold(tx, { ...row, reference: asked?.reference ?? deps.ids.reference() })
        if (await whileThere(inserted, () => new DomainError('batch_full'))) {
          await deps.courses.sellSeat(tx, offer, seats)
          return presentHold(deps, await getHold(row.id, (id) => findHold(tx, id)))
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
  if (hold?.state !== 'live') return { batch: await deps.courses.sellSeat(tx, offer, seats), hold: null }
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
  return presentHold(deps, await getHold(id, (id) => findHold(tx, id)))
}

/** A seat that was asked for is seen by its id as well. @throws `not_found` */
export async function viewHold(deps: RegistrationDeps, id: string): Promise<SeatHoldView> {
  const hold = await findHold(deps.db.read, id)
  const asked = hold ? null : await viewAsked(deps, deps.db.read, id)
  return asked ?? presentHold(deps, await getHold(id, async () => hold))
}

/** Gives the seat back; a second call, and one for a booking, change nothing. @throws `not_found` */
export async function releaseHold(deps: RegistrationDeps, tx: Tx, id: string): Promise<SeatHoldView> {
  const asked = await viewAsked(deps, tx, id)
  if (asked && (await releaseAsked(tx, id))) return { ...asked, state: 'released' }
  const hold = await getLockedHold(deps, tx, id)
  return presentHold(
    deps,
    (await endLocked(deps, tx, hold, 'released')) ? { ...hold, state: 'released' } : hold,
  )
}

/** The hold that a booking of this course completes. Nothing changes its person, course and batch. */
export async function findHoldOfCourse(
  tx: Tx,
  { id, courseId }: { id: string; courseId: string },
): Promise<Hold | null> {
  const hold = await findHold(tx, id)
  return hold?.course_id === courseId ? hold : null
}

export function isLiveHold(deps: RegistrationDeps, hold: Hold): boolean {
  return hold.state === 'live' && !isHoldOver(deps, hold)
}

/** The booking `seatId` takes the place of the hold; a hold that had ended remembers what it became. */
export function completeHold(tx: Tx, hold: Pick<Hold, 'id'>, seatId: string): Promise<void> {
  return setSeat(tx, hold.id, seatId)
}

/** Ends the holds of a batch that does not take place: a late payer finds no seat. The caller has locked it. */
export async function endHoldsIn(deps: RegistrationDeps, tx: Tx, batchId: string): Promise<void> {
  for (const { id, seats } of await listLiveIn(tx, batchId)) {
    if (await endHold(tx, id, { state: 'ended' })) await deps.courses.releaseSeat(tx, batchId, seats)
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
  return { course_id: eventId, email, transaction_id: transactionId }
}
