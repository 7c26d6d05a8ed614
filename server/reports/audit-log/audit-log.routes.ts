import { listAudit, listAuditPeople } from '../../../contract/audit.ts'
import { type BoundEndpoint, bind } from '../../http/context.ts'
import { bindPage } from '../../http/record-routes.ts'
import type { AuditLogReport } from './audit-log.report.ts'

export function auditLogRoutes(auditLog: AuditLogReport): BoundEndpoint[] {
  return [
    bindPage(listAudit, auditLog.list),
    bind(listAuditPeople, async () => ({ success: true, data: await auditLog.listPeople() })),
  ]
}
