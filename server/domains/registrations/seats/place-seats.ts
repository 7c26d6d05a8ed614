import type { Selectable } from 'kysely'
import { DomainError } from '../../../../contract/errors.ts'
import { unprovedHoldHours } from '../../../../contract/registrations/seat-holds.ts'
import { whileThere } from '../../../db/guards.ts'
import type { Schema, SeatKind, Tx } from '../../../db/schema.ts'
import { addMs } from '../../../platform/clock.ts'
import { mailboxOf } from '../../../platform/recipients.ts'
import type { Deps } from '../../deps.ts'
import type { SchoolService } from '../../school/index.ts'
import { askOf } from '../holds/asked-seats.service.ts'
import type { HeldBefore, Hold } from '../holds/seat-holds.repository.ts'
import type { RegistrationDeps } from '../registrations.deps.ts'
import { findGroup, getLockedGroup, type SeatGroup } from './seat-groups.ts'
import { factsOfGroup, schoolNotice, toStudent } from './seat-messages.ts'
import { statusAfter } from './seat-states.ts'
import { longerHold, standingLetters } from './seat-steps.ts'
import { dateFixed } from './seats.letters.ts'
import {
  becomeSeat,
  changeStatus,
  findByTransaction,
  findSeat,
  guestOf,
  holdPlace,
  insertSeat,
  listPlaces,
  type SeatRow,
  updateSeat,
} from './seats.repository.ts'

export type SeatTerms = Pick<Awaited<ReturnType<SchoolService['current']>>, 'holdHours'> &
  Partial<
    Pick<Awaited<ReturnType<SchoolService['current']>>, 'confirmFirst' | 'unprovedShare' | 'unprovedPieces'>
  >

const hourMs = 60 * 60_000
/** A seat has these values if nobody asked for it by mail or held it before. */
const unheld = { asked: null, hold_transaction_id: null }

export type NewSeat = Pick<SeatRow, 'kind' | 'name' | 'email' | 'phone'> &
  Partial<Pick<SeatRow, 'question' | 'payment_method' | 'transaction_id'>> & {
    batch: Pick<Selectable<Schema['batch']>, 'id' | 'starts_on' | 'starts_at' | 'ends_on' | 'joins_late'>
    /** When the person proved who they are; null for a stranger. */
    provedAt: string | null
    /** They say that they have paid. */
    isReported?: boolean
    /** The other people who come, as far as their names are known. */
    others?: readonly Other[]
    /** The ask or the hold that becomes the seat. */
    from?: Hold | undefined
  }

/**
 * Writes a seat, and with it those of the others: to be paid for, or confirmed if they are free. Answers the id of the
 * same booking if it was sent before.
 */
export async function placeSeats(
  deps: RegistrationDeps,
  tx: Tx,
  course: { id: string; priceInPaise: number },
  { holdHours }: SeatTerms,
  { batch, provedAt, isReported = false, others = [], from, ...seat }: NewSeat,
): Promise<{ id: string; isNew: boolean }> {
  const isFree = course.priceInPaise === 0
  const now = deps.clock.now()
  const ends = [addMs(now, Math.min(holdHours, unprovedHoldHours) * hourMs)]
  if (provedAt !== null) ends.push(addMs(now, holdHours * hourMs))
  else if (isReported) {
    const checked = await deps.payments.claimedUntil(tx)
    const whole = addMs(now, holdHours * hourMs)
    ends.push(checked < whole ? checked : whole)
  }
  const until = ends.toSorted().at(-1) as string
  const { status: before = 'none' } = from ?? {}
  const isAnew = before === 'none' || before === 'asked'
  const placed = statusAfter(isAnew ? 'place' : before === 'held' ? 'complete' : 'completeLate', before)
  const id = from?.id ?? deps.ids.id()
  const row = {
    question: null,
    payment_method: null,
    transaction_id: null,
    ...seat,
    id,
    course_id: course.id,
    batch_id: batch.id,
    amount_in_paise: course.priceInPaise,
    status: isFree ? statusAfter('free', placed) : placed,
    // A place without a date waits for one.
    hold_until: isFree || batch.starts_on === null ? null : deps.courses.beforeStart(batch, until),
    confirmed_at: isFree ? now : null,
    created_at: now,
    mailbox: mailboxOf(seat.email),
    proved_at: provedAt,
    group_id: others.length > 0 ? id : null,
    group_place: 0,
    is_named: 1 as const,
    seats: 1,
  }
  const known = from
    ? await becomeRegistration(tx, from, row)
    : await insertNew(tx, deps.ids, { ...row, ...unheld })
  if (known !== null) return { id: known, isNew: false }
  await insertOthers(tx, deps.ids, row, others)
  return { id, isNew: true }
}

/** Answers the id of the same booking if it was sent before, else null. */
async function becomeRegistration(
  tx: Tx,
  from: Hold,
  row: Omit<SeatRow, 'reference' | keyof typeof unheld>,
): Promise<string | null> {
  const { transaction_id } = row
  const known = transaction_id && (await findByTransaction(tx, { ...row, transaction_id }))
  if (known) return known
  const { id, asked, batch_id, starts_on, hold_until, seats, amount_in_paise } = from
  const held: HeldBefore = { batch_id, starts_on, hold_until, seats, amount_in_paise }
  await becomeSeat(tx, id, {
    ...row,
    // A second press on the letter's link finds the seat, and needs no body to send.
    asked: asked && JSON.stringify({ kind: askOf(asked).kind }),
    held: from.status === 'asked' ? null : JSON.stringify(held),
    hold_transaction_id: null,
  })
  return null
}

