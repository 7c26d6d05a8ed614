import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import type { Transaction } from 'kysely'
import { DomainError, errorCatalogue } from '../../../contract/errors.ts'
import type { Schema } from '../../db/schema.ts'
import { addMs } from '../../platform/clock.ts'
import type { OutboxMessage } from '../../platform/outbox.ts'
import type { Deps } from '../deps.ts'
import {
  countOneTimeCodes,
  deleteOneTimeCodesBefore,
  findProved,
  insertOneTimeCode,
  markAllUsed,
  markProved,
  markUsed,
  type OneTimeCodeRow,
  takeTry,
} from './one-time-codes.repository.ts'

const minute = 60_000
const hour = 60 * minute

/** How long a code can be given, and after it a new password be set. */
export const codeMsMax = 10 * minute
export const triesMax = 5
/**
 * Letters to one address in a window, whoever asks for them. With five tries each it bounds guessing: a hundred tries
 * a day at a code of a million.
 */
export const lettersMax = 5
export const letterWindowMs = 6 * hour
const keptMs = 24 * hour

type Letter = Pick<OutboxMessage, 'template' | 'data'>

interface Asked {
  purpose: OneTimeCodeRow['purpose']
  email: string
  userId: string | null
  newAccount?: string
  /** The letter with this code. */
  withCode?: (code: string) => Letter
  /** The letter of an address that gets no code: no code fits then. */
  without?: Letter
}

export type OneTimeCodes = ReturnType<typeof createOneTimeCodes>

/**
 * Proofs by mail. The browser that asks gets a ticket, the address a code; both together prove it. The database knows
 * hashes of both, made with the server's secret, so that a copy of it proves nothing (R14).
 */
export function createOneTimeCodes({ db, clock, outbox }: Deps, secret: string) {
  const idOf = (ticket: string) => createHash('sha256').update(ticket).digest('base64url')
  const hashOf = (id: string, code: string) =>
    createHmac('sha256', secret).update(`one-time code ${id} ${code}`).digest('base64url')

  return {
    /** Writes the letter in the caller's transaction, and gives the ticket for it. The same work for every address. */
    async issue(tx: Transaction<Schema>, asked: Asked): Promise<string> {
      const nowMs = clock.ms()
      const now = clock.now()
      const ticket = randomBytes(16).toString('base64url')
      const id = idOf(ticket)
      const code = String(randomInt(1_000_000)).padStart(6, '0')
      const windowIndex = Math.floor(nowMs / letterWindowMs)
      const windowStart = addMs(now, -(nowMs % letterWindowMs))
      await deleteOneTimeCodesBefore(tx, addMs(now, -keptMs))
      const earlier = await countOneTimeCodes(tx, asked.email, windowStart)
      const isSent = earlier < lettersMax
      await insertOneTimeCode(tx, {
        id,
        purpose: asked.purpose,
        email: asked.email,
        user_id: asked.userId,
        code_hash: isSent && asked.withCode ? hashOf(id, code) : null,
        new_account: asked.newAccount ?? null,
        tries: 0,
        expires_at: addMs(now, codeMsMax),
        proved_at: null,
        used_at: null,
        created_at: now,
      })
      const letter = asked.withCode?.(code) ?? asked.without
      if (isSent && letter) {
        await outbox.add(tx, {
          // Two at one moment are one letter: nobody gets more than the window allows.
          cause: `one-time-code:${windowIndex}:${earlier}:${asked.email}`,
          channel: 'email',
          recipient: asked.email,
          ...letter,
        } as OutboxMessage)
      }
      return ticket
    },

    /**
     * Whose ticket and code belong together. Each call is a try, and stays one whatever comes of it.
     * @throws DomainError `code_invalid`, or `code_expired` once it can never fit again
     */
    async check(ticket: string, code: string): Promise<OneTimeCodeRow> {
      const id = idOf(ticket)
      const row = await takeTry(db.write, { id, now: clock.now(), triesMax })
      if (row === undefined) throw new DomainError('code_expired')
      const given = Buffer.from(hashOf(id, code))
      const expected = Buffer.from(row.code_hash ?? hashOf(id, 'none'))
      if (timingSafeEqual(given, expected)) return row
      if (row.tries >= triesMax) throw new DomainError('code_expired')
      throw new DomainError('code_invalid', { fields: { code: errorCatalogue.code_invalid.sentence } })
    },

    /** From now on, for as long as a code lives, the ticket alone sets a new password. */
    async allowNewPassword(id: string): Promise<void> {
      await markProved(db.write, { id, now: clock.now(), expiresAt: addMs(clock.now(), codeMsMax) })
    },

    /** Whose new password this ticket may set. @throws DomainError `code_expired` */
    async requireProved(ticket: string): Promise<OneTimeCodeRow> {
      const row = await findProved(db.read, { id: idOf(ticket), now: clock.now() })
      if (row === undefined) throw new DomainError('code_expired')
      return row
    },

    /** Uses it up. @throws DomainError `code_expired` where somebody was faster */
    async use(tx: Transaction<Schema>, { id, email }: OneTimeCodeRow): Promise<void> {
      if (!(await markUsed(tx, { id, email, now: clock.now() }))) throw new DomainError('code_expired')
    },

    /** What was sent to this address proves nothing from now on. */
    endThoseSentTo: (tx: Transaction<Schema>, email: string): Promise<void> =>
      markAllUsed(tx, { email, now: clock.now() }),
  }
}
