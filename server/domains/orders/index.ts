import type { OrderDeps } from './orders.deps.ts'
import { createOrdersService } from './orders.service.ts'
import { createRemindersService } from './reminders/reminders.service.ts'

export { listAttempts, listPhotographs, presentPhotographs } from './florist/order-trail.ts'
export { lineName } from './order-notices.ts'
export * as orderLetters from './orders.letters.ts'
export { presentCorrected, presentLine, slotOf } from './orders.presenter.ts'
export { countOrders, listItems, type OrderItemRow, type OrderRow } from './orders.repository.ts'
export { ordersRoutes } from './orders.routes.ts'
export * as reminderLetters from './reminders/reminders.letters.ts'

export type Orders = ReturnType<typeof createOrders>

export function createOrders(deps: OrderDeps) {
  const orders = createOrdersService(deps)
  return { orders, reminders: createRemindersService(deps, orders) }
}
