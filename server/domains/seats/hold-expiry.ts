import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from '../../platform/logger.ts'

const everyMsDefault = 15_000

/**
 * Ends holds and offers as their time comes, until the returned function is called; that one resolves when the round under way
 * is over. Several processes may run it at once.
 */
export function startHoldExpiry(deps: {
  seats: { expireHolds(): Promise<number> }
  waitingList: { expireOffers(): Promise<number> }
  log: Logger
  everyMs?: number
}): () => Promise<void> {
  const stopping = new AbortController()
  const ended = (async () => {
    while (!stopping.signal.aborted) {
      try {
        const holds = await deps.seats.expireHolds()
        const offers = await deps.waitingList.expireOffers()
        if (holds + offers > 0) deps.log.info({ holds, offers }, 'holds and offers expired')
      } catch (err) {
        deps.log.error({ err }, 'holds and offers could not be ended')
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
