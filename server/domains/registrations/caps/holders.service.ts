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
  besideHeld,
  HeldAlready,
  hasPaidSeat,
  heldOf,
  isLeft,
  isWithinShare,
  judgeHolds,
  type Wanted,
} from './hold-rules.ts'
import {
  type Held,
  isVerified,
  listHeld,
  listShares,
  lockKept,
  lockPeople,
  type Taken,
  takeQuota,
} from './holders.repository.ts'

/**
 * The most seats and pieces that people of one network who have proved nothing may take in a school day.
 * `RATE_LIMIT_FACTOR` scales it.
 */
export const piecesOfANetworkMax = 10

/** The limits of a school for people who have proved nothing. */
export interface UnprovedTerms {
  /** Their asks wait for the press on a letter's link. */
  confirmFirst?: boolean
  /** Percent that all of them together may hold of what is left. */
  unprovedShare?: number
  /** Seats and pieces of one person. */
  unprovedPieces?: number
}

/**
 * Somebody unproved may hold no more at once, or somebody asks for a seat beside a paid one. The request waits for the
 * press on a letter's link.
 */
export class AskFirst extends Error {
  override name = 'AskFirst'
}

/** The one who asks for a seat or an order. */
export interface Asker {
  caller: { userId: string; email: string; usertype: 'admin' | 'user' } | null
  /** Empty for calls inside the process. */
  network: string
  /** Ids of seats and holds that the browser took. */
  known: readonly string[]
  /** They came by the link of a letter. */
  hasLetter?: boolean
}

/** Somebody who pressed the link of a letter. */
export const byLetter: Asker = { caller: null, network: '', known: [], hasLetter: true }

export interface Admitted {
  /** Null for somebody who has proved nothing. */
  provedAt: string | null
  /** The same browser holds the same seat in its booking dialog. */
  own: Held | null
  /** Other seats and pieces that the person holds without having proved anything. */
  pieces: number
  /** A seat of the same batch is confirmed for this address or phone, and they come by no letter's link. */
  hasPaid: boolean
  /** It is confirmed for this very mailbox: the letter may say so. */
  hasPaidByMail: boolean
}

const noPaidSeat = { hasPaid: false, hasPaidByMail: false }

/** The seats or pieces that somebody has just taken. */
interface Taking extends Taken {
  provedAt: string | null
  /** All that the person holds unproved now. */
  total: number
  /** Seats or pieces that somebody unproved holds from now on. */
  pieces: number
  /** The number of them that the network's day has counted before. */
  counted?: number
}

export function askerOf(
  { caller, network }: Pick<Asker, 'caller' | 'network'>,
  { knownHolds = [] }: { knownHolds?: readonly string[] | undefined },
): Asker {
  return { caller, network, known: knownHolds }
}

/** True if the caller need not show that a letter arrived: staff, and somebody signed in with this verified address. */
export async function hasProved(tx: Tx, { caller, hasLetter }: Asker, email: string): Promise<boolean> {
  if (hasLetter || caller?.usertype === 'admin') return true
  return caller?.email === email && isVerified(tx, caller.userId, email)
}

/** Locks the person: no other request of the same phone or mailbox is judged until the transaction ends. */
export async function lockPerson(
  deps: Deps,
  tx: Tx,
  { email, phone }: { email: string; phone: string },
): Promise<void> {
  if (!isPostgres(tx)) return
  const keys = [`holds by phone ${phone}`, `holds by mailbox ${mailboxOf(email)}`].map(deps.seal.fingerprint)
  await lockPeople(tx, keys, deps.clock.today())
}

/**
 * Judges whether this person may hold one more. The person is locked until the transaction ends, so the caller asks
 * before it locks the batch or the stock. Staff hold for anybody. @throws `already_enrolled`; `limit_reached` for an
 * order
 */
export async function admit(
  deps: Deps,
  tx: Tx,
  asker: Asker,
  { email, phone, ...wanted }: Wanted & { email: string; phone: string },
): Promise<Admitted> {
  const now = deps.clock.now()
  // Staff take turns with the person, too: both may complete one hold.
  await lockPerson(deps, tx, { email, phone })
  if (asker.caller?.usertype === 'admin') return { provedAt: now, own: null, pieces: 0, ...noPaidSeat }
  const isProved = await hasProved(tx, asker, email)
  const all = await listHeld(tx, { phone, mailbox: mailboxOf(email), now, today: deps.clock.today() })
  const [held, paid] = [all.filter(isUnpaid), all.filter((one) => !isUnpaid(one))]
  const hasPaid = !asker.hasLetter && hasPaidSeat(paid, { email, isProved }, wanted)
  // A phone alone may be somebody else's: its owner's seat is named to nobody.
  const hasPaidByMail = hasPaid && hasPaidSeat(paid, { email, isProved: true }, wanted)
  const found = judgeHolds(held, { email, isProved, known: asker.known }, wanted)
  // The hold is locked and its seats read anew, since somebody may change or complete it meanwhile.
  const kept = found ? await lockKept(tx, found.id, now) : 0
  const own = found && kept > 0 ? { ...found, pieces: kept } : null
  // A hold that a letter's link gave is a proof, whichever step comes next.
  const proved = own?.email === email ? own.proved_at : null
  const others = held.filter((one) => one.id !== found?.id && !isLeft(one, wanted, email))
  return { provedAt: isProved ? now : proved, own, pieces: unprovedPieces(others), hasPaid, hasPaidByMail }
}

