import { DomainError } from '../../../contract/errors.ts'
import type { OwnSession } from '../../../contract/security.ts'
import type { Tx } from '../../db/schema.ts'
import type { Caller } from '../../http/context.ts'
import type { Deps } from '../deps.ts'
import { createAccountTrail } from './account-trail.ts'
import { deleteSessionOf, listSessionsOf } from './accounts.repository.ts'
import { idleMsMax, sessionsTopic } from './sessions.ts'
import { requireUser } from './user.ts'

export type OwnSessionsService = ReturnType<typeof createOwnSessionsService>

/** Where somebody is signed in, and the ways to end it. */
export function createOwnSessionsService(deps: Deps) {
  const { db, clock } = deps
  const trail = createAccountTrail(deps)

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

    /** @throws DomainError `not_found` for one that is over, or another one's */
    async end(caller: Caller, id: string): Promise<void> {
      await db.transaction(async (tx) => {
        const ended = await deleteSessionOf(tx, caller.userId, id)
        if (ended === undefined) throw new DomainError('not_found')
        await db.changes.mark(tx, sessionsTopic)
        await record(tx, caller, ended.userAgent ?? 'another device')
      })
    },

    async endOthers(caller: Caller): Promise<void> {
      await db.transaction(async (tx) => {
        if (!(await trail.endSessions(tx, caller.userId, caller.sessionId))) return
        await record(tx, caller, 'all other devices')
      })
    },
  }

  async function record(tx: Tx, by: Caller, where: string): Promise<void> {
    if (by.usertype !== 'admin') return
    await trail.record(tx, by, await requireUser(tx, by.userId), { after: { 'signed out on': where } })
  }
}
