import * as z from 'zod/mini'
import type {
  changePasswordForm,
  firstAddressForm,
  updateProfile,
} from '../../../contract/accounts/accounts.ts'
import { placeholderAddress } from '../../../contract/accounts/placeholder-address.ts'
import type { ParsedInput } from '../../../contract/endpoint.ts'
import { DomainError, refusal } from '../../../contract/errors.ts'
import { dbFault } from '../../db/errors.ts'
import { changesRow } from '../../db/guards.ts'
import type { Caller } from '../../http/context.ts'
import { mergePatch } from '../../platform/records.ts'
import { type AccountParts, requireUser } from './account-parts.ts'
import { fullNameOf, presentProfile } from './accounts.presenter.ts'
import { deleteSessionOf, listSessionsOf, lockPasswordHash, updateUser } from './accounts.repository.ts'
import type { AccountsService } from './accounts.service.ts'
import type { ConfirmationService } from './confirmation.service.ts'
import { sessionEndsMs, sessionsTopic } from './sessions.ts'

export function createProfileService(
  { db, clock, outbox, trail, passwords }: AccountParts,
  accounts: AccountsService,
  confirmation: ConfirmationService,
) {
  return {
    get: async (userId: string) => presentProfile(await requireUser(db.read, userId)),

    update: (userId: string, changes: ParsedInput<typeof updateProfile>['body']) =>
      db.transaction(async (tx) => {
        const user = await requireUser(tx, userId)
        const { firstname, lastname, phone } = mergePatch(user, changes)
        const name = fullNameOf({ firstname, lastname })
        await updateUser(tx, userId, { firstname, lastname, phone, name, updatedAt: clock.now() })
        return presentProfile(await requireUser(tx, userId))
      }),

    /**
     * Gives the first owner's account the owner's own address. E-mails that waited for it are sent. @throws `conflict`
     * if the account has an address, or another account has the given address
     */
    async giveAddress({ userId }: Caller, given: z.output<typeof firstAddressForm>) {
      const { email, firstname, lastname = '' } = given
      if (email === placeholderAddress) throw refusal('address-own', { at: 'email' })
      try {
        return await db.transaction(async (tx) => {
          const user = await requireUser(tx, userId)
          const name = fullNameOf({ firstname, lastname })
          const change = tx
            .updateTable('user')
            .set({ email, firstname, lastname, name, updatedAt: clock.now() })
            .where('id', '=', userId)
            .where('email', '=', placeholderAddress)
          if (!(await changesRow(change))) throw refusal('address-given')
          await outbox.sendToOwner(tx, email)
          await db.changes.mark(tx, sessionsTopic)
          await trail.recordOwn(tx, user, { before: { email: user.email }, after: { email, name } })
          return presentProfile(await requireUser(tx, userId))
        })
      } catch (error) {
        if (dbFault(error)?.fault !== 'unique') throw error
        throw refusal('address-taken', { at: 'email' })
      }
    },

    /** Changes the password and ends the other sessions. @throws `validation_failed` for a wrong current password */
    async changePassword(
      { userId, sessionId }: Caller,
      { currentPassword, newPassword }: z.output<typeof changePasswordForm>,
    ) {
      const current = await confirmation.requirePassword(userId, currentPassword, 'currentPassword')
      const hash = await passwords.hash(newPassword, await requireUser(db.read, userId), 'newPassword')
      await db.transaction(async (tx) => {
        const user = await requireUser(tx, userId)
        // A caller who knew only the old password must not replace a password that was set since then.
        if ((await lockPasswordHash(tx, userId)) !== current) {
          throw refusal('password-wrong', { at: 'currentPassword' })
        }
        await accounts.replacePassword(tx, { user, hash, how: 'changed', exceptSessionId: sessionId })
      })
    },

    async listSessions({ userId, usertype, sessionId }: Caller) {
      const rows = await listSessionsOf(db.read, userId)
      return rows
        .filter((row) => clock.ms() < sessionEndsMs(row, usertype))
        .map(({ id, userAgent, updatedAt, createdAt }) => ({
          id,
          device: userAgent,
          lastUsedAt: updatedAt,
          created_at: createdAt,
          isThis: id === sessionId,
        }))
    },

    /** @throws DomainError `not_found` unless `id` is an open session of the caller */
    endSession: (caller: Caller, id: string) =>
      db.transaction(async (tx) => {
        const ended = await deleteSessionOf(tx, caller.userId, id)
        if (ended === undefined) throw new DomainError('not_found')
        await db.changes.mark(tx, sessionsTopic)
        const after = { 'signed out on': ended.userAgent ?? 'another device' }
        await trail.recordOwn(tx, await requireUser(tx, caller.userId), { after })
      }),

    endOtherSessions: (caller: Caller) =>
      db.transaction(async (tx) => {
        if (!(await trail.endSessions(tx, caller.userId, caller.sessionId))) return
        const after = { 'signed out on': 'all other devices' }
        await trail.recordOwn(tx, await requireUser(tx, caller.userId), { after })
      }),
  }
}