/** False if the network's day has no room for so many. It takes the last lock of its transaction. */
async function countNetwork(deps: Deps, tx: Tx, { network }: Asker, pieces: number): Promise<boolean> {
  if (network === '') return true
  const day = deps.clock.today()
  // The column is an integer of four bytes.
  const max = Math.min(Math.ceil(piecesOfANetworkMax * deps.config.rateLimitFactor), 1_000_000_000)
  const key = deps.seal.fingerprint(`holds of network ${network} ${day}`)
  return takeQuota(tx, { network: key, day, max, pieces })
}

/**
 * Judges what somebody unproved has just taken, which the rows show already: their own pieces, the share of all who
 * proved nothing, and their network's day. @throws {AskFirst}
 */
export async function countTaken(
  deps: Deps,
  tx: Tx,
  asker: Asker,
  { provedAt, total, pieces, counted = 0, ...taken }: Taking,
  { unprovedShare = unprovedShareUnlessSet, unprovedPieces = unprovedPiecesUnlessSet }: UnprovedTerms,
): Promise<void> {
  if (provedAt !== null) return
  const coupon = taken.coupon && plainCode(taken.coupon)
  // If no pieces are new, only the code can be: the rest was counted when it was held.
  const shares = await listShares(tx, pieces > 0 ? { ...taken, coupon } : { coupon })
  const isAllowed =
    total <= unprovedPieces &&
    shares.every((share) => isWithinShare(share, unprovedShare)) &&
    (pieces <= counted || (await countNetwork(deps, tx, asker, pieces - counted)))
  if (!isAllowed) throw new AskFirst()
}

/**
 * Runs the transaction that holds something. If somebody may not hold it at once, runs it again to ask first. If
 * somebody holds it already, their letters are mailed again, outside of the transaction.
 */
export async function guarded<T>(
  { tellHeld }: Pick<Events, 'tellHeld'>,
  { confirmFirst = false }: UnprovedTerms,
  work: (asks: { confirmFirst: boolean }) => Promise<T>,
): Promise<T> {
  try {
    return await work({ confirmFirst }).catch((error: unknown) => {
      if (confirmFirst || !(error instanceof AskFirst)) throw error
      return work({ confirmFirst: true })
    })
  } catch (error) {
    // A seat that is held already cannot be asked for by mail.
    if (error instanceof AskFirst) throw refusal('holds-unproved')
    const held = heldOf(error)
    if (held) await tellHeld(held)
    throw error
  }
}

/** Seats or pieces that are asked for by mail: they count in the network's day while it has room. */
export async function countAsked(deps: Deps, tx: Tx, asker: Asker, pieces: number): Promise<void> {
  await countNetwork(deps, tx, asker, pieces)
}

/** Judges `pieces` that were added to a hold of somebody, and the code that it uses. @throws {AskFirst} */
export async function countMoreTaken(
  deps: Deps,
  tx: Tx,
  asker: Asker,
  { email, phone, provedAt, ...hold }: { email: string; phone: string; provedAt: string | null } & Taken,
  pieces: number,
  terms: UnprovedTerms,
): Promise<void> {
  if (provedAt !== null || asker.caller?.usertype === 'admin') return
  const person = { phone, mailbox: mailboxOf(email), now: deps.clock.now(), today: deps.clock.today() }
  const held = (await listHeld(tx, person)).filter(isUnpaid)
  await countTaken(deps, tx, asker, { ...hold, provedAt, pieces, total: unprovedPieces(held) }, terms)
}

/**
 * Does the work for somebody who may hold one more, and counts it. A stranger who gives the details of somebody else
 * reads first what anybody would read: a full batch, a wrong code or a spent network tells nothing of who holds a seat.
 * So the work runs even if the person is refused, and the transaction has to end with the error. Nothing is held yet if
 * `terms` is null.
 * @throws as `admit` and `countTaken`
 */
export async function judged<T>(
  deps: Deps,
  tx: Tx,
  asker: Asker,
  person: Wanted & { email: string; phone: string; seats: number; coupon?: string | null },
  work: (admitted: Admitted) => Promise<T>,
  terms: UnprovedTerms | null,
): Promise<T> {
  let admitted: Admitted = { provedAt: null, own: null, pieces: 0, ...noPaidSeat }
  let refused: HeldAlready | null = null
  try {
    admitted = await admit(deps, tx, asker, person)
  } catch (error) {
    if (!(error instanceof HeldAlready)) throw error
    refused = error
  }
  // Another seat may be for somebody else, so the letter asks. It has asked already about a hold that its link gave.
  if (admitted.hasPaid && !person.isAsked && admitted.own?.proved_at == null) throw new AskFirst()
  try {
    const done = await work(admitted)
    const { own, provedAt } = admitted
    // The pieces that they held unproved before were counted when they were taken.
    const pieces = person.seats - (own?.proved_at === null ? own.pieces : 0)
    const total = admitted.pieces + person.seats
    if (terms) await countTaken(deps, tx, asker, { ...person, provedAt, pieces, total }, terms)
    if (refused === null) return done
  } catch (error) {
    throw refused && error instanceof DomainError ? besideHeld(error, refused.held) : error
  }
  throw refused
}

const isUnpaid = ({ is_paid }: Held) => Number(is_paid) === 0

/** The number of pieces that are held without a proof. */
function unprovedPieces(held: readonly Held[]): number {
  return held.filter(({ proved_at }) => proved_at === null).reduce((sum, { pieces }) => sum + pieces, 0)
}
