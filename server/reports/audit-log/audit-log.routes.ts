import { listAudit, listAuditPeople } from '../../../contract/audit.ts'
import { type BoundEndpoint, bind, requireCaller } from '../../http/context.ts'
import type { AuditLogReport } from './audit-log.report.ts'

export function auditLogRoutes(auditLog: AuditLogReport): BoundEndpoint[] {
  return [
    bind(listAudit, async ({ query }, context) => {
      const { entries, next } = await auditLog.list(query, requireCaller(context))
      context.nextPage(next)
      return { success: true, data: entries }
    }),
    bind(listAuditPeople, async () => ({ success: true, data: await auditLog.listPeople() })),
  ]
}
