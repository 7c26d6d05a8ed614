import { listBatches } from '../../contract/catalogue/batches.ts'
import { listOwnBatches, listOwnStudents } from '../../contract/catalogue/own-batches.ts'
import type { EndpointResponse } from '../../contract/endpoint.ts'
import { getFloristDay, getMarket } from '../../contract/orders/florist.ts'
import { findPeople, getPerson, listComingBatches } from '../../contract/people/people.ts'
import { listEvents, listStudents } from '../../contract/people/students.ts'
import {
  listOwnRegistrations,
  listRegistrations,
  sumRegistrations,
} from '../../contract/registrations/registrations.ts'
import { getDaySheet, getRoster, getSeat } from '../../contract/registrations/rosters.ts'
import { getApiDocument } from '../../contract/system/api-document.ts'
import { listAudit, listAuditPeople } from '../../contract/system/audit.ts'
import * as dashboardContract from '../../contract/system/dashboard.ts'
import { getDisk } from '../../contract/system/disk.ts'
import { searchRecords } from '../../contract/system/search.ts'
import type { ReportDeps } from '../domains/deps.ts'
import { type BoundEndpoint, bind, requireCaller } from '../http/context.ts'
import { bindOne, bindOpen, bindOwn, bindPage, rowsOf } from '../http/record-routes.ts'
import { createAuditLogReport } from './audit-log/audit-log.report.ts'
import { createDashboardReport } from './dashboard/dashboard.report.ts'
import { createFloristReport } from './florist/florist.report.ts'
import { createOwnBatchesReport } from './own-batches/own-batches.report.ts'
import { createPersonReport } from './person/person.report.ts'
import { createRegistrationsReport } from './registrations/registrations.report.ts'
import { createRostersReport } from './rosters/rosters.report.ts'
import { createSearchReport } from './search/search.report.ts'
import { createStudentsReport } from './students/students.report.ts'

export function createReports(deps: ReportDeps) {
  return {
    auditLog: createAuditLogReport(deps),
    dashboard: createDashboardReport(deps),
    florist: createFloristReport(deps),
    person: createPersonReport(deps),
    ownBatches: createOwnBatchesReport(deps),
    registrations: createRegistrationsReport(deps),
    rosters: createRostersReport(deps),
    search: createSearchReport(deps),
    studentsReport: createStudentsReport(deps),
  }
}

export function reportRoutes(
  reports: ReturnType<typeof createReports>,
  findDiskProblem: () => Promise<string | null>,
): BoundEndpoint[] {
  const { auditLog, dashboard, florist, person, ownBatches, registrations, rosters, search } = reports
  const { studentsReport: students } = reports
  return [
    bind(getApiDocument, async () => {
      // It is made when somebody looks, so that a start need not wait for it.
      const { openApiDocument } = await import('./api-document/openapi-document.ts')
      return openApiDocument() as EndpointResponse<typeof getApiDocument>
    }),
    bindPage(listAudit, auditLog.list),
    bindOpen(listAuditPeople, auditLog.listPeople),
    bindOpen(dashboardContract.getDashboardData, dashboard.stats),
    bindOwn(dashboardContract.getMorning, ({ role }) => dashboard.morning(role)),
    bindPage(dashboardContract.listVisitors, dashboard.listVisitors),
    bindPage(dashboardContract.listSubscribers, dashboard.listSubscribers),
    bind(dashboardContract.listLandingContacts, async (_, context) => {
      return { success: true, ...(await dashboard.contacts(requireCaller(context).role)) }
    }),
    bindOpen(getMarket, ({ query }) => florist.market(query)),
    bindOpen(getFloristDay, ({ query }) => florist.day(query.day)),
    bindOpen(getDisk, async () => ({ problem: await findDiskProblem() })),
    bindOwn(listOwnBatches, (caller) => ownBatches.list(caller)),
    bindOwn(listOwnStudents, (caller, { params }) => ownBatches.students(caller, params.id)),
    bindOpen(sumRegistrations, ({ query }) => registrations.sumUp(query)),
    bindPage(listOwnRegistrations, registrations.listOwn),
    bind(listRegistrations, async ({ query }, { nextPage }) => {
      const { next, ...lists } = await registrations.list(query)
      nextPage(next)
      return { success: true, ...lists }
    }),
    bindOpen(listBatches, ({ query }) => rosters.listBatches(query.course)),
    bindOpen(listComingBatches, rosters.listComing),
    bindOpen(findPeople, ({ query }) => person.findKnown(query.q)),
    bindOwn(getPerson, (caller, { params }) => person.page(params, caller.role)),
    bindOne(getRoster, rosters.getRoster),
    bindOwn(getDaySheet, ({ role }, { query }) => rosters.getDaySheet(query.day, role)),
    bindOpen(getSeat, ({ params }) => rosters.getSeat(params.kind, params.id)),
    bindOwn(searchRecords, ({ role }, { query }) => search.find(query.q, role)),
    bind(listStudents, async ({ query }, context) => {
      const { total, ...page } = await students.listStudents(query)
      return { success: true, data: rowsOf(page, context), total }
    }),
    bind(listEvents, async ({ query }, context) => {
      const { total, ...page } = await students.listEvents(query)
      return { success: true, events: rowsOf(page, context), total }
    }),
  ]
}
