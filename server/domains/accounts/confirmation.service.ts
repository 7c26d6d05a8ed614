import * as z from 'zod/mini'
import type { confirmForm } from '../../../contract/accounts/security.ts'
import { DomainError, errorCatalogue, refusal } from '../../../contract/errors.ts'
import type { Caller } from '../../http/context.ts'
import { type AccountParts, requireUser } from './account-parts.ts'
import { confirmSession, findPasswordHash } from './accounts.repository.ts'
import { verifyPassword } from './passwords/password-hash.ts'
import type { TwoFactorService } from './second-factor/two-factor.service.ts'
import { sessionsTopic } from './sessions.ts'

export type ConfirmationService = ReturnType<typeof createConfirmationService>

/** Asks for proof again before what a session alone must not do (decision 0092). */
export function createConfirmationService({ db, clock, guesses }: AccountParts, twoFactor: TwoFactorService) {
  /**
   * Guessing is as slow here as at sign-in, with a count of its own.
   * @throws DomainError `validation_failed` at this field, not a 401, which would end the session; `rate_limited`
   */
  async function requirePassword(userId: string, password: string, field: string): Promise<string> {
    const guess = await guesses.take(`session of ${userId}`)
    const hash = await findPasswordHash(db.read, userId)
    if (hash === null || !(await verifyPassword(password, hash)))
      throw refusal('password-wrong', { at: field })
    await guesses.forget(guess)
    return hash
  }

  /** Notes that the session's user has just shown who they are. */
  function mark(sessionId: string): Promise<void> {
    return db.transaction(async (tx) => {
      await confirmSession(tx, sessionId, clock.now())
      await db.changes.mark(tx, sessionsTopic)
    })
  }

  return {
    requirePassword,

    /** @throws DomainError `validation_failed` at the password; `code_invalid` at the code; `rate_limited` */
    async confirm({ userId, sessionId }: Caller, given: z.output<typeof confirmForm>) {
      await requirePassword(userId, given.password, 'password')
      // The second factor comes after the password, so that a wrong password's answer says nothing of it.
      const guess = await guesses.take(`second factor of ${userId}`)
      const user = await requireUser(db.read, userId)
      try {
        await twoFactor.requireCode(user, given.code)
      } catch (error) {
        if (!(error instanceof DomainError)) throw error
        const isMissing = error.code === 'totp_required'
        if (isMissing) await guesses.giveBack(guess)
        const code = isMissing ? 'validation_failed' : 'code_invalid'
        // A 401 would end the session.
        throw new DomainError(code, { fields: { code: errorCatalogue[error.code].sentence } })
      }
      await guesses.forget(guess)
      await mark(sessionId)
    },

    mark,
  }
}
