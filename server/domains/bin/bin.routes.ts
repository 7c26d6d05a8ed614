import { listBin, restoreFromBin } from '../../../contract/bin.ts'
import { type BoundEndpoint, bind, requireCaller } from '../../http/context.ts'
import { bindPage } from '../../http/record-routes.ts'
import type { BinService } from './bin.service.ts'

export function binRoutes(bin: BinService): BoundEndpoint[] {
  return [
    bindPage(listBin, bin.list),
    bind(restoreFromBin, async ({ params }, context) => {
      await bin.restore(params.kind, params.record, requireCaller(context))
      return { success: true }
    }),
  ]
}
