import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from '../../platform/logger.ts'
import type { SeatsService } from './seats.service.ts'

const everyMsDefault = 15_000

/**
 * Ends holds as their time comes, until the returned function is called; that one resolves when the round under way
 * is over. Several processes may run it at once.
 */
export function startHoldExpiry(deps: {
  seats: Pick<SeatsService, 'expireHolds'>
  log: Logger
  everyMs?: number
}): () => Promise<void> {
  const stopping = new AbortController()
  const ended = (async () => {
    while (!stopping.signal.aborted) {
      try {
        const count = await deps.seats.expireHolds()
        if (count > 0) deps.log.info({ count }, 'holds expired')
      } catch (err) {
        deps.log.error({ err }, 'holds could not be ended')
      }
      await delay(deps.everyMs ?? everyMsDefault, undefined, { signal: stopping.signal, ref: false }).catch(
        () => {},
      )
    }
  })()
  return () => {
    stopping.abort()
    return ended
  }
}
