import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from '../../platform/logger.ts'
import type { OrdersService } from './orders.service.ts'

const everyMsDefault = 1_000

/**
 * Runs the effects of orders' changes as their time comes, until the returned function is called; that one resolves
 * when the round under way is over. Several processes may run it at once.
 */
export function startOrderEffects(deps: {
  orders: Pick<OrdersService, 'runDueEffects'>
  log: Logger
  everyMs?: number
}): () => Promise<void> {
  const stopping = new AbortController()
  const ended = (async () => {
    while (!stopping.signal.aborted) {
      try {
        const count = await deps.orders.runDueEffects()
        if (count > 0) deps.log.info({ count }, 'effects of orders ran')
      } catch (err) {
        deps.log.error({ err }, 'effects of orders could not be run')
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
