import { listBin, restoreFromBin } from '../../../../contract/system/bin.ts'
import type { BoundEndpoint } from '../../../http/context.ts'
import { bindOwn, bindPage } from '../../../http/record-routes.ts'
import type { BinService } from './bin.service.ts'

export function binRoutes(bin: BinService): BoundEndpoint[] {
  return [
    bindPage(listBin, bin.list),
    bindOwn(restoreFromBin, (by, { params }) => bin.restore(params.kind, params.record, by)),
  ]
}
