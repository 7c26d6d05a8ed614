import { getDaySheet, getRoster, getSeat, listBatches } from '../../../contract/rosters.ts'
import { type BoundEndpoint, bind } from '../../http/context.ts'
import type { RostersReport } from './rosters.report.ts'

export function rostersRoutes(rosters: RostersReport): BoundEndpoint[] {
  return [
    bind(listBatches, async ({ query }) => ({
      success: true,
      data: await rosters.listBatches(query.course),
    })),
    bind(getRoster, async ({ params }) => ({ success: true, data: await rosters.getRoster(params.id) })),
    bind(getDaySheet, async ({ query }) => ({ success: true, data: await rosters.getDaySheet(query.day) })),
    bind(getSeat, async ({ params }) => ({
      success: true,
      data: await rosters.getSeat(params.kind, params.id),
    })),
  ]
}
