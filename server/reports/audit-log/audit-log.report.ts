import { type SqlBool, sql } from 'kysely'
import type * as z from 'zod/mini'
import type { AuditEntry, listAudit } from '../../../contract/audit.ts'
import { listLimitMax } from '../../../contract/primitives.ts'
import { decodeCursor, encodeCursor, searchPattern } from '../../db/cursor.ts'
import type { Deps } from '../../domains/deps.ts'
import type { Caller } from '../../http/context.ts'

type AuditQuery = z.output<NonNullable<(typeof listAudit)['query']>>

export type AuditLogReport = ReturnType<typeof createAuditLogReport>

/** Who changed what; each filter but the search has an index of its own. */
export function createAuditLogReport({ db }: Deps) {
  return {
    /** One page, newest first. What was done to accounts is the owner's to see, and everybody's own (reading A9). */
    async list(
      query: AuditQuery,
      caller: Pick<Caller, 'userId' | 'role'>,
    ): Promise<{ entries: AuditEntry[]; next: string | null }> {
      const limit = query.limit ?? listLimitMax
      let rows = db.read
        .selectFrom('audit_entry')
        .leftJoin('user', 'user.id', 'audit_entry.actor_id')
        .selectAll('audit_entry')
        .select('user.name as actor_name')
        .orderBy('audit_entry.at', 'desc')
        .orderBy('audit_entry.id', 'desc')
        .limit(limit + 1)
      if (caller.role !== 'owner') {
        rows = rows.where((where) =>
          where.or([
            where('audit_entry.kind', '!=', 'account'),
            where('audit_entry.record_id', '=', caller.userId),
          ]),
        )
      }
      if (query.kind !== undefined) rows = rows.where('audit_entry.kind', '=', query.kind)
      if (query.record !== undefined) rows = rows.where('audit_entry.record_id', '=', query.record)
      if (query.who !== undefined) rows = rows.where('audit_entry.actor_id', '=', query.who)
      if (query.q?.trim()) {
        const words = sql`lower(audit_entry.title || ' ' || coalesce(audit_entry.actor_email, '') || ' ' || audit_entry.changes)`
        rows = rows.where(sql<SqlBool>`${words} like ${searchPattern(query.q)} escape '\\'`)
      }
      if (query.cursor !== undefined) {
        const [at, id] = decodeCursor(query.cursor)
        rows = rows.where(sql<SqlBool>`(audit_entry.at, audit_entry.id) < (${at}, ${id})`)
      }
      const found = await rows.execute()
      const page = found.slice(0, limit)
      const last = found.length > limit ? page.at(-1) : undefined
      return {
        entries: page.map((row) => ({
          id: row.id,
          at: row.at,
          who:
            row.actor_id === null
              ? null
              : {
                  id: row.actor_id,
                  name: row.actor_name || row.actor_email || '',
                  email: row.actor_email ?? '',
                },
          action: row.action,
          kind: row.kind,
          recordId: row.record_id,
          title: row.title,
          changes: JSON.parse(row.changes) as AuditEntry['changes'],
        })),
        next: last ? encodeCursor([last.at, last.id]) : null,
      }
    },

    /** Who may change anything today, by name. */
    async listPeople(): Promise<{ id: string; name: string }[]> {
      const rows = await db.read
        .selectFrom('user')
        .select(['id', 'name', 'email'])
        .where('usertype', '=', 'admin')
        .orderBy('name')
        .limit(listLimitMax)
        .execute()
      return rows.map(({ id, name, email }) => ({ id, name: name || email }))
    },
  }
}
