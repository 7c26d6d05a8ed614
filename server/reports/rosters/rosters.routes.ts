import { getDaySheet, getRoster, getSeat, listBatches } from '../../../contract/rosters.ts'
import type { BoundEndpoint } from '../../http/context.ts'
import { bindOne, bindOpen } from '../../http/record-routes.ts'
import type { RostersReport } from './rosters.report.ts'

export function rostersRoutes(rosters: RostersReport): BoundEndpoint[] {
  return [
    bindOpen(listBatches, ({ query }) => rosters.listBatches(query.course)),
    bindOne(getRoster, rosters.getRoster),
    bindOpen(getDaySheet, ({ query }) => rosters.getDaySheet(query.day)),
    bindOpen(getSeat, ({ params }) => rosters.getSeat(params.kind, params.id)),
  ]
}
