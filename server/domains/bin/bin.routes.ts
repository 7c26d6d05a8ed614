import { listBin, restoreFromBin } from '../../../contract/bin.ts'
import { type BoundEndpoint, bind, requireCaller } from '../../http/context.ts'
import type { BinService } from './bin.service.ts'

export function binRoutes(bin: BinService): BoundEndpoint[] {
  return [
    bind(listBin, async ({ query }, context) => {
      const { entries, next } = await bin.list(query)
      context.nextPage(next)
      return { success: true, data: entries }
    }),
    bind(restoreFromBin, async ({ params }, context) => {
      await bin.restore(params.kind, params.record, requireCaller(context))
      return { success: true }
    }),
  ]
}
