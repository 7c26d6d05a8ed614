import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import type { Insertable, Selectable } from 'kysely'
import { DomainError, sentenceOf } from '../../../../contract/errors.ts'
import { changesRow } from '../../../db/guards.ts'
import type { Queryable, Schema, Tx } from '../../../db/schema.ts'
import { addMs } from '../../../platform/clock.ts'
import type { Words } from '../../../platform/messages/letter-kinds.ts'
import { newToken, tokenHash } from '../../../platform/tokens.ts'
import type { Deps } from '../../deps.ts'
import { oneTimeCode } from '../accounts.letters.ts'

const minute = 60_000
const hour = 60 * minute

/** A code or link is valid for this time. Once the code is entered, a new password can be set for the same time. */
export const codeMsMax = 10 * minute
export const attemptsMax = 5
/** A code is also compared with codes typed for other tickets of the same network, at most this number of times. */
export const otherAttemptsMax = 3

/** One network may request this number of e-mails with a code to one address per hour. */
export const askerLettersAnHour = 5
export const askerLettersADay = 10
export const letterWindowMs = 6 * hour
/**
 * The largest number of e-mails with a code to one address within `letterWindowMs`. `keptForNewAskers` of them are
 * reserved for networks that have not requested an e-mail yet, so that a stranger cannot use up all e-mails.
 */
export const lettersMax = 20
export const keptForNewAskers = 10
const keptMs = 24 * hour

/**
 * Chooses the content of the next e-mail. Limits on the number of codes and on the attempts per code bound the guesses.
 * Beyond the limits, an e-mail for a new password contains only a link, which cannot be guessed. So a stranger who uses
 * up the limits cannot lock out the owner (decision 0053). @param earlier e-mails to this address in the last 24 hours
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
  // An e-mail with a link was sent a short time ago, so no second e-mail with a link is sent. E-mails for other
  // purposes have no link.
  const withLink = earlier.filter(({ purpose }) => purpose === 'reset-password')
  return within(hasHadMany ? hour : codeMsMax, withLink) === 0 ? 'link' : 'none'
}

interface Asked {
  purpose: OneTimeCodeRow['purpose']
  email: string
  /** Null before the account exists. */
  userId?: string | null
  network: string
  name?: string | null
  newAccount?: string | null
  instead?: Words | undefined
}

/**
 * Ticket and code together prove an address. The database has only hashes of both, so a stolen copy of the database
 * proves nothing.
 */
