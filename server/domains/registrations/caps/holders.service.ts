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
import {
  checkHolds,
  HeldAlready,
  hasPaidSeat,
  heldItems,
  isReplacedHold,
  isWithinShare,
  rememberHeld,
  type Wanted,
} from './hold-rules.ts'
import {
  type Held,
  isVerified,
  type LimitedItems,
  listHeld,
  listShares,
  lockHeldSeats,
  lockPeople,
  takeQuota,
} from './holders.repository.ts'

/** Seats and pieces that unproved people of one network may take in a school day; `RATE_LIMIT_FACTOR` scales it. */
const networkPiecesMax = 10

/** The school's limits for people who have proved nothing. */
export interface UnprovedTerms {
  /** Their requests wait for the press on a letter's link. */
  confirmFirst?: boolean
  /** Percent that all of them together may hold of what is left. */
  unprovedShare?: number
  /** Seats and pieces of one person. */
  unprovedPieces?: number
}

/** The request must wait for the press on a letter's link. */
export class NeedsConfirmation extends Error {
  override name = 'NeedsConfirmation'
}

interface Contact {
  email: string
  phone: string
}

export interface Requester {
  caller: { userId: string; email: string; usertype: 'admin' | 'user' } | null
  /** Empty for calls inside the process. */
  network: string
  /** Ids of seats and holds that the browser took. */
  known: readonly string[]
  hasLetter?: boolean
}

export const byLetter: Requester = { caller: null, network: '', known: [], hasLetter: true }

export interface Admission {
  /** Null for somebody who has proved nothing. */
  provedAt: string | null
  /** The same browser holds the same seat in its booking dialog. */
  own: Held | null
  /** Other seats and pieces that the person holds unproved. */
  pieces: number
  /** A seat of the same batch is confirmed for this address or phone, and they come by no letter's link. */
  hasPaid: boolean
  /** It is confirmed for this very mailbox: the letter may say so. */
  hasPaidByMail: boolean
}

const nothingHeld = { own: null, pieces: 0, hasPaid: false, hasPaidByMail: false }

export function requesterOf(
  { caller, network }: Pick<Requester, 'caller' | 'network'>,
  { knownHolds = [] }: { knownHolds?: readonly string[] | undefined } = {},
): Requester {
  return { caller, network, known: knownHolds }
}

/** True for staff, for a letter's link, and for somebody signed in with this verified address. */
export async function hasProved(tx: Tx, { caller, hasLetter }: Requester, email: string) {
  if (hasLetter || caller?.usertype === 'admin') return true
  return caller?.email === email && isVerified(tx, caller.userId, email)
}

/** No other request of the same phone or mailbox is checked until the transaction ends. */
export async function lockPerson(deps: Deps, tx: Tx, { email, phone }: Contact) {
  if (!isPostgres(tx)) return
  const keys = [`holds by phone ${phone}`, `holds by mailbox ${mailboxOf(email)}`].map(deps.seal.fingerprint)
  await lockPeople(tx, keys, deps.clock.today())
}

function listHeldBy(deps: Deps, tx: Tx, { email, phone }: Contact) {
  const { clock } = deps
  return listHeld(tx, { phone, mailbox: mailboxOf(email), now: clock.now(), today: clock.today() })
}

/**
 * Checks whether this person may hold one more; staff may always. It locks the person, so the caller calls it before it
 * locks the batch or the stock. @throws `already_enrolled`; `limit_reached` for an order
 */
export async function admit(
  deps: Deps,
  tx: Tx,
  requester: Requester,
  { email, phone, ...wanted }: Wanted & Contact,
): Promise<Admission> {
  const now = deps.clock.now()
  // Staff lock the person too: both may complete one hold.
  await lockPerson(deps, tx, { email, phone })
  if (requester.caller?.usertype === 'admin') return { provedAt: now, ...nothingHeld }
  const isProved = await hasProved(tx, requester, email)
  const all = await listHeldBy(deps, tx, { email, phone })
  const [held, paid] = [all.filter(isUnpaid), all.filter((one) => !isUnpaid(one))]
  const hasPaid = !requester.hasLetter && hasPaidSeat(paid, { email, isProved }, wanted)
  // A phone alone may be somebody else's: its owner's seat is named to nobody.
  const hasPaidByMail = hasPaid && hasPaidSeat(paid, { email, isProved: true }, wanted)
  const found = checkHolds(held, { email, isProved, known: requester.known }, wanted)
  // The hold is locked and its seats are read again, since somebody may change or complete it meanwhile.
  const kept = found ? await lockHeldSeats(tx, found.id, now) : 0
  const own = found && kept > 0 ? { ...found, pieces: kept } : null
  // A hold that a letter's link gave is a proof, whichever step comes next.
  const proved = own?.email === email ? own.proved_at : null
  const others = held.filter((one) => one.id !== found?.id && !isReplacedHold(one, wanted, email))
  return { provedAt: isProved ? now : proved, own, pieces: unprovedPieces(others), hasPaid, hasPaidByMail }
}

