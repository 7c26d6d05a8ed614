import * as contract from '../../../contract/impacts.ts'
import { type BoundEndpoint, bind } from '../../http/context.ts'
import { bindAdd, bindChange, bindDelete } from '../../http/record-routes.ts'
import type { ImpactsService } from './impacts.service.ts'

export function impactsRoutes(impacts: ImpactsService): BoundEndpoint[] {
  return [
    bind(contract.listImpacts, async () => ({ success: true, data: await impacts.list() })),
    bindAdd(contract.addImpact, impacts.add),
    bindChange(contract.updateImpact, impacts.update),
    bindDelete(contract.deleteImpact, impacts.remove),
  ]
}
