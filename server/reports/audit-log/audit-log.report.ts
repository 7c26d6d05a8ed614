import type { QueryOf } from '../../../contract/endpoint.ts'
import { listLimitMax } from '../../../contract/primitives.ts'
import { kindsShownTo } from '../../../contract/records.ts'
import type { AuditEntry, listAudit } from '../../../contract/system/audit.ts'
import { onDaysOf, type Page, type PageList, presentPage, readPage } from '../../db/page.ts'
import type { ReportDeps } from '../../domains/deps.ts'
import type { Caller } from '../../http/context.ts'

type AuditQuery = QueryOf<typeof listAudit>

const auditList: PageList<AuditQuery> = {
  sorts: { newest: ['desc', 'audit_entry.at'] },
  tie: ['audit_entry.id'],
  words: ['audit_entry.title', "coalesce(audit_entry.actor_email, '')", 'audit_entry.changes'],
  filters: {
    kind: 'audit_entry.kind',
    record: 'audit_entry.record_id',
    who: 'audit_entry.actor_id',
    ...onDaysOf('audit_entry.at'),
  },
}

/** Each filter except the search has its own index. */
export function createAuditLogReport({ db }: ReportDeps) {
  return {
    /** Returns entries about kinds that the role may see, and about the caller's own account, newest first. */
    async list(query: AuditQuery, caller: Pick<Caller, 'userId' | 'role'>): Promise<Page<AuditEntry>> {
      const visible = db.read
        .selectFrom('audit_entry')
        .leftJoin('user', 'user.id', 'audit_entry.actor_id')
        .selectAll('audit_entry')
        .select('user.name as actor_name')
        .where(({ or, eb }) => {
          const isShown = eb('audit_entry.kind', 'in', kindsShownTo(caller.role))
          const isOwn = eb('audit_entry.kind', '=', 'account').and(
            'audit_entry.record_id',
            '=',
            caller.userId,
          )
          return or([isShown, isOwn])
        })
      return presentPage(
        readPage(visible, auditList, query),
        ({ actor_id: id, actor_email: email, ...row }) => ({
          id: row.id,
          at: row.at,
          who: id === null ? null : { id, name: row.actor_name || email || '', email: email ?? '' },
          action: row.action,
          kind: row.kind,
          recordId: row.record_id,
          title: row.title,
          changes: JSON.parse(row.changes) as AuditEntry['changes'],
        }),
      )
    },

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