/** False if the network's day has no room for so many pieces. It takes the last lock of its transaction. */
export async function countNetworkPieces(deps: Deps, tx: Tx, { network }: Requester, pieces: number) {
  if (network === '') return true
  const day = deps.clock.today()
  // The column is an integer of four bytes.
  const max = Math.min(Math.ceil(networkPiecesMax * deps.config.rateLimitFactor), 1_000_000_000)
  const key = deps.seal.fingerprint(`holds of network ${network} ${day}`)
  return takeQuota(tx, { network: key, day, max, pieces })
}

interface TakenNow extends LimitedItems {
  provedAt: string | null
  /** All seats and pieces that the person holds unproved now. */
  total: number
  /** The pieces that they have just taken. */
  pieces: number
  /** The network's day has counted so many of them before. */
  counted?: number
}

/**
 * Checks what somebody unproved has just taken, after its rows are written: their own pieces, the share of all unproved
 * people, and the network's day. @throws {NeedsConfirmation}
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
  // If no pieces are new, only the code can be: the rest was counted when it was held.
  const shares = await listShares(tx, pieces > 0 ? { ...taken, coupon } : { coupon })
  const isAllowed =
    total <= unprovedPieces &&
    shares.every((share) => isWithinShare(share, unprovedShare)) &&
    (pieces <= counted || (await countNetworkPieces(deps, tx, requester, pieces - counted)))
  if (!isAllowed) throw new NeedsConfirmation()
}

/**
 * Runs the transaction that holds something, and again with `confirmFirst` if it needs a confirmation. If somebody
 * holds it already, their letters are mailed again, outside of the transaction.
 */
export async function withConfirmation<T>(
  { tellHeld }: Pick<Events, 'tellHeld'>,
  { confirmFirst = false }: UnprovedTerms,
  work: (asks: { confirmFirst: boolean }) => Promise<T>,
): Promise<T> {
  try {
    return await work({ confirmFirst }).catch((error: unknown) => {
      if (confirmFirst || !(error instanceof NeedsConfirmation)) throw error
      return work({ confirmFirst: true })
    })
  } catch (error) {
    // A seat that is held already cannot be asked for by mail.
    if (error instanceof NeedsConfirmation) throw refusal('holds-unproved')
    const held = heldItems(error)
    if (held) await tellHeld(held)
    throw error
  }
}

/** Checks `pieces` that were added to a hold of somebody, and the code that it uses. @throws {NeedsConfirmation} */
export async function checkAddedPieces(
  deps: Deps,
  tx: Tx,
  requester: Requester,
  { email, phone, ...hold }: Contact & { provedAt: string | null } & LimitedItems,
  pieces: number,
  terms: UnprovedTerms,
) {
  if (hold.provedAt !== null || requester.caller?.usertype === 'admin') return
  const held = (await listHeldBy(deps, tx, { email, phone })).filter(isUnpaid)
  await checkUnprovedLimits(deps, tx, requester, { ...hold, pieces, total: unprovedPieces(held) }, terms)
}

/**
 * Does the work for somebody who may hold one more, and checks its limits; `terms` is null if nothing is held yet. The
 * work runs even if the person is refused, and the transaction must end with the error: so a stranger who gives
 * somebody else's details reads first what anybody would read, like a full batch or a wrong code, and learns nothing of
 * who holds a seat. @throws as `admit` and `checkUnprovedLimits`
 */
export async function withinLimits<T>(
  deps: Deps,
  tx: Tx,
  requester: Requester,
  person: Wanted & Contact & { seats: number; coupon?: string | null },
  terms: UnprovedTerms | null,
  work: (admission: Admission) => Promise<T>,
): Promise<T> {
  let admission: Admission = { provedAt: null, ...nothingHeld }
  let refused: HeldAlready | null = null
  try {
    admission = await admit(deps, tx, requester, person)
  } catch (error) {
    if (!(error instanceof HeldAlready)) throw error
    refused = error
  }
  // Another seat may be for somebody else, so the letter asks. It has asked already about a hold that its link gave.
  if (admission.hasPaid && !person.isAsked && admission.own?.proved_at == null) throw new NeedsConfirmation()
  try {
    const done = await work(admission)
    const { own, provedAt } = admission
    // The pieces that they held unproved before are counted already.
    const pieces = person.seats - (own?.proved_at === null ? own.pieces : 0)
    const total = admission.pieces + person.seats
    if (terms) await checkUnprovedLimits(deps, tx, requester, { ...person, provedAt, pieces, total }, terms)
    if (refused === null) return done
  } catch (error) {
    throw refused && error instanceof DomainError ? rememberHeld(error, refused.held) : error
  }
  throw refused
}

const isUnpaid = ({ is_paid }: Held) => Number(is_paid) === 0

function unprovedPieces(held: readonly Held[]): number {
  return held.filter(({ proved_at }) => proved_at === null).reduce((sum, { pieces }) => sum + pieces, 0)
}
