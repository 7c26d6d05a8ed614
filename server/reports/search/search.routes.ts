import { searchRecords } from '../../../contract/search.ts'
import { type BoundEndpoint, bind } from '../../http/context.ts'
import type { SearchReport } from './search.report.ts'

export function searchRoutes(search: SearchReport): BoundEndpoint[] {
  return [bind(searchRecords, async ({ query }) => ({ success: true, data: await search.find(query.q) }))]
}
