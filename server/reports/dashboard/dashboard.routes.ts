import * as contract from '../../../contract/dashboard.ts'
import { type BoundEndpoint, bind } from '../../http/context.ts'
import { bindPage } from '../../http/record-routes.ts'
import type { DashboardReport } from './dashboard.report.ts'

export function dashboardRoutes(dashboard: DashboardReport): BoundEndpoint[] {
  return [
    bind(contract.getDashboardData, async () => ({ success: true, data: await dashboard.stats() })),
    bind(contract.listLandingContacts, async () => ({ success: true, ...(await dashboard.contacts()) })),
    bind(contract.getMorning, async () => ({ success: true, data: await dashboard.morning() })),
    bindPage(contract.listVisitors, dashboard.listVisitors),
    bindPage(contract.listSubscribers, dashboard.listSubscribers),
  ]
}
