import type { Profile } from '../../../contract/accounts.ts'
import { refusal } from '../../../contract/errors.ts'
import type { Caller } from '../../http/context.ts'
import type { Deps } from '../deps.ts'
import { presentProfile } from './accounts.presenter.ts'
import { findPasswordHash, updateUser } from './accounts.repository.ts'
import type { AccountsService } from './accounts.service.ts'
import type { Guesses } from './guesses.ts'
import type { PasswordChoice } from './password-choice.ts'
import { verifyPassword } from './password-hash.ts'
import { requireUser } from './user.ts'

export type ProfileService = ReturnType<typeof createProfileService>

/** What somebody sees and changes of their own account. */
export function createProfileService(
  { db, clock }: Deps,
  {
    accounts,
    guesses,
    passwords,
  }: { accounts: AccountsService; guesses: Guesses; passwords: PasswordChoice },
) {
  return {
    get: async (userId: string): Promise<Profile> => presentProfile(await requireUser(db.read, userId)),

    /** What is undefined stays as it is (reading W3). */
    async update(
      userId: string,
      changes: {
        firstname?: string | undefined
        lastname?: string | undefined
        phone?: string | undefined
      },
    ): Promise<Profile> {
      return db.transaction(async (tx) => {
        const user = await requireUser(tx, userId)
        const firstname = changes.firstname ?? user.firstname
        const lastname = changes.lastname ?? user.lastname
        await updateUser(tx, userId, {
          firstname,
          lastname,
          phone: changes.phone ?? user.phone,
          name: `${firstname} ${lastname}`.trim(),
          updatedAt: clock.now(),
        })
        return presentProfile(await requireUser(tx, userId))
      })
    },

    /** Ends all sessions but the caller's (R14). @throws DomainError `validation_failed` for a wrong current one */
    async changePassword(
      { userId, sessionId }: Caller,
      { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
    ): Promise<void> {
      await requirePassword(userId, currentPassword, 'currentPassword')
      const newHash = await passwords.hash(newPassword, await requireUser(db.read, userId), 'newPassword')
      await db.transaction(async (tx) => {
        const user = await requireUser(tx, userId)
        await accounts.replacePassword(tx, {
          user,
          hash: newHash,
          exceptSessionId: sessionId,
          how: 'changed',
        })
      })
    },

    requirePassword,
  }

  /**
   * What a stolen session alone must not do asks for the password again.
   * It guesses no faster than a stranger, and keeps nobody else waiting.
   * @throws DomainError `validation_failed` at this field, not a 401, which would end the session; `rate_limited`
   */
  async function requirePassword(userId: string, password: string, field: string): Promise<void> {
    const guess = await guesses.take(`session of ${userId}`)
    const hash = await findPasswordHash(db.read, userId)
    if (hash !== null && (await verifyPassword(password, hash))) return guesses.forget(guess)
    throw refusal('password-wrong', { at: field })
  }
}
