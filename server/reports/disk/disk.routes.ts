import { getDisk } from '../../../contract/disk.ts'
import type { BoundEndpoint } from '../../http/context.ts'
import { bindOpen } from '../../http/record-routes.ts'

export function diskRoutes(findDiskProblem: () => Promise<string | null>): BoundEndpoint[] {
  return [bindOpen(getDisk, async () => ({ problem: await findDiskProblem() }))]
}
