import { queryOptions } from '@tanstack/react-query'
import type { OrderDelivery } from '../../../../contract/orders/store-orders.ts'
import { type ApiError, api } from '../../../lib/api.ts'
import { orderKey } from '../../../lib/placed-orders.ts'
import { session } from '../../../lib/session.ts'

/**
 * Loads where and when an order is delivered, and the slots of a `pincode`. Null for a visitor who has only the page's
 * URL.
 */
export const deliveryQuery = (id: string, pincode?: string) =>
  queryOptions<OrderDelivery | null, ApiError>({
    queryKey: ['order-delivery', id, pincode ?? null],
    queryFn: async ({ signal }) => {
      const key = orderKey(id, Date.now())
      if (key === null && session.token() === null) return null
      const body = { key, ...(pincode !== undefined && { pincode }) }
      return api('POST /api/orders/:id/delivery', { params: { id }, body }, { signal }).then(
        ({ data }) => data,
        (error: ApiError) => {
          // The signed-in person is not the buyer.
          if (error.code === 'forbidden') return null
          throw error
        },
      )
    },
  })
