import type { Catalogue } from '../catalogue/index.ts'
import type { Deps } from '../deps.ts'
import type { Money } from '../money/index.ts'
import type { People } from '../people/index.ts'
import type { SchoolRoom } from '../school/index.ts'
import type { Store } from '../store/index.ts'
import { createOrdersService } from './orders.service.ts'
import { createRemindersService } from './reminders/reminders.service.ts'

export { listAttempts, listPhotographs, presentPhotographs } from './florist/order-trail.ts'
export { lineName } from './order-notices.ts'
export * as orderLetters from './orders.letters.ts'
export { presentCorrected, presentLine, slotOf } from './orders.presenter.ts'
export { listItems, type OrderItemRow, type OrderRow } from './orders.repository.ts'
export { ordersRoutes } from './orders.routes.ts'
export type { OrdersService } from './orders.service.ts'
export * as reminderLetters from './reminders/reminders.letters.ts'

/** The rooms below that an order needs. */
type Below = Catalogue & Money & People & SchoolRoom & Store

export type Orders = ReturnType<typeof createOrders>

export function createOrders(deps: Deps, below: Below) {
  const orders = createOrdersService(deps, below)
  return { orders, reminders: createRemindersService(deps, orders) }
}
