import type { Deps } from '../deps.ts'
import { createHousekeepingService } from './housekeeping/housekeeping.service.ts'

export { binRoutes } from './bin/bin.routes.ts'
export { createBinService, type Restore } from './bin/bin.service.ts'
export type { HousekeepingService } from './housekeeping/housekeeping.service.ts'

export type System = ReturnType<typeof createSystem>

export function createSystem(deps: Deps) {
  return { housekeeping: createHousekeepingService(deps) }
}
