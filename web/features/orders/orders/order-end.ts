import type { StoreOrder } from '../../../../contract/orders/store-orders.ts'

export function isOver({ status }: Pick<StoreOrder, 'status'>): boolean {
  return status === 'cancelled' || status === 'completed'
}