/** Tells student and school of new seats. The caller has locked the batch: the letters name its day. */
export async function welcomeSeats(
  deps: RegistrationDeps,
  tx: Tx,
  kind: SeatKind,
  id: string,
  terms: SeatTerms,
): Promise<SeatGroup> {
  const group = await findGroup(tx, kind, id)
  if (!group) throw new Error('a seat that was just written is not there')
  const title = kind === 'enrolment' ? 'New enrolment' : 'New booking'
  await deps.outbox.tell(
    tx,
    ...(await standingLetters(deps, tx, group, longerHold(deps, group, terms))),
    schoolNotice(group, 'received', title),
  )
  return group
}

const referenceTries = 20

/** A person who comes besides the payer; the name may not be known yet. */
export interface Other {
  fullName?: string | undefined
}

/** Writes a seat with a reference of its own; answers the id of the same booking if it was sent before, else null. */
export async function insertNew(
  tx: Tx,
  ids: Deps['ids'],
  row: Omit<SeatRow, 'reference'>,
): Promise<string | null> {
  for (let count = 0; count < referenceTries; count++) {
    const inserted = insertSeat(tx, { ...row, reference: ids.reference() })
    if (await whileThere(inserted, () => new DomainError('batch_full'))) return null
    const { transaction_id } = row
    const known = transaction_id && (await findByTransaction(tx, { ...row, transaction_id }))
    if (known) return known
  }
  throw new Error(`no free reference in ${referenceTries} tries`)
}

/**
 * Writes the seats of the others. The payer's seat has the link, the question and the transaction of all. `after` is
 * the last place so far.
 */
export async function insertOthers(
  tx: Tx,
  ids: Deps['ids'],
  payer: Omit<SeatRow, 'reference' | keyof typeof unheld>,
  others: readonly Other[],
  after = 0,
): Promise<void> {
  for (const [n, { fullName }] of others.entries()) {
    const id = ids.id()
    await insertNew(tx, ids, {
      ...payer,
      ...(fullName ? { name: fullName } : { name: guestOf(payer.name), is_named: 0 as const }),
      id,
      question: null,
      ...unheld,
      // Each seat of a booking has one of its own; a repeat is recognised by that of the payer.
      transaction_id: payer.transaction_id === null ? null : id,
      group_place: after + n + 1,
    })
  }
}

/**
 * Takes the discount off seats that were just written; those that cost nothing then are confirmed at once. The caller
 * has locked the batch, since the coupon is locked after it. A code is used once for a group, and its discount is
 * divided.
 * @throws `coupon_invalid`
 */
export async function discountSeats(
  deps: RegistrationDeps,
  tx: Tx,
  kind: SeatKind,
  id: string,
  code: string | undefined,
): Promise<void> {
  if (!code) return
  const { members, email, phone, course_id: courseId } = await getLockedGroup(tx, kind, id)
  const priceInPaise = Number(members[0].amount_in_paise)
  const taken = await deps.coupons.apply(
    tx,
    { kind, id },
    { code, basket: { courseId, priceInPaise, seats: members.length }, customer: { email, phone } },
  )
  const isFree = taken.discountInPaise === priceInPaise * members.length
  for (const [n, seat] of members.entries()) {
    const discount = taken.shares[n] ?? 0
    await updateSeat(tx, seat, {
      amount_in_paise: priceInPaise - discount,
      discount_in_paise: discount,
      coupon_code: taken.code,
    })
    if (isFree && seat.status === 'pending')
      await changeStatus(tx, seat, 'free', { hold_until: null, confirmed_at: deps.clock.now() })
  }
}

/** The batch has got a day: everybody with a place is told, and pays for it or lets it go. */
export async function askPlacesToPay(
  deps: RegistrationDeps,
  tx: Tx,
  batchId: string,
  { holdHours }: { holdHours: number },
): Promise<void> {
  const until = addMs(deps.clock.now(), holdHours * 60 * 60_000)
  const dated = new Map<string, SeatKind>()
  for (const { kind, id, group_id } of await listPlaces(tx, batchId)) {
    const seat = await findSeat(tx, kind, id)
    // Staff may want somebody in a batch that has begun.
    const held = seat && deps.courses.beforeStart({ ...seat, joins_late: 1 }, until)
    if (!held || !(await holdPlace(tx, id, held))) continue
    dated.set(group_id ?? id, kind)
  }
  for (const [id, kind] of dated) {
    const group = await findGroup(tx, kind, id)
    if (!group?.hold_until) continue
    const words = dateFixed({
      ...factsOfGroup(group),
      holdUntil: group.hold_until,
      enrolmentId: group.id,
    })
    // A place may be moved to a batch without a date, and get a date once more.
    await deps.outbox.tell(tx, toStudent(group, `dated:${deps.ids.id()}`, words))
  }
}
