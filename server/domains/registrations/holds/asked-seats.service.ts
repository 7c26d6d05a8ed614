import * as z from 'zod/mini'
import { isFull } from '../../../../contract/catalogue/course-facts.ts'
import { DomainError, refusal } from '../../../../contract/errors.ts'
import type { SeatReceipt } from '../../../../contract/registrations/enrolments.ts'
import { askedHours } from '../../../../contract/registrations/seat-holds.ts'
import { decimalRupees } from '../../../../contract/words.ts'
import { whileThere } from '../../../db/guards.ts'
import type { Tx } from '../../../db/schema.ts'
import { addMs } from '../../../platform/clock.ts'
import { mailboxOf } from '../../../platform/recipients.ts'
import {
  type Admitted,
  type Asker,
  countAsked,
  hasProved,
  judged,
  lockPerson,
} from '../caps/holders.service.ts'
import type { RegistrationDeps } from '../registrations.deps.ts'
import { statusAfter } from '../seats/seat-states.ts'
import { seatAsked } from './asked-seats.letters.ts'
import { findHold, type Hold, insertHold, lockHold } from './seat-holds.repository.ts'

/** The request that the press on the letter's link sends anew; without a body it was sent. */
const ask = z.object({
  kind: z.enum(['enrolment', 'event-booking', 'seat-hold']),
  body: z.optional(z.unknown()),
})

export const askOf = (json: string) => z.parse(ask, JSON.parse(json))

/** The request of somebody who asks for a seat. */
export interface Asked {
  kind: z.output<typeof ask>['kind']
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
): Promise<Hold | null> {
  if (!confirmFirst || asker.hasLetter || asker.caller?.usertype === 'admin') return null
  const isProved = await hasProved(tx, asker, person.email)
  const { course: sold, batch } = await deps.courses.batchForSale(tx, course)
  if (kind !== 'enrolment' && batch.starts_on === null) throw refusal('event-over')
  const booking = transactionId && { booking: { courseId: sold.id, transactionId } }
  const wanted = { ...person, batchId: batch.id, ...booking, seats, isAsked: true }
  const write = async ({ own, hasPaid, hasPaidByMail }: Admitted) => {
    if (isProved && !hasPaid) return null
    // This browser holds the seats already, by the link of a letter.
    if (own && own.proved_at !== null && own.pieces >= seats) return null
    if (isFull({ capacity: batch.capacity, enrolled: batch.taken + seats - 1 }))
      throw new DomainError('batch_full')
    const now = deps.clock.now()
    const endsAt = deps.courses.beforeStart(batch, addMs(now, askedHours * 60 * 60_000))
    const { name, email } = person
    const row = {
      ...person,
      id: deps.ids.id(),
      reference: deps.ids.reference(),
      course_id: sold.id,
      batch_id: batch.id,
      mailbox: mailboxOf(email),
      hold_transaction_id: transactionId ?? null,
      amount_in_paise: sold.priceInPaise,
      seats,
      status: statusAfter('ask', 'none'),
      // The press asks for the batch that was shown, whichever is the next one by then.
      asked: JSON.stringify({ kind, body: { ...body, batchId: batch.id, knownHolds: [] } }),
      hold_until: endsAt,
      held_at: null,
      proved_at: null,
      created_at: now,
    }
    if (!(await whileThere(insertHold(tx, row), () => new DomainError('batch_full'))))
      throw new Error(`the reference ${row.reference} is taken`)
    await countAsked(deps, tx, asker, seats)
    await deps.outbox.tell(tx, {
      to: { email },
      isProved: false,
      cause: `asked-seat:${row.id}`,
      words: seatAsked({
        name,
        reference: row.reference,
        amountInPaise: sold.priceInPaise * seats,
        askedId: row.id,
        endsAt,
        courseTitle: sold.title,
        hasPaid: hasPaidByMail,
        batch: { day: batch.starts_on, time: batch.starts_at },
      }),
    })
    return (await findHold(tx, row.id)) ?? null
  }
  // Nothing is held until the link is pressed, and the person who presses it is proved.
  return judged(deps, tx, asker, wanted, write, null)
}

/** The answer to a browser that asked for a seat: nothing is held. */
export function receiptOfAsked({ id, reference, amount_in_paise, seats }: Hold): SeatReceipt {
  return {
    id,
    reference,
    amount: decimalRupees(amount_in_paise * seats),
    status: 'pending',
    holdUntil: null,
    proved: false,
    confirmFirst: true,
    room: null,
  }
}

/**
 * Locks what was asked for, or what it became: nobody else presses its link until the transaction ends.
 * @throws `not_found`, also once its time is up
 */
export async function getPressedAsk(deps: RegistrationDeps, tx: Tx, id: string): Promise<Hold> {
  // The person is locked before the row, as everywhere.
  const seen = await findHold(tx, id)
  if (seen) await lockPerson(deps, tx, seen)
  const asked = await lockHold(tx, id)
  const isOver = asked?.status === 'asked' && (asked.hold_until ?? '') <= deps.clock.now()
  if (asked === undefined || isOver) throw refusal('asked-over')
  return asked
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
