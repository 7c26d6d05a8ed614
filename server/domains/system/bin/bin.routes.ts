import { listBin, restoreFromBin } from '../../../../contract/system/bin.ts'
import * as bind from '../../../http/bind.ts'
import type { BoundEndpoint } from '../../../http/context.ts'
import type { BinService } from './bin.service.ts'

export function binRoutes(bin: BinService): BoundEndpoint[] {
  return [
    bind.list(listBin, bin.list),
    bind.own(restoreFromBin, (by, { params }) => bin.restore(params.kind, params.record, by)),
  ]
}
