import { useQuery } from '@tanstack/react-query'
import { dayText } from '../../../../contract/words.ts'
import { query } from '../../../lib/query.ts'
import { isOver } from './order-end.ts'
import { orderWords } from './order-words.ts'

export const ownOrderQuery = (id: string) => ({
  ...query('GET /api/orders/:id', { params: { id } }),
  staleTime: 60_000,
})

/** An order placed in this browser, as a line that links to its page; null until it loads and if it is cancelled. */
export function useOwnOrder(id: string) {
  const { data: order } = useQuery(ownOrderQuery(id))
  if (!order || order.status === 'cancelled') return null
  return {
    to: `/orders/${encodeURIComponent(id)}`,
    what: `Order ${order.ordernumber}`,
    state: orderWords(order).title.join(''),
    day: order.day && dayText(order.day),
    isToCome: !isOver(order) && order.status !== 'delivered',
  }
}
