import * as contract from '../../../contract/dashboard.ts'
import { type BoundEndpoint, bind } from '../../http/context.ts'
import { bindOpen, bindPage } from '../../http/record-routes.ts'
import type { DashboardReport } from './dashboard.report.ts'

export function dashboardRoutes(dashboard: DashboardReport): BoundEndpoint[] {
  return [
    bindOpen(contract.getDashboardData, dashboard.stats),
    bind(contract.listLandingContacts, async () => ({ success: true, ...(await dashboard.contacts()) })),
    bindOpen(contract.getMorning, dashboard.morning),
    bindPage(contract.listVisitors, dashboard.listVisitors),
    bindPage(contract.listSubscribers, dashboard.listSubscribers),
  ]
}
