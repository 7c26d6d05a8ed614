import { listImpacts } from '../../../contract/impacts.ts'
import { type BoundEndpoint, bind } from '../../http/context.ts'
import type { ImpactsService } from './impacts.service.ts'

export function impactsRoutes(impacts: ImpactsService): BoundEndpoint[] {
  return [bind(listImpacts, async () => ({ success: true, data: await impacts.list() }))]
}
