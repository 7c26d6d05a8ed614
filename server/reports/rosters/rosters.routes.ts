import { getDaySheet, getRoster, getSeat, listBatches } from '../../../contract/rosters.ts'
import { type BoundEndpoint, bind } from '../../http/context.ts'
import { bindOne } from '../../http/record-routes.ts'
import type { RostersReport } from './rosters.report.ts'

export function rostersRoutes(rosters: RostersReport): BoundEndpoint[] {
  return [
    bind(listBatches, async ({ query }) => ({
      success: true,
      data: await rosters.listBatches(query.course),
    })),
    bindOne(getRoster, rosters.getRoster),
    bind(getDaySheet, async ({ query }) => ({ success: true, data: await rosters.getDaySheet(query.day) })),
    bind(getSeat, async ({ params }) => ({
      success: true,
      data: await rosters.getSeat(params.kind, params.id),
    })),
  ]
}
