import * as z from 'zod/mini'
import type { confirmForm } from '../../../contract/accounts/security.ts'
import { DomainError, refusal, sentenceOf } from '../../../contract/errors.ts'
import type { Caller } from '../../http/context.ts'
import { type AccountParts, requireUser } from './account-parts.ts'
import { findPasswordHash } from './accounts.repository.ts'
import { verifyPassword } from './passwords/password-hash.ts'
import type { TwoFactorService } from './second-factor/two-factor.service.ts'
import { sessionsTopic } from './sessions.ts'

export type ConfirmationService = ReturnType<typeof createConfirmationService>

/** Asks a signed-in user for a further proof before a sensitive action (decision 0092). */
export function createConfirmationService({ db, clock, guesses }: AccountParts, twoFactor: TwoFactorService) {
  /**
   * Slows guessing like the sign-in, with a separate count. @throws DomainError `rate_limited`; `validation_failed` at
   * `field`, because a 401 would end the session
   */
  async function requirePassword(userId: string, password: string, field: string): Promise<string> {
    const guess = await guesses.take(`session of ${userId}`)
    const hash = await findPasswordHash(db.read, userId)
    if (hash === null || !(await verifyPassword(password, hash)))
      throw refusal('password-wrong', { at: field })
    await guesses.forget(guess)
    return hash
  }

  function mark(sessionId: string): Promise<void> {
    return db.transaction(async (tx) => {
      await tx.updateTable('session').set({ confirmedAt: clock.now() }).where('id', '=', sessionId).execute()
      await db.changes.mark(tx, sessionsTopic)
    })
  }

  return {
    requirePassword,

    /** @throws DomainError `validation_failed`, `code_invalid`, `rate_limited` */
    async confirm({ userId, sessionId }: Caller, given: z.output<typeof confirmForm>) {
      await requirePassword(userId, given.password, 'password')
      // The password is checked first, so that the response to a wrong password reveals nothing about the second
      // factor.
      const guess = await guesses.take(`second factor of ${userId}`)
      const user = await requireUser(db.read, userId)
      try {
        await twoFactor.requireCode(user, given.code)
      } catch (error) {
        if (!(error instanceof DomainError)) throw error
        const isMissing = error.code === 'totp_required'
        if (isMissing) await guesses.giveBack(guess)
        const code = isMissing ? 'validation_failed' : 'code_invalid'
        // A 401 would end the session, so the error is reported at the field.
        throw new DomainError(code, { fields: { code: sentenceOf(error.code) } })
      }
      await guesses.forget(guess)
      await mark(sessionId)
    },

    mark,
  }
}
