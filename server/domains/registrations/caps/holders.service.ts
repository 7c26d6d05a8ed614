import { DomainError, refusal } from '../../../../contract/errors.ts'
import { plainCode } from '../../../../contract/money/coupon-facts.ts'
import {
  unprovedPiecesUnlessSet,
  unprovedShareUnlessSet,
} from '../../../../contract/registrations/seat-holds.ts'
import { isPostgres } from '../../../db/guards.ts'
import type { Tx } from '../../../db/schema.ts'
import { mailboxOf } from '../../../platform/recipients.ts'
import type { Deps, Events } from '../../deps.ts'
import * as rules from './hold-rules.ts'
import * as repository from './holders.repository.ts'

/**
 * The number of seats and store items that one network may take per day for unproved addresses. `RATE_LIMIT_FACTOR`
 * scales it.
 */
const networkPiecesMax = 10

/** The school's limits for people whose address is unproved. */
export interface UnprovedTerms {
  /** True if a request must be confirmed by the link in an e-mail. */
  confirmFirst?: boolean
  /** The percentage of the free seats or stock that all unproved holds together may take. */
  unprovedShare?: number
  /** The number of seats and items that one person may hold at most. */
  unprovedPieces?: number
  /** False while the school has no way to be paid. */
  canBePaid?: boolean
}

/** Thrown if the request must be confirmed by the link in an e-mail. */
export class NeedsConfirmation extends Error {
  override name = 'NeedsConfirmation'
}

interface Contact {
  email: string
  phone: string
}

export interface Requester {
  caller: { userId: string; email: string; usertype: 'admin' | 'user' } | null
  /** The network that the request comes from; empty for calls inside the process. */
  network: string
  /** Ids of seats and holds that this browser took. */
  known: readonly string[]
  hasLetter?: boolean
}

export const byLetter: Requester = { caller: null, network: '', known: [], hasLetter: true }

export interface Admission {
  /** Null if the address is unproved. */
  provedAt: string | null
  /** This browser's hold of the same seat, taken in the booking dialog. */
  own: repository.Held | null
  /** The number of other seats and items that the person holds with an unproved address. */
  pieces: number
  /**
   * True if this address or phone has a paid seat in the same batch, and the request did not come by the link in an
   * e-mail.
   */
  hasPaid: boolean
  /** True if the person with the paid seat has this same mailbox, so that the e-mail may mention the seat. */
  hasPaidByMail: boolean
}

const nothingHeld = { own: null, pieces: 0, hasPaid: false, hasPaidByMail: false }

export function requesterOf(
  { caller, network }: Pick<Requester, 'caller' | 'network'>,
  { knownHolds = [] }: { knownHolds?: readonly string[] | undefined } = {},
): Requester {
  return { caller, network, known: knownHolds }
}

/**
 * True if the address is proved: for staff, for a request by the link in an e-mail, and for an account with this
 * verified address.
 */
export async function hasProved(tx: Tx, { caller, hasLetter }: Requester, email: string) {
  if (hasLetter || caller?.usertype === 'admin') return true
  return caller?.email === email && repository.isVerified(tx, caller.userId, email)
}

/** Serializes requests of the same phone or mailbox until the transaction ends. */
export async function lockPerson(deps: Deps, tx: Tx, { email, phone }: Contact) {
  if (!isPostgres(tx)) return
  const keys = [`holds by phone ${phone}`, `holds by mailbox ${mailboxOf(email)}`].map(deps.seal.fingerprint)
  await repository.lockPeople(tx, keys, deps.clock.today())
}

function listHeldBy(deps: Deps, tx: Tx, { email, phone }: Contact) {
  const { clock } = deps
  return repository.listHeld(tx, { phone, mailbox: mailboxOf(email), now: clock.now(), today: clock.today() })
}

/**
 * Checks whether this person may hold another seat or order; staff always may. The person is locked, so callers lock
 * the batch or the stock afterwards. @throws `already_enrolled`; `limit_reached` for an order
 */
export async function admit(
  deps: Deps,
  tx: Tx,
  requester: Requester,
  { email, phone, ...wanted }: rules.Wanted & Contact,
): Promise<Admission> {
  const now = deps.clock.now()
  // Requests of staff lock the person too, because staff and the visitor may complete the same hold at once.
  await lockPerson(deps, tx, { email, phone })
  if (requester.caller?.usertype === 'admin') return { provedAt: now, ...nothingHeld }
  const isProved = await hasProved(tx, requester, email)
  const all = await listHeldBy(deps, tx, { email, phone })
  const [held, paid] = [all.filter(isUnpaid), all.filter((one) => !isUnpaid(one))]
  const hasPaid = !requester.hasLetter && rules.hasPaidSeat(paid, { email, isProved }, wanted)
  // A phone may belong to somebody else, so a seat that only the phone matches is never mentioned.
  const hasPaidByMail = hasPaid && rules.hasPaidSeat(paid, { email, isProved: true }, wanted)
  const found = rules.checkHolds(held, { email, isProved, known: requester.known }, wanted)
  // The hold is locked and read again, since another request may have changed or completed it.
  const kept = found ? await repository.lockHeldSeats(tx, found.id, now) : 0
  const own = found && kept > 0 ? { ...found, pieces: kept } : null
  // A hold that was made by the link in an e-mail proves the address in every later step.
  const proved = own?.email === email ? own.proved_at : null
  const others = held.filter((one) => one.id !== found?.id && !rules.isReplacedHold(one, wanted, email))
  return { provedAt: isProved ? now : proved, own, pieces: unprovedPieces(others), hasPaid, hasPaidByMail }
}

