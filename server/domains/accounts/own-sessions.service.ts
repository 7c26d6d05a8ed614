import type { Transaction } from 'kysely'
import { DomainError } from '../../../contract/errors.ts'
import type { OwnSession } from '../../../contract/security.ts'
import type { Schema } from '../../db/schema.ts'
import type { Caller } from '../../http/context.ts'
import type { AuditFields } from '../../platform/audit.ts'
import type { Deps } from '../deps.ts'
import { deleteSessionOf, deleteSessionsOf, listSessionsOf } from './accounts.repository.ts'
import { idleMsMax, sessionsTopic } from './sessions.ts'
import { accountChanged, requireUser } from './user.ts'

export type OwnSessionsService = ReturnType<typeof createOwnSessionsService>

/** Where somebody is signed in, and a way to end it from here. */
export function createOwnSessionsService({ db, clock, audit }: Deps) {
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
    async end(caller: Caller, id: string): Promise<void> {
      await db.transaction(async (tx) => {
        const ended = await deleteSessionOf(tx, caller.userId, id)
        if (ended === undefined) throw new DomainError('not_found')
        await db.changes.mark(tx, sessionsTopic)
        await record(tx, caller, { 'signed out on': ended.userAgent ?? 'another device' })
      })
    },

    async endOthers(caller: Caller): Promise<void> {
      await db.transaction(async (tx) => {
        if (!(await deleteSessionsOf(tx, caller.userId, { except: caller.sessionId }))) return
        await db.changes.mark(tx, sessionsTopic)
        await record(tx, caller, { 'signed out on': 'all other devices' })
      })
    },
  }

  async function record(tx: Transaction<Schema>, by: Caller, after: AuditFields): Promise<void> {
    if (by.usertype !== 'admin') return
    await audit.record(tx, { ...accountChanged(by, await requireUser(tx, by.userId)), after })
  }
}
