import { searchRecords } from '../../../contract/search.ts'
import type { BoundEndpoint } from '../../http/context.ts'
import { bindOpen } from '../../http/record-routes.ts'
import type { SearchReport } from './search.report.ts'

export function searchRoutes(search: SearchReport): BoundEndpoint[] {
  return [bindOpen(searchRecords, ({ query }) => search.find(query.q))]
}
