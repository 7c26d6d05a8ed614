import type { Selectable } from 'kysely'
import { refusal } from '../../../../contract/errors.ts'
import type { CancelRule } from '../../../../contract/registrations/cancelling.ts'
import { unprovedHoldHours } from '../../../../contract/registrations/seat-holds.ts'
import type { Policy } from '../../../../contract/school/policies.ts'
import type { Schema, Tx } from '../../../db/schema.ts'
import { addMs } from '../../../platform/clock.ts'
import { mailboxOf } from '../../../platform/recipients.ts'
import { referencesOf } from '../../../platform/references.ts'
import type { Deps } from '../../deps.ts'
import type { SchoolService } from '../../school/index.ts'
import { parseRequest } from '../holds/asked-seats.service.ts'
import type { HeldBefore, Hold } from '../holds/seat-holds.repository.ts'
import type { RegistrationDeps } from '../registrations.deps.ts'
import { findGroup, getGroup, getLockedGroup } from './seat-groups.ts'
import { groupFacts, schoolNotice, studentMessage } from './seat-messages.ts'
import { statusAfter } from './seat-states.ts'
import { currentLetters, extendedHold, hourMs, keptRule } from './seat-steps.ts'
import { school } from './seats.en.ts'
import { dateFixed } from './seats.letters.ts'
import * as repository from './seats.repository.ts'

type School = Awaited<ReturnType<SchoolService['current']>>
export type SeatTerms = Pick<School, 'holdHours'> &
  Partial<
    Pick<School, 'confirmFirst' | 'unprovedShare' | 'unprovedPieces' | 'canBePaid' | 'upiId'> & CancelRule
  > & {
    /** The text of the terms that the payer accepts; missing if staff act. */
    accepted?: Pick<Policy, 'hash'>
  }

export type NewSeat = Pick<repository.SeatRow, 'kind' | 'name' | 'email' | 'phone'> &
  Partial<Pick<repository.SeatRow, 'question' | 'payment_method' | 'transaction_id'>> & {
    batch: Pick<Selectable<Schema['batch']>, 'id' | 'starts_on' | 'starts_at' | 'ends_on' | 'joins_late'>
    /** The time at which the person's address was proved; null if the address is unproved. */
    provedAt: string | null
    /** True if the person has reported a payment. */
    isReported?: boolean
    others?: readonly Other[]
    /** The request or hold that becomes the seat. */
    from?: Hold | undefined
  }

/** A guest of the payer, whose name may not be known yet. */
export interface Other {
  fullName?: string | undefined
}

/**
 * Writes the seats of the payer and of the guests: pending, or confirmed if they are free. If the same booking was sent
 * before, returns its id.
 */
export async function placeSeats(
  deps: RegistrationDeps,
  tx: Tx,
  course: { id: string; priceInPaise: number },
  { holdHours, canBePaid, accepted, ...rule }: SeatTerms,
  { batch, provedAt, isReported = false, others = [], from, ...seat }: NewSeat,
): Promise<{ id: string; isNew: boolean }> {
  const isFree = course.priceInPaise === 0
  if (!isFree && canBePaid === false) throw refusal('no-way-to-pay')
  const now = deps.clock.now()
  const whole = addMs(now, holdHours * hourMs)
  let until = provedAt === null ? addMs(now, Math.min(holdHours, unprovedHoldHours) * hourMs) : whole
  if (isReported) {
    const checked = await deps.payments.claimedUntil(tx)
    if (checked > until) until = checked < whole ? checked : whole
  }
  const { status: before = 'none' } = from ?? {}
  const isFirst = before === 'none' || before === 'asked'
  const placed = statusAfter(isFirst ? 'place' : before === 'held' ? 'complete' : 'completeLate', before)
  const id = from?.id ?? deps.ids.id()
  const row: repository.NewRow = {
    ...seat,
    id,
    course_id: course.id,
    batch_id: batch.id,
    amount_in_paise: course.priceInPaise,
    status: isFree ? statusAfter('free', placed) : placed,
    // The hold of a seat in a batch without a date has no end until the date is set.
    hold_until: isFree || batch.starts_on === null ? null : deps.courses.beforeStart(batch, until),
    confirmed_at: isFree ? now : null,
    created_at: now,
    mailbox: mailboxOf(seat.email),
    proved_at: provedAt,
    group_id: others.length > 0 ? id : null,
    seats: 1,
    // The terms of a request that waited for its e-mail's link were accepted when the request was sent.
    terms_hash: accepted?.hash ?? from?.terms_hash ?? null,
    // The seat keeps the cancellation rule that was in force when the payer accepted the terms.
    ...(accepted === undefined && from && from.terms_hash !== null
      ? { cancel_hours: from.cancel_hours, cancel_share: from.cancel_share }
      : keptRule({ ...(await deps.school.cancelRule(tx)), ...rule })),
  }
  const known = from
    ? await turnIntoSeat(tx, from, row)
    : await repository.insertSeat(tx, await referencesOf(tx, deps), row, () =>
        repository.findByTransaction(tx, row),
      )
  if (known) return { id: known, isNew: false }
  await insertOthers(tx, deps, row, others)
  return { id, isNew: true }
}

