import { DomainError, refusal } from '../../../../contract/errors.ts'
import { mailboxOf } from '../../../platform/recipients.ts'
import type { Held, Share } from './holders.repository.ts'

/** A person with an unproved address may hold at most this number of unpaid seats and orders together. */
export const unpaidMax = 3

/** Unproved holds may always take this number of seats, even if their percentage allows fewer. */
export const unprovedLeast = 4

/**
 * True if unproved holds take at most `unprovedLeast` seats or items, or at most `percent` of the seats or items that
 * are free or held unproved.
 */
export function isWithinShare({ free, unproved }: Share, percent: number): boolean {
  return unproved <= Math.max(unprovedLeast, Math.floor(((free + unproved) * percent) / 100))
}

export interface Claimant {
  email: string
  isProved: boolean
  /** Ids of seats and holds that this browser took. A caller who sends an id is treated as its holder. */
  known: readonly string[]
}

export interface Wanted {
  /** Null for an order. */
  batchId: string | null
  /** True for an order that costs nothing. The limit of unpaid orders does not apply to it. */
  isFree?: boolean
  /**
   * True if the request only leads to an e-mail with a link to confirm it. The link may give another seat to somebody
   * who has already paid for a seat.
   */
  isAsked?: boolean
  /** The keys of a repeated booking. A seat or hold with the same keys is that booking, not another booking. */
  booking?: { courseId: string; transactionId: string }
}

/**
 * Checks whether a person may hold another seat or order. The limits are one seat per batch and, for an unproved
 * address, three unpaid seats and orders. A proved address is blocked neither by an unproved hold nor by an equal phone
 * number. Returns this browser's hold in the batch, if there is one. @throws `already_enrolled`; `limit_reached` for an
 * order
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

/** True if a paid seat of the same batch has this mailbox or, for an unproved address, this phone. */
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

/** A seat is the same booking only in its own batch; a hold of the booking dialog may move to another batch. */
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

/** True if the hold owes money. Only holds that owe money count towards the limit of unpaid holds. */
function isUnpaid({ owes_nothing }: Held): boolean {
  return Number(owes_nothing) === 0
}

function ownSeatRefusal(seat: Held) {
  const { id, kind, reference } = seat
  const isDue = isUnpaid(seat)
  // A payer who has reported a payment cannot add seats: the sum would no longer match.
  const canAdd = Number(seat.is_claimed) === 0
  const options = { facts: { reference }, details: { id, kind, reference, isDue, canAdd } }
  return isDue ? refusal('seat-held', options) : refusal('seat-free-held', options)
}

/**
 * The error for a person who already holds something. The holder may be somebody other than the caller, so the message
 * is the same for every kind of hold.
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

/** Attaches the person's holds to an error whose message does not mention them. */
export function rememberHeld(refusal: DomainError, held: readonly Held[]): DomainError {
  heldBeside.set(refusal, held)
  return refusal
}

export function heldItems(error: unknown): readonly Held[] | undefined {
  if (error instanceof HeldAlready) return error.held
  return error instanceof DomainError ? heldBeside.get(error) : undefined
}
