import { createHmac, randomBytes } from 'node:crypto'
import { DomainError, refusal, sentenceOf } from '../../../../contract/errors.ts'
import { changesRow } from '../../../db/guards.ts'
import type { Tx } from '../../../db/schema.ts'
import type { Actor } from '../../../platform/audit.ts'
import { addMs } from '../../../platform/clock.ts'
import { readableCode } from '../../../platform/tokens.ts'
import { type AccountParts, requireUser } from '../account-parts.ts'
import type { UserRow } from '../accounts.repository.ts'
import { sessionsTopic } from '../sessions.ts'
import { base32, stepOfCode, totpUri } from './totp.ts'
import type { TwoFactorRow } from './two-factor.repository.ts'
import * as repository from './two-factor.repository.ts'

export const recoveryCodesMax = 10
/** Limits the attempts during the setup; `guesses.ts` limits the attempts at sign-in. */
const codeAttemptsMax = 5
const codeAttemptsMs = 15 * 60_000
const secretBytes = 20

export type TwoFactorService = ReturnType<typeof createTwoFactorService>

/** The second factor is a code of an authenticator app, or a recovery code on paper. */
export function createTwoFactorService({ db, clock, seal, school, secret, trail }: AccountParts) {
  const secretOf = (row: TwoFactorRow) => Buffer.from(seal.open(row.secret), 'hex')
  const hashOf = (userId: string, code: string) =>
    createHmac('sha256', secret).update(`recovery code ${userId} ${code}`).digest('base64url')

  return {
    async state(userId: string) {
      const isOn = (await repository.findConfirmed(db.read, userId)) !== undefined
      const codes = db.read.selectFrom('recovery_code').select('code_hash').where('user_id', '=', userId)
      return { isOn, recoveryCodesLeft: isOn ? (await codes.execute()).length : 0 }
    },

    /** Creates a new secret, which makes earlier secrets useless. @throws `conflict` if the second factor is on */
    async begin(userId: string) {
      const made = seal.close(randomBytes(secretBytes).toString('hex'))
      await repository.insertTwoFactor(db.write, userId, made, clock.now())
      const row = await repository.findTwoFactor(db.write, userId)
      if (row === undefined || row.confirmed_at !== null) throw refusal('second-factor-on')
      const user = await requireUser(db.read, userId)
      const text = base32(secretOf(row))
      return { secret: text, uri: totpUri(text, user.email, (await school.current()).name) }
    },

    /**
     * Turns the second factor on, and returns recovery codes. @throws DomainError `code_invalid`, `rate_limited`;
     * `conflict` if the second factor is on already, or `begin` was not called
     */
    async confirm(by: Actor, code: string): Promise<string[]> {
      const row = await repository.findTwoFactor(db.read, by.userId)
      if (row === undefined) throw refusal('second-factor-begun')
      if (row.confirmed_at !== null) throw refusal('second-factor-on')
      const now = clock.now()
      const tries = {
        userId: by.userId,
        now,
        since: addMs(now, -codeAttemptsMs),
        attemptsMax: codeAttemptsMax,
      }
      if (!(await repository.takeCodeTry(db.write, tries))) {
        throw refusal('many-codes', { retryAfterSeconds: codeAttemptsMs / 1000 })
      }
      if (!(await fits(row, code))) {
        throw new DomainError('code_invalid', { fields: { code: sentenceOf('code_invalid') } })
      }
      return db.transaction(async (tx) => {
        if (!(await repository.confirmTwoFactorRow(tx, by.userId, now))) throw refusal('second-factor-on')
        await db.changes.mark(tx, sessionsTopic)
        const user = await requireUser(tx, by.userId)
        await trail.tellOfSecurity(tx, user, 'two-factor-on')
        await record(tx, by, user, 'off', 'on')
        return newRecoveryCodes(tx, by.userId)
      })
    },

    async renewRecoveryCodes(by: Actor): Promise<string[]> {
      return db.transaction(async (tx) => {
        if (!(await repository.findConfirmed(tx, by.userId))) throw refusal('second-factor-off')
        const user = await requireUser(tx, by.userId)
        await trail.record(tx, by, user, { after: { 'recovery codes': 'replaced' } })
        return newRecoveryCodes(tx, by.userId)
      })
    },

    end: (by: Actor, userId: string) => db.transaction((tx) => end(tx, by, userId)),

    endIn: end,

    /** The caller counts wrong codes. @throws DomainError `totp_required`, `totp_invalid` */
    async requireCode(user: UserRow, code: string | undefined) {
      const row = await repository.findConfirmed(db.read, user.id)
      if (row === undefined) return
      if (code === undefined || code === '') throw new DomainError('totp_required')
      if (!(await fits(row, code))) throw new DomainError('totp_invalid')
    },
  }

  async function end(tx: Tx, by: Actor, userId: string) {
    const user = await requireUser(tx, userId)
    if (!(await repository.deleteTwoFactor(tx, userId))) return
    await db.changes.mark(tx, sessionsTopic)
    await trail.tellOfSecurity(tx, user, by.userId === userId ? 'two-factor-off' : 'two-factor-reset')
    await record(tx, by, user, 'on', 'off')
  }

  async function fits(row: TwoFactorRow, typed: string): Promise<boolean> {
    const userId = row.user_id
    const code = typed.replace(/[\s-]/g, '').toLowerCase()
    if (/^\d{6}$/.test(code)) {
      const step = stepOfCode(secretOf(row), code, clock.ms())
      return step !== null && (await repository.useStep(db.write, userId, step))
    }
    if (row.confirmed_at === null) return false
    return db.transaction(async (tx) => {
      const spent = tx.deleteFrom('recovery_code').where('user_id', '=', userId)
      if (!(await changesRow(spent.where('code_hash', '=', hashOf(userId, code))))) return false
      await trail.tellOfSecurity(tx, await requireUser(tx, userId), 'recovery-code-used')
      return true
    })
  }

  async function newRecoveryCodes(tx: Tx, userId: string): Promise<string[]> {
    const codes = Array.from({ length: recoveryCodesMax }, () => readableCode(2))
    const rows = codes.map((code) => ({ code_hash: hashOf(userId, code.replace('-', '')), user_id: userId }))
    await tx.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
    await tx.insertInto('recovery_code').values(rows).execute()
    return codes
  }

  function record(tx: Tx, by: Actor, user: UserRow, from: string, to: string): Promise<void> {
    const field = 'two-factor sign-in'
    return trail.record(tx, by, user, { before: { [field]: from }, after: { [field]: to } })
  }
}
