import * as contract from '../../../../contract/site/impacts.ts'
import type { BoundEndpoint } from '../../../http/context.ts'
import { bindAdd, bindChange, bindDelete, bindOpen } from '../../../http/record-routes.ts'
import type { ImpactsService } from './impacts.service.ts'

export function impactsRoutes(impacts: ImpactsService): BoundEndpoint[] {
  return [
    bindOpen(contract.listImpacts, impacts.list),
    bindAdd(contract.addImpact, impacts.add),
    bindChange(contract.updateImpact, impacts.update),
    bindDelete(contract.deleteImpact, impacts.remove),
  ]
}
