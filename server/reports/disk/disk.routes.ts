import { getDisk } from '../../../contract/disk.ts'
import { type BoundEndpoint, bind } from '../../http/context.ts'

export function diskRoutes(findDiskProblem: () => Promise<string | null>): BoundEndpoint[] {
  return [bind(getDisk, async () => ({ success: true, data: { problem: await findDiskProblem() } }))]
}
