import { DomainError } from '../../../contract/errors.ts'
import type { OwnSession } from '../../../contract/security.ts'
import type { Caller } from '../../http/context.ts'
import type { Deps } from '../deps.ts'
import { deleteSessionOf, deleteSessionsOf, listSessionsOf } from './accounts.repository.ts'
import { idleMsMax, sessionsTopic } from './sessions.ts'

export type OwnSessionsService = ReturnType<typeof createOwnSessionsService>

/** Where somebody is signed in, and a way to end it from here. */
export function createOwnSessionsService({ db, clock }: Deps) {
  return {
    /** Those that still work, the last used first. */
    async list({ userId, usertype, sessionId }: Caller): Promise<OwnSession[]> {
      const nowMs = clock.ms()
      const rows = await listSessionsOf(db.read, userId)
      return rows
        .filter(
          ({ updatedAt, expiresAt }) =>
            nowMs < Math.min(Date.parse(expiresAt), Date.parse(updatedAt) + idleMsMax[usertype]),
        )
        .map((row) => ({
          id: row.id,
          device: row.userAgent,
          lastUsedAt: row.updatedAt,
          created_at: row.createdAt,
          isThis: row.id === sessionId,
        }))
    },

    /** @throws DomainError `not_found` for one that is over, or another one's (R10) */
    async end({ userId }: Caller, id: string): Promise<void> {
      await db.transaction(async (tx) => {
        if (!(await deleteSessionOf(tx, userId, id))) throw new DomainError('not_found')
        await db.changes.mark(tx, sessionsTopic)
      })
    },

    async endOthers({ userId, sessionId }: Caller): Promise<void> {
      await db.transaction(async (tx) => {
        await deleteSessionsOf(tx, userId, { except: sessionId })
        await db.changes.mark(tx, sessionsTopic)
      })
    },
  }
}