/**
 * Counts seats and items towards the network's daily limit; false if they would exceed it. The counter is the last row
 * that a transaction locks.
 */
export async function countNetworkPieces(deps: Deps, tx: Tx, { network }: Requester, pieces: number) {
  if (network === '') return true
  const day = deps.clock.today()
  // The database column is an integer of four bytes.
  const max = Math.min(Math.ceil(networkPiecesMax * deps.config.rateLimitFactor), 1_000_000_000)
  const key = deps.seal.fingerprint(`holds of network ${network} ${day}`)
  return repository.takeQuota(tx, { network: key, day, max, pieces })
}

interface TakenNow extends repository.LimitedItems {
  provedAt: string | null
  /** The number of all seats and items that the person now holds with an unproved address. */
  total: number
  /** The number of seats and items that this request took. */
  pieces: number
  /** The part of `pieces` that the network's limit has counted already. */
  counted?: number
}

/**
 * Checks three limits of an unproved address after the rows are written: the limit of one person, the share of all
 * people with an unproved address together, and the daily limit of one network. @throws {NeedsConfirmation}
 */
export async function checkUnprovedLimits(
  deps: Deps,
  tx: Tx,
  requester: Requester,
  { provedAt, total, pieces, counted = 0, ...taken }: TakenNow,
  { unprovedShare = unprovedShareUnlessSet, unprovedPieces = unprovedPiecesUnlessSet }: UnprovedTerms,
) {
  if (provedAt !== null) return
  const coupon = taken.coupon && plainCode(taken.coupon)
  // A request that takes no more items can only use up the coupon, because its items were counted when they were held.
  const shares = await repository.listShares(
    tx,
    pieces > 0 ? { ...taken, coupon } : { coupon },
    unprovedShare,
  )
  const isAllowed =
    total <= unprovedPieces &&
    shares.every((share) => rules.isWithinShare(share, unprovedShare)) &&
    (pieces <= counted || (await countNetworkPieces(deps, tx, requester, pieces - counted)))
  if (!isAllowed) throw new NeedsConfirmation()
}

/**
 * Runs a transaction that holds seats or items, and runs it again with `confirmFirst` if it needs a confirmation. If
 * the person holds the same seat or order already, the e-mails about it are sent again after the transaction.
 */
export async function withConfirmation<T>(
  { onAlreadyHeld }: Pick<Events, 'onAlreadyHeld'>,
  { confirmFirst = false }: UnprovedTerms,
  work: (asks: { confirmFirst: boolean }) => Promise<T>,
): Promise<T> {
  try {
    return await work({ confirmFirst }).catch((error: unknown) => {
      if (confirmFirst || !(error instanceof NeedsConfirmation)) throw error
      return work({ confirmFirst: true })
    })
  } catch (error) {
    // A request for a seat that is already held cannot be confirmed by mail.
    if (error instanceof NeedsConfirmation) throw refusal('holds-unproved')
    const held = rules.heldItems(error)
    if (held) await onAlreadyHeld(held)
    throw error
  }
}

/** Checks the items that were added to a hold, and its coupon. @throws {NeedsConfirmation} */
export async function checkAddedPieces(
  deps: Deps,
  tx: Tx,
  requester: Requester,
  { email, phone, ...hold }: Contact & { provedAt: string | null } & repository.LimitedItems,
  pieces: number,
  terms: UnprovedTerms,
) {
  if (hold.provedAt !== null || requester.caller?.usertype === 'admin') return
  const held = (await listHeldBy(deps, tx, { email, phone })).filter(isUnpaid)
  await checkUnprovedLimits(deps, tx, requester, { ...hold, pieces, total: unprovedPieces(held) }, terms)
}

/**
 * Runs `work` for a person who may hold more, and checks the limits unless `terms` is null. `work` also runs for a
 * refused person, in a transaction that must then roll back. So a stranger with another person's details sees the
 * ordinary errors first, and learns nothing about that person's seats. @throws as `admit` and `checkUnprovedLimits`
 */
export async function withinLimits<T>(
  deps: Deps,
  tx: Tx,
  requester: Requester,
  person: rules.Wanted & Contact & { seats: number; coupon?: string | null },
  terms: UnprovedTerms | null,
  work: (admission: Admission) => Promise<T>,
): Promise<T> {
  let admission: Admission = { provedAt: null, ...nothingHeld }
  let refused: rules.HeldAlready | null = null
  try {
    admission = await admit(deps, tx, requester, person)
  } catch (error) {
    if (!(error instanceof rules.HeldAlready)) throw error
    refused = error
  }
  // A second seat may be for somebody else, so the person must confirm the second seat by e-mail. A hold that was made
  // by the link in that e-mail needs no second confirmation.
  if (admission.hasPaid && !person.isAsked && admission.own?.proved_at == null) throw new NeedsConfirmation()
  try {
    const done = await work(admission)
    const { own, provedAt } = admission
    // The items of an unproved hold of this browser are counted already.
    const pieces = person.seats - (own?.proved_at === null ? own.pieces : 0)
    const total = admission.pieces + person.seats
    if (terms) await checkUnprovedLimits(deps, tx, requester, { ...person, provedAt, pieces, total }, terms)
    if (refused === null) return done
  } catch (error) {
    throw refused && error instanceof DomainError ? rules.rememberHeld(error, refused.held) : error
  }
  throw refused
}

const isUnpaid = ({ is_paid }: repository.Held) => Number(is_paid) === 0

function unprovedPieces(held: readonly repository.Held[]): number {
  return held.filter(({ proved_at }) => proved_at === null).reduce((sum, { pieces }) => sum + pieces, 0)
}
