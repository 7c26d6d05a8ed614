import { every, type Loop } from '../../platform/every.ts'
import type { Logger } from '../../platform/logger.ts'
import type { OrdersService } from './orders.service.ts'

/** Runs the effects of orders' changes as their time comes. */
export function startOrderEffects(deps: {
  orders: Pick<OrdersService, 'runDueEffects'>
  log: Logger
  everyMs?: number
}): Loop {
  const { orders, log, everyMs = 1_000 } = deps
  return every(
    'effects of orders',
    everyMs,
    async () => {
      const count = await orders.runDueEffects()
      if (count > 0) log.info({ count }, 'effects of orders ran')
    },
    { log },
  )
}
