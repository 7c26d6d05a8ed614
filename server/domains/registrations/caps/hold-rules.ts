import { DomainError, refusal } from '../../../../contract/errors.ts'
import { mailboxOf } from '../../../platform/recipients.ts'
import type { Counted, Held } from './holders.repository.ts'

/** The most unpaid seats and orders of the store together that one person who has proved nothing may hold. */
export const unpaidMax = 3

/** All unproved holds together may take at least so much, even if their share is less. */
export const unprovedLeast = 4

/** True if unproved holds take no more than their share: `percent` of what is free or held unproved. */
export function isWithinShare({ free, unproved }: Counted, percent: number): boolean {
  return unproved <= Math.max(unprovedLeast, Math.floor(((free + unproved) * percent) / 100))
}

/** The one who asks, as far as the caps go. */
export interface Claimant {
  email: string
  isProved: boolean
  /** Ids of seats and holds that this browser took: somebody who names one holds it. */
  known: readonly string[]
}

export interface Wanted {
  /** Null for an order. */
  batchId: string | null
  /** An order that costs nothing: it waits for no money, and is none of the unpaid ones. */
  isFree?: boolean
  /** It is asked for by mail now: somebody who presses the letter's link may have a seat beside a paid one. */
  isAsked?: boolean
  /** The booking that is sent: what is held under these ids is the same booking, sent before. */
  booking?: { courseId: string; transactionId: string }
}

/**
 * Judges whether somebody may hold one more: one for each person and batch, and three unpaid in all until the person is
 * proved. A hold of somebody unproved never blocks somebody proved, nor does a phone, which nothing proves. Answers this
 * browser's own hold of the same seat, if its booking dialog has one.
 * @throws `already_enrolled`; `limit_reached` for an order
 */
export function judgeHolds(held: readonly Held[], who: Claimant, wanted: Wanted): Held | null {
  const mailbox = mailboxOf(who.email)
  const others = held.filter((one) => !isSameBooking(one, wanted, who.email))
  const isKnown = ({ id }: Held) => who.known.includes(id)
  const inBatch = others.filter(({ batch_id }) => batch_id !== null && batch_id === wanted.batchId)

  const known = inBatch.find((one) => one.kind !== 'seat-hold' && isKnown(one))
  if (known) throw ownSeat(known)
  const isTheirs = (one: Held) => who.isProved && one.proved_at !== null && one.mailbox === mailbox
  const own = inBatch.find((one) => one.kind === 'seat-hold' && (isKnown(one) || isTheirs(one))) ?? null
  if (who.isProved) {
    const seat = inBatch.find((one) => one.kind !== 'seat-hold' && isTheirs(one))
    if (seat) throw ownSeat(seat)
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

/**
 * True if a seat of the same batch is confirmed for this person: by the mailbox, or also by the phone if the person has
 * proved no mailbox.
 */
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

/** The hold of the same dialog goes back when another one is taken. */
export function isLeft(one: Held, wanted: Wanted, email: string): boolean {
  return one.kind === 'seat-hold' && isSameBooking(one, wanted, email)
}

/** A hold that owes nothing now counts for its batch alone. */
function isUnpaid({ owes_nothing }: Held): boolean {
  return Number(owes_nothing) === 0
}

function ownSeat(seat: Held) {
  const { id, kind, reference } = seat
  const isDue = isUnpaid(seat)
  // Its sum stays what it is once somebody says that it was paid.
  const canAdd = Number(seat.is_claimed) === 0
  const options = { facts: { reference }, details: { id, kind, reference, isDue, canAdd } }
  return isDue ? refusal('seat-held', options) : refusal('seat-free-held', options)
}

/**
 * Somebody holds this already, perhaps another person than the caller. So everybody who asks for a seat is told the
 * same, whatever is held, and so is everybody who orders. The letters of `held` are mailed again.
 */
export class HeldAlready extends DomainError {
  readonly held: readonly Held[]

  constructor(held: readonly Held[], { isOrder = false }: { isOrder?: boolean } = {}) {
    if (isOrder) super('limit_reached', { reason: 'order-maybe-held' })
    else super('already_enrolled', { reason: 'seat-maybe-held' })
    this.held = held
  }
}

const heldBeside = new WeakMap<DomainError, readonly Held[]>()

/** Remembers what the person holds already, for a refusal that anybody would get and that does not tell it. */
export function besideHeld(refusal: DomainError, held: readonly Held[]): DomainError {
  heldBeside.set(refusal, held)
  return refusal
}

export function heldOf(error: unknown): readonly Held[] | undefined {
  if (error instanceof HeldAlready) return error.held
  return error instanceof DomainError ? heldBeside.get(error) : undefined
}
