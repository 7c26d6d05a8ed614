import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/logger.ts'
import type { HousekeepingService } from './housekeeping.service.ts'

/** Not at once: a start has better things to do. */
const lookEveryMs = 10 * 60_000

/**
 * Keeps house once a day of the school, until the returned function is called; that one resolves when the round under
 * way is over. Several processes may run it at once.
 */
export function startHousekeeping({
  housekeeping,
  clock,
  log,
  everyMs = lookEveryMs,
}: {
  housekeeping: Pick<HousekeepingService, 'keepHouse'>
  clock: Clock
  log: Logger
  everyMs?: number
}): () => Promise<void> {
  const stopping = new AbortController()
  let keptOn: string | null = null
  const ended = (async () => {
    while (!stopping.signal.aborted) {
      await delay(everyMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
      const today = clock.today()
      if (stopping.signal.aborted || keptOn === today) continue
      try {
        const gone = await housekeeping.keepHouse()
        keptOn = today
        const counts = Object.entries(gone).filter(([, count]) => count > 0)
        if (counts.length > 0) log.info({ gone: Object.fromEntries(counts) }, 'house was kept')
      } catch (err) {
        log.error({ err }, 'the house could not be kept')
      }
    }
  })()
  return () => {
    stopping.abort()
    return ended
  }
}