export function createOneTimeCodes({ db, clock, outbox, seal }: Deps, secret: string) {
  const hashOf = (id: string, code: string) =>
    createHmac('sha256', secret).update(`one-time code ${id} ${code}`).digest('base64url')

  return {
    async issue(
      tx: Tx,
      { purpose, email, userId = null, network, name = null, newAccount = null, instead }: Asked,
    ) {
      const now = clock.now()
      const ticket = newToken()
      const id = tokenHash(ticket)
      const asker = seal.fingerprint(`asker ${network}`)
      // The lock makes e-mails to one address wait for each other, so that they are counted exactly.
      await outbox.lockRecipient(tx, email)
      const keptSince = addMs(now, -keptMs)
      await tx.deleteFrom('one_time_code').where('created_at', '<', keptSince).execute()
      const letters = tx.selectFrom('one_time_code').select(['asker', 'purpose', 'created_at'])
      const toAddress = letters.where((eb) => eb.and({ email, has_letter: 1 }))
      const earlier = await toAddress.where('created_at', '>', keptSince).execute()
      const isReset = purpose === 'reset-password'
      const kind = letterFor(earlier, asker, clock.ms())
      const code = kind === 'code' ? String(randomInt(1_000_000)).padStart(6, '0') : null
      const isSent = code !== null || (kind === 'link' && isReset)
      const expires_at = addMs(now, codeMsMax)
      const row = { purpose, email, user_id: userId, tries: 0, expires_at, created_at: now }
      await insertOneTimeCode(tx, {
        ...row,
        id,
        code_hash: code === null || instead ? null : hashOf(id, code),
        new_account: newAccount,
        asker,
        has_letter: isSent ? 1 : 0,
      })
      if (!isSent) return { ticket }
      const link = isReset ? newToken() : null
      if (link !== null) {
        // The link is only in the e-mail; the browser that requested the e-mail never sees the link. So opening the
        // link proves the address.
        await insertOneTimeCode(tx, { ...row, id: tokenHash(link), has_letter: 0, proved_at: now })
      }
      // The cause contains the number of earlier e-mails, which keeps e-mails of the same millisecond in order.
      const cause = `one-time-code:${now}:${String(earlier.length).padStart(2, '0')}:${id}`
      const words = instead ?? oneTimeCode({ purpose, name, code, link })
      await outbox.tell(tx, { to: { email }, cause, words })
      return { ticket }
    },

    /**
     * Checks a code, which costs an attempt. The code for an account is accepted with any ticket of the same network,
     * because e-mails may arrive in another order. A sign-up needs the code of its own ticket. @throws DomainError
     * `code_invalid`, or `code_expired` if no attempt can succeed any more
     */
    async check(ticket: string, code: string) {
      const id = tokenHash(ticket)
      const now = clock.now()
      const { row, others } = await db.transaction(async (tx) => {
        const asked = tx.selectFrom('one_time_code').select('email').where('id', '=', id)
        const known = await asked.executeTakeFirst()
        // Counting an attempt changes several rows: without the lock two callers could deadlock.
        if (known) await outbox.lockRecipient(tx, known.email)
        const row = await takeAttempt(tx, id, now)
        const isOfAccount = row !== undefined && row.user_id !== null && row.purpose !== 'sign-up'
        return { row, others: isOfAccount ? await takeOtherTries(tx, row, now) : [] }
      })
      if (row === undefined) throw new DomainError('code_expired')
      const fits = (one: Pick<OneTimeCodeRow, 'id' | 'code_hash'>) =>
        timingSafeEqual(
          Buffer.from(hashOf(one.id, code)),
          Buffer.from(one.code_hash ?? hashOf(one.id, 'none')),
        )
      // Every code is compared, so that the response time does not reveal which code fits.
      if ([row, ...others].filter(fits).length > 0) return row
      if (row.tries >= attemptsMax) throw new DomainError('code_expired')
      throw new DomainError('code_invalid', { fields: { code: sentenceOf('code_invalid') } })
    },

    /** The code was right: from now on the ticket alone is enough to set a new password. */
    async allowNewPassword(id: string) {
      const proof = { proved_at: clock.now(), expires_at: addMs(clock.now(), codeMsMax) }
      const unproved = unused(db.write).where('id', '=', id).where('proved_at', 'is', null)
      await unproved.set(proof).execute()
    },

    async requireProved(ticket: string) {
      const row = await db.read
        .selectFrom('one_time_code')
        .selectAll()
        .where((eb) => eb.and({ id: tokenHash(ticket), purpose: 'reset-password' }))
        .where('proved_at', 'is not', null)
        .where('used_at', 'is', null)
        .where('expires_at', '>', clock.now())
        .executeTakeFirst()
      if (row === undefined) throw new DomainError('code_expired')
      return row
    },

    /** Uses up a code and all other codes sent to the address. @throws `code_expired` if another caller was faster */
    async use(tx: Tx, { id, email }: OneTimeCodeRow) {
      await outbox.lockRecipient(tx, email)
      const used = unused(tx).set({ used_at: clock.now(), new_account: null })
      if (!(await changesRow(used.where('id', '=', id)))) throw new DomainError('code_expired')
      await markAllUsed(tx, email, clock.now())
    },

    endThoseSentTo: (tx: Tx, email: string) => markAllUsed(tx, email, clock.now()),
  }
}

export type OneTimeCodeRow = Selectable<Schema['one_time_code']>

async function insertOneTimeCode(db: Queryable, row: Insertable<Schema['one_time_code']>) {
  await db.insertInto('one_time_code').values(row).execute()
}

/** Counts one attempt, even if many attempts arrive at once. Undefined if no attempt is left. */
function takeAttempt(db: Queryable, id: string, now: string) {
  return unused(db)
    .set((set) => ({ tries: set('tries', '+', 1) }))
    .where('id', '=', id)
    .where('tries', '<', attemptsMax)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()
}

/** Counts one attempt at each other code of the same network and purpose. */
function takeOtherTries(db: Queryable, row: OneTimeCodeRow, now: string) {
  const { email, asker, user_id, purpose } = row
  return unused(db)
    .set((set) => ({ other_tries: set('other_tries', '+', 1) }))
    .where((eb) => eb.and({ email, asker, user_id, purpose }))
    .where('id', '!=', row.id)
    .where('code_hash', 'is not', null)
    .where('other_tries', '<', otherAttemptsMax)
    .where('expires_at', '>', now)
    .where('proved_at', 'is', null)
    .returning(['id', 'code_hash'])
    .execute()
}

async function markAllUsed(db: Queryable, email: string, now: string) {
  await unused(db).set({ used_at: now, new_account: null }).where('email', '=', email).execute()
}

function unused(db: Queryable) {
  return db.updateTable('one_time_code').where('used_at', 'is', null)
}
