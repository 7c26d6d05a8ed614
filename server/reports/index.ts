import { listBatches } from '../../contract/catalogue/batches.ts'
import { listOwnBatches, listOwnStudents } from '../../contract/catalogue/own-batches.ts'
import type { EndpointResponse } from '../../contract/endpoint.ts'
import { getFloristDay, getMarket } from '../../contract/orders/florist.ts'
import { findPeople, getPerson, listComingBatches } from '../../contract/people/people.ts'
import { listEventStudents, listEvents, listStudents } from '../../contract/people/students.ts'
import {
  listOwnRegistrations,
  listRegistrations,
  sumRegistrations,
} from '../../contract/registrations/registrations.ts'
import { getDaySheet, getRoster, getSeat } from '../../contract/registrations/rosters.ts'
import { hasRight } from '../../contract/rights.ts'
import type { WhyMailWaits } from '../../contract/school/mail-server.ts'
import { getApiDocument } from '../../contract/system/api-document.ts'
import { listAudit, listAuditPeople } from '../../contract/system/audit.ts'
import * as dashboardContract from '../../contract/system/dashboard.ts'
import { getDisk } from '../../contract/system/disk.ts'
import { getMachine } from '../../contract/system/machine.ts'
import { searchRecords } from '../../contract/system/search.ts'
import { countStates } from '../../contract/system/state-counts.ts'
import type { ReportDeps } from '../domains/deps.ts'
import * as bind from '../http/bind.ts'
import { type BoundEndpoint, requireCaller } from '../http/context.ts'
import { createAuditLogReport } from './audit-log/audit-log.report.ts'
import { createDashboardReport } from './dashboard/dashboard.report.ts'
import { createFloristReport } from './florist/florist.report.ts'
import { createMachineReport } from './machine/machine.report.ts'
import { createOwnBatchesReport } from './own-batches/own-batches.report.ts'
import { createPersonReport } from './person/person.report.ts'
import { countSeats, createRegistrationsReport } from './registrations/registrations.report.ts'
import { createRostersReport } from './rosters/rosters.report.ts'
import { createSearchReport } from './search/search.report.ts'
import { createStateCountsReport } from './state-counts/state-counts.report.ts'
import { createStudentsReport } from './students/students.report.ts'

export function createReports(deps: ReportDeps) {
  return {
    auditLog: createAuditLogReport(deps),
    dashboard: createDashboardReport(deps),
    florist: createFloristReport(deps),
    machine: createMachineReport(deps),
    person: createPersonReport(deps),
    ownBatches: createOwnBatchesReport(deps),
    registrations: createRegistrationsReport(deps),
    rosters: createRostersReport(deps),
    search: createSearchReport(deps),
    countStates: createStateCountsReport(deps, countSeats),
    studentsReport: createStudentsReport(deps),
  }
}

export function reportRoutes(
  reports: ReturnType<typeof createReports>,
  {
    findDiskProblem,
    whyMailWaits,
  }: { findDiskProblem(): Promise<string | null>; whyMailWaits(): Promise<WhyMailWaits | null> },
): BoundEndpoint[] {
  const { auditLog, dashboard, florist, machine, person, ownBatches, registrations, rosters, search } =
    reports
  const { studentsReport: students } = reports
  return [
    bind.whole(getApiDocument, async () => {
      // Built at the first request, so that the start does not wait for it.
      const { openApiDocument } = await import('./api-document/openapi-document.ts')
      return openApiDocument() as EndpointResponse<typeof getApiDocument>
    }),
    bind.list(listAudit, auditLog.list),
    bind.open(listAuditPeople, auditLog.listPeople),
    bind.open(dashboardContract.getDashboardData, dashboard.stats),
    bind.own(dashboardContract.getMorning, async ({ role }) => {
      const [morning, why, classesToday, ordersToday] = await Promise.all([
        dashboard.morning(role),
        whyMailWaits(),
        rosters.listTodaysClasses(),
        hasRight(role, 'florist') ? florist.today() : null,
      ])
      return { ...morning, whyMailWaits: why, classesToday, ordersToday }
    }),
    bind.own(dashboardContract.countAttention, ({ role }) => dashboard.countAttention(role)),
    bind.list(dashboardContract.listVisitors, dashboard.listVisitors),
    bind.list(dashboardContract.listSubscribers, dashboard.listSubscribers),
    bind.whole(dashboardContract.listLandingContacts, async (_, context) => {
      return { success: true, ...(await dashboard.contacts(requireCaller(context).role)) }
    }),
    bind.open(getMarket, ({ query }) => florist.market(query)),
    bind.open(getFloristDay, ({ query }) => florist.day(query.day)),
    bind.open(getDisk, async () => ({ problem: await findDiskProblem() })),
    bind.open(getMachine, machine.facts),
    bind.own(listOwnBatches, (caller) => ownBatches.list(caller)),
    bind.own(listOwnStudents, (caller, { params }) => ownBatches.students(caller, params.id)),
    bind.open(sumRegistrations, ({ query }) => registrations.sumUp(query)),
    bind.list(listOwnRegistrations, registrations.listOwn),
    bind.whole(listRegistrations, async ({ query }, { nextPage }) => {
      const { next, ...lists } = await registrations.list(query)
      nextPage(next)
      return { success: true, ...lists }
    }),
    bind.open(listBatches, ({ query }) => rosters.listBatches(query.course)),
    bind.open(listComingBatches, rosters.listComing),
    bind.open(findPeople, ({ query }) => person.findKnown(query.q)),
    bind.own(getPerson, (caller, { params }) => person.page(params, caller.role)),
    bind.get(getRoster, rosters.getRoster),
    bind.own(getDaySheet, ({ role }, { query }) => rosters.getDaySheet(query.day, role)),
    bind.open(getSeat, ({ params }) => rosters.getSeat(params.kind, params.id)),
    bind.own(searchRecords, ({ role }, { query }) => search.find(query.q, role)),
    bind.own(countStates, (caller, { query }) => reports.countStates(query.list, caller)),
    bind.whole(listStudents, async ({ query }, context) => {
      const { total, ...page } = await students.listStudents(query)
      return { success: true, data: bind.rowsOf(page, context), total }
    }),
    bind.whole(listEventStudents, async ({ query }, context) => {
      const { total, ...page } = await students.listEventStudents(query)
      return { success: true, data: bind.rowsOf(page, context), total }
    }),
    bind.whole(listEvents, async ({ query }, context) => {
      const { total, ...page } = await students.listEvents(query)
      return { success: true, events: bind.rowsOf(page, context), total }
    }),
  ]
}
