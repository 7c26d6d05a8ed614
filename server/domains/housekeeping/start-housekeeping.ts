import type { Clock } from '../../platform/clock.ts'
import { every, type Loop } from '../../platform/every.ts'
import type { Logger } from '../../platform/logger.ts'
import type { HousekeepingService } from './housekeeping.service.ts'

const lookEveryMs = 10 * 60_000

/** Keeps house once a school day, and not in the first minutes, so that it slows no start. */
export function startHousekeeping(deps: {
  housekeeping: Pick<HousekeepingService, 'keepHouse'>
  clock: Clock
  log: Logger
}): Loop {
  const { housekeeping, clock, log } = deps
  let keptOn: string | null = null
  return every(
    'housekeeping',
    lookEveryMs,
    async () => {
      const today = clock.today()
      if (keptOn === today) return
      const gone = await housekeeping.keepHouse()
      keptOn = today
      const counts = Object.entries(gone).filter(([, count]) => count > 0)
      if (counts.length > 0) log.info({ gone: Object.fromEntries(counts) }, 'house was kept')
    },
    { log, isFirstLater: true },
  )
}
