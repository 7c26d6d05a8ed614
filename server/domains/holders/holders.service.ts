import { DomainError, refusal } from '../../../contract/errors.ts'
import { hasOneWriter } from '../../db/guards.ts'
import type { Tx } from '../../db/schema.ts'
import { mailboxOf } from '../../platform/recipients.ts'
import type { Deps } from '../deps.ts'
import { besideHeld, HeldAlready, heldOf } from './held-already.ts'
import { judgeHolds, type Wanted } from './hold-rules.ts'
import { type Held, isVerified, listHeld, lockPeople, takeQuota } from './holders.repository.ts'

export type { Held }
export { HeldAlready }
export type HoldersService = ReturnType<typeof createHoldersService>

/** Of one network in a school day, by people who have proved nothing; scaled by `RATE_LIMIT_FACTOR`. */
export const holdsOfANetworkMax = 10

/** Who asks for a seat or an order. */
export interface Asker {
  caller: { userId: string; email: string; usertype: 'admin' | 'user' } | null
  /** Empty for calls inside the process. */
  network: string
  /** Ids of seats and holds that the browser took. */
  known: readonly string[]
  /** They came by the link of a letter. */
  hasLetter?: boolean
}

/** Who pressed the link of a letter. */
export const byLetter: Asker = { caller: null, network: '', known: [], hasLetter: true }

export interface Admitted {
  /** Null for somebody who has proved nothing. */
  provedAt: string | null
  /** A silent hold of the same seat by the same browser. */
  own: Held | null
}

export function askerOf(
  { caller, network }: Pick<Asker, 'caller' | 'network'>,
  { knownHolds = [] }: { knownHolds?: readonly string[] | undefined },
): Asker {
  return { caller, network, known: knownHolds }
}

/** @throws `limit_reached` where more are asked for in one go than the school's setting allows */
export function requireGroupSize(seats: number, { groupMax }: { groupMax: number }): void {
  if (seats > groupMax) throw refusal('group-large', { facts: { max: groupMax } })
}

/** Who may hold how much (D§2): a stranger holds no seat twice, and not every seat. */
export function createHoldersService({ clock, config, seal }: Pick<Deps, 'clock' | 'config' | 'seal'>) {
  let heldListener: (held: readonly Held[]) => Promise<void> = async () => {}
  // The column is an integer of four bytes.
  const networkMax = Math.min(Math.ceil(holdsOfANetworkMax * config.rateLimitFactor), 1_000_000_000)

  async function isProvedBy(tx: Tx, { caller, hasLetter }: Asker, email: string): Promise<boolean> {
    if (hasLetter || caller?.usertype === 'admin') return true
    return caller?.email === email && isVerified(tx, caller.userId, email)
  }

  /** Nobody else is judged of one person until the transaction ends. */
  async function lock(tx: Tx, { email, phone }: { email: string; phone: string }): Promise<void> {
    if (hasOneWriter(tx)) return
    const keys = [`holds by phone ${phone}`, `holds by mailbox ${mailboxOf(email)}`].map(seal.fingerprint)
    await lockPeople(tx, keys, clock.today())
  }

  /**
   * Whether this person may hold one more; of one person nobody else is judged until the transaction ends. The caller
   * asks before it locks the batch or the stock. Staff hold for anybody. @throws `already_enrolled`; `limit_reached` for
   * an order
   */
  async function admit(
    tx: Tx,
    asker: Asker,
    { email, phone, ...wanted }: Wanted & { email: string; phone: string },
  ): Promise<Admitted> {
    const now = clock.now()
    if (asker.caller?.usertype === 'admin') return { provedAt: now, own: null }
    const isProved = await isProvedBy(tx, asker, email)
    await lock(tx, { email, phone })
    const held = await listHeld(tx, { phone, mailbox: mailboxOf(email) })
    const own = judgeHolds(held, { email, isProved, known: asker.known }, wanted)
    return { provedAt: isProved ? now : null, own }
  }

  /** Counts a hold of somebody unproved in their network's day; the last lock of its transaction. @throws `limit_reached` */
  async function count(
    tx: Tx,
    { network }: Asker,
    { provedAt }: Pick<Admitted, 'provedAt'>,
    what: 'seat' | 'order' = 'seat',
  ): Promise<void> {
    if (provedAt !== null || network === '') return
    const day = clock.today()
    const key = seal.fingerprint(`holds of network ${network} ${day}`)
    if (await takeQuota(tx, { network: key, day, max: networkMax })) return
    throw refusal(what === 'seat' ? 'holds-of-network' : 'orders-of-network')
  }

  return {
    /** The one listener mails the links of what somebody holds, who is not told so. */
    onHeld(listener: typeof heldListener): void {
      heldListener = listener
    },

    /** Runs what may be refused because somebody holds it already: their letters are mailed again, outside its transaction. */
    async guarded<T>(work: () => Promise<T>): Promise<T> {
      try {
        return await work()
      } catch (error) {
        const held = heldOf(error)
        if (held) await heldListener(held)
        throw error
      }
    },

    /** Whether the caller need not show that a letter arrived: staff, and who is signed in with this address, verified. */
    isProved: isProvedBy,

    lock,
    admit,
    count,

    /**
     * Does the work for somebody who may hold one more, and counts it. A stranger who gives the details of somebody else
     * reads first what anybody would read: a full batch, a wrong code, a spent network tell nothing of who holds a seat.
     * The work runs then too, and the transaction has to end with the error. What holds nothing yet is not counted.
     * @throws as `admit` and `count`
     */
    async judged<T>(
      tx: Tx,
      asker: Asker,
      person: Wanted & { email: string; phone: string },
      work: (admitted: Admitted) => Promise<T>,
      { isCounted = true }: { isCounted?: boolean } = {},
    ): Promise<T> {
      let admitted: Admitted = { provedAt: null, own: null }
      let refused: HeldAlready | null = null
      try {
        admitted = await admit(tx, asker, person)
      } catch (error) {
        if (!(error instanceof HeldAlready)) throw error
        refused = error
      }
      try {
        const done = await work(admitted)
        // An own hold was counted when it was taken.
        if (isCounted && admitted.own === null) await count(tx, asker, admitted)
        if (refused === null) return done
      } catch (error) {
        throw refused && error instanceof DomainError ? besideHeld(error, refused.held) : error
      }
      throw refused
    },
  }
}
