import * as contract from '../../../contract/dashboard.ts'
import { type BoundEndpoint, bind } from '../../http/context.ts'
import type { DashboardReport } from './dashboard.report.ts'

export function dashboardRoutes(dashboard: DashboardReport): BoundEndpoint[] {
  return [
    bind(contract.getDashboardData, async () => ({ success: true, data: await dashboard.stats() })),
    bind(contract.listLandingContacts, async () => ({ success: true, ...(await dashboard.contacts()) })),
    bind(contract.getMorning, async () => ({ success: true, data: await dashboard.morning() })),
    bind(contract.listVisitors, async ({ query }, { nextPage }) => {
      const { rows, next } = await dashboard.listVisitors(query)
      nextPage(next)
      return { success: true, data: rows }
    }),
    bind(contract.listSubscribers, async ({ query }, { nextPage }) => {
      const { rows, next } = await dashboard.listSubscribers(query)
      nextPage(next)
      return { success: true, data: rows }
    }),
  ]
}
