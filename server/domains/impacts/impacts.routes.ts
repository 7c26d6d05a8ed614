import * as contract from '../../../contract/impacts.ts'
import { type BoundEndpoint, bind, requireCaller } from '../../http/context.ts'
import type { ImpactsService } from './impacts.service.ts'

export function impactsRoutes(impacts: ImpactsService): BoundEndpoint[] {
  return [
    bind(contract.listImpacts, async () => ({ success: true, data: await impacts.list() })),
    bind(contract.addImpact, ({ body }, context) =>
      context.once(async (tx) => ({
        success: true,
        data: await impacts.add(tx, body, requireCaller(context)),
      })),
    ),
    bind(contract.updateImpact, async ({ params, body }, context) => ({
      success: true,
      data: await impacts.update(params.id, body, requireCaller(context)),
    })),
    bind(contract.deleteImpact, async ({ params }, context) => {
      await impacts.remove(params.id, requireCaller(context))
      return { success: true }
    }),
  ]
}
