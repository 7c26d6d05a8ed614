import type { StoreOrder } from '../../../contract/store-orders.ts'

/** Nothing about such an order changes any more. */
export function isOver({ status }: Pick<StoreOrder, 'status'>): boolean {
  return status === 'cancelled' || status === 'completed'
}
