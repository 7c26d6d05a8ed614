import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import type { Transaction } from 'kysely'
import { DomainError, errorCatalogue } from '../../../contract/errors.ts'
import type { Schema } from '../../db/schema.ts'
import { addMs } from '../../platform/clock.ts'
import type { Words } from '../../platform/messages/letter-kinds.ts'
import type { Deps } from '../deps.ts'
import {
  deleteOneTimeCodesBefore,
  findEmailOf,
  findProved,
  insertOneTimeCode,
  listLettersTo,
  markAllUsed,
  markProved,
  markUsed,
  type OneTimeCodeRow,
  takeOtherTries,
  takeTry,
} from './one-time-codes.repository.ts'
import { tokenHash } from './token-hash.ts'

const minute = 60_000
const hour = 60 * minute

/** How long a code can be given, the link of a letter be used, and after the code a new password be set. */
export const codeMsMax = 10 * minute
export const triesMax = 5
/** Tries at a code with another ticket of the asker that it was mailed for. */
export const otherTriesMax = 3

/** An asker is a network. */
export const askerLettersAnHour = 5
export const askerLettersADay = 10
export const letterWindowMs = 6 * hour
/** Letters with a code to one address in a window: what nobody can use up alone, and what is kept for new askers. */
export const lettersMax = 20
export const keptForNewAskers = 10
const keptMs = 24 * hour

/**
 * What an address gets by mail that somebody asks for now. With the tries a code bears the limits bound guessing. Beyond
 * them goes, for a new password alone, a letter with a link and no code: nobody can guess a link, and so nobody can use
 * up the letters of somebody else, from however many networks (decision 0144).
 *
 * @param earlier letters to this address in the last 24 hours
 */
export function letterFor(
  earlier: readonly Pick<OneTimeCodeRow, 'asker' | 'purpose' | 'created_at'>[],
  asker: string,
  nowMs: number,
): 'code' | 'link' | 'none' {
  const within = (ms: number, letters: typeof earlier) =>
    letters.filter(({ created_at }) => Date.parse(created_at) > nowMs - ms).length
  const own = earlier.filter((letter) => letter.asker === asker)
  const hasHadMany = within(hour, own) >= askerLettersAnHour || own.length >= askerLettersADay
  const max = within(letterWindowMs, own) === 0 ? lettersMax : lettersMax - keptForNewAskers
  if (!hasHadMany && within(letterWindowMs, earlier) < max) return 'code'
  // Within ten minutes the one before is as good. Letters about other things have no link.
  const withLink = earlier.filter(({ purpose }) => purpose === 'reset-password')
  return within(hasHadMany ? hour : codeMsMax, withLink) === 0 ? 'link' : 'none'
}

interface Asked {
  purpose: OneTimeCodeRow['purpose']
  email: string
  userId: string | null
  /** Whose network asks. */
  network: string
  newAccount?: string
  /** The letter with this code, and for a new password the ticket of its link. One of them may be missing. */
  withCode?: (code: string | null, link: string | null) => Words
  /** The letter of an address that gets no code: no code fits then. */
  without?: Words
}

export type OneTimeCodes = ReturnType<typeof createOneTimeCodes>

/**
 * Proofs by mail. The browser that asks gets a ticket, the address a code; both together prove it. The database knows
 * hashes of both, made with the server's secret, so that a copy of it proves nothing (R14).
 */
