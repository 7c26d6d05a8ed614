import { listAudit, listAuditPeople } from '../../../contract/audit.ts'
import type { BoundEndpoint } from '../../http/context.ts'
import { bindOpen, bindPage } from '../../http/record-routes.ts'
import type { AuditLogReport } from './audit-log.report.ts'

export function auditLogRoutes(auditLog: AuditLogReport): BoundEndpoint[] {
  return [bindPage(listAudit, auditLog.list), bindOpen(listAuditPeople, auditLog.listPeople)]
}
