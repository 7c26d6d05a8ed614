import { DomainError, refusal } from '../../../../contract/errors.ts'
import { mailboxOf } from '../../../platform/recipients.ts'
import type { Held, Share } from './holders.repository.ts'

/** Unpaid seats and orders together that one person who has proved nothing may hold. */
export const unpaidMax = 3

/** All unproved holds together may take so much, even if their share is less. */
export const unprovedLeast = 4

/** True if unproved holds take at most `percent` of what is free or held unproved. */
export function isWithinShare({ free, unproved }: Share, percent: number): boolean {
  return unproved <= Math.max(unprovedLeast, Math.floor(((free + unproved) * percent) / 100))
}

export interface Claimant {
  email: string
  isProved: boolean
  /** Ids of seats and holds that this browser took: somebody who names one holds it. */
  known: readonly string[]
}

export interface Wanted {
  /** Null for an order. */
  batchId: string | null
  /** An order that costs nothing is none of the unpaid ones. */
  isFree?: boolean
  /** The letter is just being asked for: somebody who presses its link may have a seat beside a paid one. */
  isAsked?: boolean
  /** A seat or hold with these ids is the same booking, sent before. */
  booking?: { courseId: string; transactionId: string }
}

/**
 * Checks whether somebody may hold one more: one for each person and batch, and three unpaid in all until the person is
 * proved. A hold of somebody unproved never blocks somebody proved, nor does a phone, which nothing proves. Answers the
 * hold of the same seat in this browser's booking dialog, if it has one.
 * @throws `already_enrolled`; `limit_reached` for an order
 */
export function checkHolds(held: readonly Held[], who: Claimant, wanted: Wanted): Held | null {
  const mailbox = mailboxOf(who.email)
  const others = held.filter((one) => !isSameBooking(one, wanted, who.email))
  const isKnown = ({ id }: Held) => who.known.includes(id)
  const inBatch = others.filter(({ batch_id }) => batch_id !== null && batch_id === wanted.batchId)

  const known = inBatch.find((one) => one.kind !== 'seat-hold' && isKnown(one))
  if (known) throw ownSeatRefusal(known)
  const isTheirs = (one: Held) => who.isProved && one.proved_at !== null && one.mailbox === mailbox
  const own = inBatch.find((one) => one.kind === 'seat-hold' && (isKnown(one) || isTheirs(one))) ?? null
  if (who.isProved) {
    const seat = inBatch.find((one) => one.kind !== 'seat-hold' && isTheirs(one))
    if (seat) throw ownSeatRefusal(seat)
    return own
  }
  const strange = inBatch.filter((one) => one.id !== own?.id)
  if (strange.length > 0) throw new HeldAlready(strange)

  const unpaid = others.filter((one) => one.proved_at === null && isUnpaid(one) && one.id !== own?.id)
  if (unpaid.length < unpaidMax || wanted.isFree) return own
  if (wanted.batchId === null) throw new HeldAlready(unpaid, { isOrder: true })
  if (!unpaid.some(isKnown)) throw new HeldAlready(unpaid)
  const payable = unpaid.filter((one) => isKnown(one) && one.kind !== 'seat-hold')
  const toPay = payable.map(({ id, kind, reference }) => ({ id, kind, reference }))
  throw refusal('unpaid-many', { facts: { max: unpaidMax }, details: { toPay } })
}

/** A seat of the same batch is confirmed for this mailbox or, for somebody unproved, for the phone. */
export function hasPaidSeat(paid: readonly Held[], who: Omit<Claimant, 'known'>, wanted: Wanted): boolean {
  const mailbox = mailboxOf(who.email)
  return paid.some(
    (one) =>
      wanted.batchId !== null &&
      one.batch_id === wanted.batchId &&
      !isSameBooking(one, wanted, who.email) &&
      (one.mailbox === mailbox || !who.isProved),
  )
}

/** A booking stays in its batch; a hold of the booking dialog goes to the batch that is wanted. */
function isSameBooking(one: Held, { booking, batchId }: Wanted, email: string): boolean {
  return (
    booking !== undefined &&
    one.transaction_id === booking.transactionId &&
    one.course_id === booking.courseId &&
    one.email === email &&
    (one.kind === 'seat-hold' || one.batch_id === batchId)
  )
}

export function isReplacedHold(one: Held, wanted: Wanted, email: string): boolean {
  return one.kind === 'seat-hold' && isSameBooking(one, wanted, email)
}

/** A hold that owes nothing now counts for its batch alone. */
function isUnpaid({ owes_nothing }: Held): boolean {
  return Number(owes_nothing) === 0
}

function ownSeatRefusal(seat: Held) {
  const { id, kind, reference } = seat
  const isDue = isUnpaid(seat)
  // Its sum stays what it is once somebody says that it was paid.
  const canAdd = Number(seat.is_claimed) === 0
  const options = { facts: { reference }, details: { id, kind, reference, isDue, canAdd } }
  return isDue ? refusal('seat-held', options) : refusal('seat-free-held', options)
}

/** Perhaps somebody else than the caller holds this already, so the sentence is the same whatever is held. */
export class HeldAlready extends DomainError {
  readonly held: readonly Held[]

  constructor(held: readonly Held[], { isOrder = false }: { isOrder?: boolean } = {}) {
    if (isOrder) super('limit_reached', { reason: 'order-maybe-held' })
    else super('already_enrolled', { reason: 'seat-maybe-held' })
    this.held = held
  }
}

const heldBeside = new WeakMap<DomainError, readonly Held[]>()

/** Notes what the person holds already, beside a refusal that does not tell it. */
export function rememberHeld(refusal: DomainError, held: readonly Held[]): DomainError {
  heldBeside.set(refusal, held)
  return refusal
}

export function heldItems(error: unknown): readonly Held[] | undefined {
  if (error instanceof HeldAlready) return error.held
  return error instanceof DomainError ? heldBeside.get(error) : undefined
}