async function turnIntoSeat(tx: Tx, from: Hold, row: repository.NewRow) {
  const known = await repository.findByTransaction(tx, row)
  if (known) return known
  const { id, asked, batch_id, starts_on, hold_until, seats, amount_in_paise } = from
  const held: HeldBefore = { batch_id, starts_on, hold_until, seats, amount_in_paise }
  return repository.replaceRow(tx, id, {
    ...row,
    // A second click on the link in the e-mail finds this seat, so the request's body is no longer needed.
    asked: asked && JSON.stringify({ kind: parseRequest(asked).kind }),
    held: from.status === 'asked' ? null : JSON.stringify(held),
    hold_transaction_id: null,
  })
}

/**
 * Notifies the payer and the school of new seats. The caller has locked the batch, because the messages name its day.
 */
export async function tellNewSeats(deps: RegistrationDeps, tx: Tx, id: string, terms: SeatTerms) {
  const group = await getGroup(tx, id)
  const title = group.kind === 'enrolment' ? school.newEnrolment : school.newBooking
  await deps.outbox.tell(
    tx,
    ...(await currentLetters(deps, tx, group, extendedHold(deps, group, terms))),
    schoolNotice(group, 'received', title),
  )
  return group
}

/**
 * Writes the guests' seats. The question and the transaction id stay with the payer's seat. `after` is the last
 * `group_place` so far.
 */
export async function insertOthers(
  tx: Tx,
  deps: Pick<Deps, 'ids' | 'config'>,
  payer: repository.NewRow,
  others: readonly Other[],
  after = 0,
) {
  if (others.length === 0) return
  const reference = await referencesOf(tx, deps)
  for (const [n, { fullName }] of others.entries()) {
    const id = deps.ids.id()
    const row = {
      ...payer,
      ...(fullName ? { name: fullName } : { name: repository.guestName(payer.name), is_named: 0 as const }),
      id,
      question: null,
      asked: null,
      hold_transaction_id: null,
      // Each seat has a unique transaction id; a repeated booking is recognised by the transaction id of the payer's
      // seat.
      transaction_id: payer.transaction_id == null ? null : id,
      group_place: after + n + 1,
    }
    await repository.insertSeat(tx, reference, row, async () => undefined)
  }
}

/**
 * Divides a discount among newly written seats, and confirms the seats that become free. The caller has locked the
 * batch, because the coupon must be locked after the batch. @throws `coupon_invalid`
 */
export async function discountSeats(deps: RegistrationDeps, tx: Tx, id: string, code: string | undefined) {
  if (!code) return
  const { kind, members, email, phone, course_id: courseId } = await getLockedGroup(tx, id)
  const priceInPaise = Number(members[0].amount_in_paise)
  const taken = await deps.coupons.apply(
    tx,
    { kind, id },
    { code, basket: { courseId, priceInPaise, seats: members.length }, customer: { email, phone } },
  )
  const isFree = taken.discountInPaise === priceInPaise * members.length
  for (const [n, seat] of members.entries()) {
    const discount = taken.shares[n] ?? 0
    await repository.updateSeat(tx, seat, {
      amount_in_paise: priceInPaise - discount,
      discount_in_paise: discount,
      coupon_code: taken.code,
    })
    if (isFree && seat.status === 'pending')
      await repository.changeStatus(tx, seat, 'free', { hold_until: null, confirmed_at: deps.clock.now() })
  }
}

/** Asks the people who reserved a seat to pay for it or to give it up, now that the batch has a date. */
export async function askPlacesToPay(
  deps: RegistrationDeps,
  tx: Tx,
  batchId: string,
  { holdHours }: { holdHours: number },
) {
  const until = addMs(deps.clock.now(), holdHours * hourMs)
  const dated = new Set<string>()
  for (const { id, group_id } of await repository.listPlaces(tx, batchId)) {
    const seat = await repository.findSeat(tx, id)
    // Staff may also keep a seat in a batch that has begun, so `joins_late` lets the hold last until the batch's last
    // day.
    const held = seat && deps.courses.beforeStart({ ...seat, joins_late: 1 }, until)
    if (held && (await repository.holdPlace(tx, id, held))) dated.add(group_id ?? id)
  }
  for (const id of dated) {
    const group = await findGroup(tx, id)
    if (!group?.hold_until) continue
    const words = dateFixed({ ...groupFacts(group), holdUntil: group.hold_until, enrolmentId: group.id })
    // The cause is unique, because a seat may be moved to a batch without a date, and get a date once more.
    await deps.outbox.tell(tx, studentMessage(group, `dated:${deps.ids.id()}`, words))
  }
}