export function createOneTimeCodes({ db, clock, outbox, seal }: Deps, secret: string) {
  const hashOf = (id: string, code: string) =>
    createHmac('sha256', secret).update(`one-time code ${id} ${code}`).digest('base64url')

  return {
    /** Writes the letter in the caller's transaction, and gives the ticket for it. The same work for every address. */
    async issue(tx: Transaction<Schema>, asked: Asked): Promise<string> {
      const nowMs = clock.ms()
      const now = clock.now()
      const ticket = randomBytes(16).toString('base64url')
      const id = tokenHash(ticket)
      const code = String(randomInt(1_000_000)).padStart(6, '0')
      const asker = seal.fingerprint(`asker ${asked.network}`)
      // Whoever asks at this moment, letters are promised one after the other: they are counted exactly.
      await outbox.lockRecipient(tx, asked.email)
      await deleteOneTimeCodesBefore(tx, addMs(now, -keptMs))
      const earlier = await listLettersTo(tx, asked.email, addMs(now, -keptMs))
      const isReset = asked.purpose === 'reset-password'
      const kind = letterFor(earlier, asker, nowMs)
      const isSent = kind === 'code' || (kind === 'link' && isReset)
      const row = {
        purpose: asked.purpose,
        email: asked.email,
        user_id: asked.userId,
        tries: 0,
        expires_at: addMs(now, codeMsMax),
        used_at: null,
        created_at: now,
      }
      await insertOneTimeCode(tx, {
        ...row,
        id,
        code_hash: kind === 'code' && asked.withCode ? hashOf(id, code) : null,
        new_account: asked.newAccount ?? null,
        asker,
        has_letter: isSent ? 1 : 0,
        proved_at: null,
      })
      if (!isSent) return ticket
      const link = isReset ? randomBytes(16).toString('base64url') : null
      if (link !== null) {
        // Whoever opens it reads the letter: nothing else needs to be proved. The browser that asked never sees it.
        await insertOneTimeCode(tx, {
          ...row,
          id: tokenHash(link),
          code_hash: null,
          new_account: null,
          asker: null,
          has_letter: 0,
          proved_at: now,
        })
      }
      const words = asked.withCode?.(kind === 'code' ? code : null, link) ?? asked.without
      // In the order of asking, where several fall into one millisecond.
      const cause = `one-time-code:${now}:${String(earlier.length).padStart(2, '0')}:${id}`
      if (words) await outbox.tell(tx, { to: asked, cause, words })
      return ticket
    },

    /**
     * Whose ticket and code belong together. Each call is a try, and stays one whatever comes of it. Of an account a code
     * fits each ticket of the same asker: the letter of before may be the one that arrives. What a sign-up makes was
     * typed with its own ticket, and takes its own code alone.
     * @throws DomainError `code_invalid`, or `code_expired` once it can never fit again
     */
    async check(ticket: string, code: string): Promise<OneTimeCodeRow> {
      const id = tokenHash(ticket)
      const now = clock.now()
      const { row, others } = await db.transaction(async (tx) => {
        const email = await findEmailOf(tx, id)
        // Tries take several rows: one caller after the other, or two would wait for each other.
        if (email !== undefined) await outbox.lockRecipient(tx, email)
        const row = await takeTry(tx, { id, now, triesMax })
        const isOfAccount = row !== undefined && row.user_id !== null && row.purpose !== 'sign-up'
        return {
          row,
          others: isOfAccount ? await takeOtherTries(tx, row, { now, triesMax: otherTriesMax }) : [],
        }
      })
      if (row === undefined) throw new DomainError('code_expired')
      const fits = (one: Pick<OneTimeCodeRow, 'id' | 'code_hash'>) =>
        timingSafeEqual(
          Buffer.from(hashOf(one.id, code)),
          Buffer.from(one.code_hash ?? hashOf(one.id, 'none')),
        )
      if ([row, ...others].filter(fits).length > 0) return row
      if (row.tries >= triesMax) throw new DomainError('code_expired')
      throw new DomainError('code_invalid', { fields: { code: errorCatalogue.code_invalid.sentence } })
    },

    /** From now on, for as long as a code lives, the ticket alone sets a new password. */
    async allowNewPassword(id: string): Promise<void> {
      await markProved(db.write, { id, now: clock.now(), expiresAt: addMs(clock.now(), codeMsMax) })
    },

    /** Whose new password this ticket may set. @throws DomainError `code_expired` */
    async requireProved(ticket: string): Promise<OneTimeCodeRow> {
      const row = await findProved(db.read, { id: tokenHash(ticket), now: clock.now() })
      if (row === undefined) throw new DomainError('code_expired')
      return row
    },

    /** Uses it up. @throws DomainError `code_expired` where somebody was faster */
    async use(tx: Transaction<Schema>, { id, email }: OneTimeCodeRow): Promise<void> {
      await outbox.lockRecipient(tx, email)
      if (!(await markUsed(tx, { id, email, now: clock.now() }))) throw new DomainError('code_expired')
    },

    /** What was sent to this address proves nothing from now on. */
    endThoseSentTo: (tx: Transaction<Schema>, email: string): Promise<void> =>
      markAllUsed(tx, { email, now: clock.now() }),
  }
}
