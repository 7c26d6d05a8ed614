import type { Selectable } from 'kysely'
import { isFull } from '../../../../contract/course-facts.ts'
import type { SeatReceipt } from '../../../../contract/enrolments.ts'
import { DomainError, refusal } from '../../../../contract/errors.ts'
import { askedHours, type SeatHoldView } from '../../../../contract/seat-holds.ts'
import { decimalRupees } from '../../../../contract/words.ts'
import { changesRow, withRowLock } from '../../../db/guards.ts'
import type { Queryable } from '../../../db/open.ts'
import type { Schema, Tx } from '../../../db/schema.ts'
import { addMs } from '../../../platform/clock.ts'
import { type Admitted, type Asker, countAsked, hasProved, judged } from '../caps/holders.service.ts'
import type { RegistrationDeps } from '../registrations.deps.ts'
import { seatAsked } from './asked-seats.letters.ts'

export type AskedSeat = Selectable<Schema['asked_seat']>

/** The request of somebody who asks for a seat. */
export interface Asked {
  kind: AskedSeat['kind']
  course: { courseId: string; batchId?: string | undefined; batch?: string | undefined }
  person: { name: string; email: string; phone: string }
  transactionId?: string
  /** The number of seats that are asked for in one go. */
  seats: number
  /** The body that the press sends anew. */
  body: object
}

// Somebody who has proved nothing holds a seat only after the press on the letter's link, if the school wants it so or
// strangers hold their share already. So does somebody who has a confirmed seat of the same batch. Until then nothing
// is held: what was asked for is kept, and the press sends it anew.

function findAsked(source: Queryable, id: string) {
  return source.selectFrom('asked_seat').selectAll().where('id', '=', id).executeTakeFirst()
}

/**
 * Null if a seat may be held at once. @throws `not_found`, `batch_changed`, `batch_full`, `already_enrolled`, as if it
 * were held
 */
export async function askFirst(
  deps: RegistrationDeps,
  tx: Tx,
  { kind, course, person, transactionId, seats, body }: Asked,
  { confirmFirst = false }: { confirmFirst?: boolean },
  asker: Asker,
): Promise<AskedSeat | null> {
  if (!confirmFirst || asker.hasLetter || asker.caller?.usertype === 'admin') return null
  const isProved = await hasProved(tx, asker, person.email)
  const { course: sold, batch } = await deps.courses.batchForSale(tx, course)
  if (kind !== 'enrolment' && batch.starts_on === null) throw refusal('event-over')
  const booking = transactionId && { booking: { courseId: sold.id, transactionId } }
  const wanted = { ...person, batchId: batch.id, ...booking, seats, isAsked: true }
  const ask = async ({ own, hasPaid, hasPaidByMail }: Admitted) => {
    if (isProved && !hasPaid) return null
    // This browser holds the seats already, by the link of a letter.
    if (own && own.proved_at !== null && own.pieces >= seats) return null
    if (isFull({ capacity: batch.capacity, enrolled: batch.taken + seats - 1 }))
      throw new DomainError('batch_full')
    const now = deps.clock.now()
    const asked: AskedSeat = {
      ...person,
      kind,
      id: deps.ids.id(),
      reference: deps.ids.reference(),
      course_id: sold.id,
      batch_id: batch.id,
      starts_on: batch.starts_on,
      transaction_id: transactionId ?? null,
      amount_in_paise: sold.priceInPaise * seats,
      // The press asks for the batch that was shown, whichever is the next one by then.
      body: JSON.stringify({ ...body, batchId: batch.id, knownHolds: [] }),
      ends_at: deps.courses.beforeStart(batch, addMs(now, askedHours * 60 * 60_000)),
      pressed_at: null,
      created_at: now,
    }
    await tx.insertInto('asked_seat').values(asked).execute()
    await countAsked(deps, tx, asker, seats)
    const { name, reference, amount_in_paise: amountInPaise, id: askedId, ends_at: endsAt } = asked
    const facts = {
      name,
      reference,
      amountInPaise,
      askedId,
      endsAt,
      courseTitle: sold.title,
      hasPaid: hasPaidByMail,
    }
    await deps.outbox.tell(tx, {
      to: { email: person.email },
      isProved: false,
      cause: `asked-seat:${askedId}`,
      words: seatAsked({ ...facts, batch: { day: batch.starts_on, time: batch.starts_at } }),
    })
    return asked
  }
  // Nothing is held until the link is pressed, and the person who presses it is proved.
  return judged(deps, tx, asker, wanted, ask, null)
}

/** The answer to a browser that asked for a seat: nothing is held. */
export function receiptOfAsked({ id, reference, amount_in_paise }: AskedSeat): SeatReceipt {
  return {
    id,
    reference,
    amount: decimalRupees(Number(amount_in_paise)),
    status: 'pending',
    holdUntil: null,
    proved: false,
    confirmFirst: true,
    room: null,
  }
}

/** The answer to step 2 of the booking dialog, which waits; null for an id that nobody asked with. */
export async function viewAsked(
  deps: RegistrationDeps,
  source: Queryable,
  id: string,
): Promise<SeatHoldView | null> {
  const asked = await findAsked(source, id)
  if (asked?.kind !== 'seat-hold') return null
  return {
    id,
    reference: asked.reference,
    state: asked.ends_at > deps.clock.now() ? 'asked' : 'ended',
    until: asked.ends_at,
    now: deps.clock.now(),
    secondsLeft: 0,
    eventId: asked.course_id,
    batchId: asked.batch_id,
    batch: deps.courses.batchText(asked),
    seats: (JSON.parse(asked.body) as { seats?: number }).seats ?? 1,
    amount: decimalRupees(Number(asked.amount_in_paise)),
    bookingId: null,
  }
}

/**
 * Locks what was asked for: nobody else presses its link until the transaction ends. @throws `not_found`, also once its
 * time is up
 */
export async function getPressedAsk(deps: RegistrationDeps, tx: Tx, id: string): Promise<AskedSeat> {
  const asked = await tx
    .selectFrom('asked_seat')
    .selectAll()
    .where('id', '=', id)
    .$call(withRowLock(tx))
    .executeTakeFirst()
  if (asked === undefined || (asked.pressed_at === null && asked.ends_at <= deps.clock.now())) {
    throw refusal('asked-over')
  }
  return asked
}

export async function setAskPressed(deps: RegistrationDeps, tx: Tx, id: string): Promise<void> {
  await tx.updateTable('asked_seat').set({ pressed_at: deps.clock.now() }).where('id', '=', id).execute()
}

/** The dialog was cancelled: its link holds nothing any more. False if nobody asked with this id. */
export function releaseAsked(tx: Tx, id: string): Promise<boolean> {
  return changesRow(tx.deleteFrom('asked_seat').where('id', '=', id).where('pressed_at', 'is', null))
}

/** Both steps of the booking dialog ask in the same way. */
export function askedOf(
  kind: 'event-booking' | 'seat-hold',
  body: {
    eventId: string
    batchId?: string | undefined
    firstName: string
    lastName: string
    email: string
    phone: string
    transactionId: string
    others?: readonly unknown[] | undefined
    seats?: number | undefined
  },
): Asked {
  const { eventId: courseId, batchId, firstName, lastName, email, phone, transactionId } = body
  const seats = body.seats ?? 1 + (body.others?.length ?? 0)
  const person = { name: `${firstName} ${lastName}`, email, phone }
  return { kind, course: { courseId, batchId }, person, transactionId, seats, body }
}
