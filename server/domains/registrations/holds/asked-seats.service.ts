import * as z from 'zod/mini'
import { isFull } from '../../../../contract/catalogue/course-facts.ts'
import { DomainError, refusal } from '../../../../contract/errors.ts'
import type { SeatReceipt } from '../../../../contract/registrations/enrolments.ts'
import { askedHours, type seatHoldBody } from '../../../../contract/registrations/seat-holds.ts'
import { decimalRupees } from '../../../../contract/words.ts'
import type { Tx } from '../../../db/schema.ts'
import { addMs } from '../../../platform/clock.ts'
import { mailboxOf } from '../../../platform/recipients.ts'
import { referencesOf } from '../../../platform/references.ts'
import {
  countNetworkPieces,
  hasProved,
  lockPerson,
  type Requester,
  withinLimits,
} from '../caps/holders.service.ts'
import type { RegistrationDeps } from '../registrations.deps.ts'
import { statusAfter } from '../seats/seat-states.ts'
import { keptRule } from '../seats/seat-steps.ts'
import { insertSeat } from '../seats/seats.repository.ts'
import { seatAsked } from './asked-seats.letters.ts'
import { findHold, type Hold, lockHold } from './seat-holds.repository.ts'

/**
 * A request that waits for a click on the link in an e-mail. The click carries out the request, and then deletes its
 * body.
 */
const storedRequest = z.object({
  kind: z.enum(['enrolment', 'event-booking', 'seat-hold']),
  body: z.optional(z.unknown()),
})

export const parseRequest = (json: string) => z.parse(storedRequest, JSON.parse(json))

export interface SeatRequest {
  kind: z.output<typeof storedRequest>['kind']
  course: { courseId: string; batchId?: string | undefined; batch?: string | undefined }
  person: { name: string; email: string; phone: string }
  transactionId?: string
  seats: number
  /** The terms that the person accepts with the request. */
  accepted?: { hash: string }
  /** The request body that a click on the link sends again. */
  body: { knownHolds?: readonly string[] | undefined }
}

/**
 * Stores the request and mails a link that carries it out, if `confirmFirst` is true. `confirmFirst` is true for three
 * reasons: the setting of the school, a limit that unproved holds have used up, or a confirmed seat of the person in
 * the batch. Returns null if the seats may be held at once. @throws `not_found`, `batch_changed`, `batch_full`,
 * `already_enrolled`, the same as holding the seats
 */
export async function askConfirmation(
  deps: RegistrationDeps,
  tx: Tx,
  { kind, course, person, transactionId, seats, accepted, body }: SeatRequest,
  { confirmFirst = false }: { confirmFirst?: boolean },
  requester: Requester,
) {
  if (!confirmFirst || requester.hasLetter || requester.caller?.usertype === 'admin') return null
  const isProved = await hasProved(tx, requester, person.email)
  const { course: sold, batch } = await deps.courses.batchForSale(tx, course)
  if (kind !== 'enrolment' && batch.starts_on === null) throw refusal('event-over')
  const booking = transactionId && { booking: { courseId: sold.id, transactionId } }
  const wanted = { ...person, batchId: batch.id, ...booking, seats, isAsked: true }
  return withinLimits(deps, tx, requester, wanted, null, async ({ own, hasPaid, hasPaidByMail }) => {
    if (isProved && !hasPaid) return null
    // This browser already holds the seats through the link in an e-mail.
    if (own && own.proved_at !== null && own.pieces >= seats) return null
    if (isFull({ capacity: batch.capacity, enrolled: batch.taken + seats - 1 }))
      throw new DomainError('batch_full')
    const now = deps.clock.now()
    const endsAt = deps.courses.beforeStart(batch, addMs(now, askedHours * 60 * 60_000))
    const id = deps.ids.id()
    const row = {
      ...person,
      id,
      kind: 'seat-hold',
      course_id: sold.id,
      batch_id: batch.id,
      mailbox: mailboxOf(person.email),
      hold_transaction_id: transactionId ?? null,
      amount_in_paise: sold.priceInPaise,
      seats,
      status: statusAfter('ask', 'none'),
      // The link requests the batch that was shown, even if another batch is next when the link is clicked.
      asked: JSON.stringify({ kind, body: { ...body, batchId: batch.id, knownHolds: [] } }),
      hold_until: endsAt,
      terms_hash: accepted?.hash ?? null,
      ...keptRule(await deps.school.cancelRule(tx)),
      created_at: now,
    } as const
    await insertSeat(tx, await referencesOf(tx, deps), row, async () => undefined)
    const request = (await findHold(tx, id)) as Hold
    await countNetworkPieces(deps, tx, requester, seats)
    await deps.outbox.tell(tx, {
      to: { email: person.email },
      isProved: false,
      cause: `asked-seat:${id}`,
      words: seatAsked({
        name: person.name,
        reference: request.reference,
        amountInPaise: sold.priceInPaise * seats,
        askedId: id,
        endsAt,
        courseTitle: sold.title,
        hasPaid: hasPaidByMail,
        batch: { day: batch.starts_on, time: batch.starts_at },
      }),
    })
    return request
  })
}

export function presentRequest({ id, reference, amount_in_paise, seats }: Hold): SeatReceipt {
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

/** Locks a request, or the seat or hold that it became. @throws `not_found`, also for an expired request */
export async function lockRequest(deps: RegistrationDeps, tx: Tx, id: string) {
  // Every step locks the person before the row, so that no two steps deadlock.
  const seen = await findHold(tx, id)
  if (seen) await lockPerson(deps, tx, seen)
  const asked = await lockHold(tx, id)
  const isOver = asked?.status === 'asked' && (asked.hold_until ?? '') <= deps.clock.now()
  if (asked === undefined || isOver) throw refusal('asked-over')
  return asked
}

export function dialogRequest(
  kind: 'event-booking' | 'seat-hold',
  body: z.output<typeof seatHoldBody> & { others?: readonly unknown[] | undefined },
): SeatRequest {
  const { eventId: courseId, batchId, firstName, lastName, email, phone, transactionId } = body
  const seats = body.seats ?? 1 + (body.others?.length ?? 0)
  const person = { name: `${firstName} ${lastName}`, email, phone }
  return { kind, course: { courseId, batchId }, person, transactionId, seats, body }
}
