import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'
import type { EndpointResponse } from '../../../../contract/endpoint.ts'
import type { listOwnOrders, StoreOrder } from '../../../../contract/orders/store-orders.ts'
import { dayText, formatRupees, momentText } from '../../../../contract/words.ts'
import type { ApiError } from '../../../lib/api.ts'
import { toastFailed, useCart } from '../../../lib/cart.ts'
import type { Added } from '../../../lib/cart-calls.ts'
import { query, rowsIn } from '../../../lib/query.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { LoadFailure } from '../../../ui/failed-note.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast-store.ts'
import '../../../ui/more.css'
import type { WantedItem } from '../../../../contract/store/cart.ts'
import type { Product } from '../../../../contract/store/products.ts'

type OwnOrder = EndpointResponse<typeof listOwnOrders>['data'][number]

export default function OwnOrders() {
  const result = useQuery(query('GET /api/orders'))
  if (result.data === undefined) {
    return result.error ? (
      <LoadFailure tone="error" className="mt-5" title="Your orders could not be loaded." of={result} />
    ) : (
      <div role="status" aria-busy="true" aria-label="Loading your orders" className="mt-5">
        <Skeleton className="h-36 w-full" />
      </div>
    )
  }
  const orders = rowsIn<OwnOrder>(result.data)
  if (orders.length === 0) {
    return (
      <EmptyState
        title="No orders yet"
        action={
          <ButtonLink to="/store" variant="outline">
            See the flowers
          </ButtonLink>
        }
      >
        The flowers that you order while you are signed in stand here.
      </EmptyState>
    )
  }
  return (
    <ul className="mt-5 flex flex-col gap-4">
      {orders.map((order) => (
        <OrderCard key={order.id} order={order} />
      ))}
    </ul>
  )
}

const states: Record<OwnOrder['status'], { tone: Tone; label: string }> = {
  pending: { tone: 'marigold', label: 'Waiting for payment' },
  confirmed: { tone: 'leaf', label: 'Confirmed' },
  processing: { tone: 'leaf', label: 'Being arranged' },
  shipped: { tone: 'leaf', label: 'On its way' },
  delivered: { tone: 'neutral', label: 'Delivered' },
  completed: { tone: 'neutral', label: 'Delivered' },
  cancelled: { tone: 'outline', label: 'Cancelled' },
}

function stateOf({ status, isChecking }: OwnOrder): { tone: Tone; label: string } {
  if (status === 'pending' && isChecking) return { tone: 'neutral', label: 'We are checking your payment' }
  return states[status]
}

export function OrderCard({ order }: { order: OwnOrder }) {
  const { tone, label } = stateOf(order)
  const flowers = order.lines
    .map(({ name, quantity }) => (quantity === 1 ? name : `${quantity} × ${name}`))
    .join(', ')
  return (
    <Card as="li" className="p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <h3 className="min-w-0 flex-1 basis-56 text-lg break-words">
          <Link to={`/orders/${order.id}`} className="link">
            {flowers || `Order ${order.ordernumber}`}
          </Link>
        </h3>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <Facts
        className="mt-3 grid-cols-[6.5rem_1fr] gap-x-4 gap-y-1 [&_dd]:break-words"
        facts={[
          ['Order', order.ordernumber],
          ['Ordered', momentText(order.createdat)],
          ['For', order.day && dayText(order.day)],
          ['Total', formatRupees(order.total)],
        ]}
      />
      <div className="mt-4 flex flex-wrap gap-3">
        {order.status === 'pending' && !order.isChecking && (
          <ButtonLink
            to={`/payment?order=${order.id}`}
            size="sm"
            aria-label={`Pay now: ${order.ordernumber}`}
          >
            Pay now
          </ButtonLink>
        )}
        <OrderAgain order={order} />
      </div>
    </Card>
  )
}

function OrderAgain({ order }: { order: OwnOrder }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { add } = useCart()
  const again = useMutation<ReturnType<typeof orderedAgain> & Added, ApiError, void>({
    mutationFn: async () => {
      const products = await queryClient.fetchQuery(query('GET /api/products'))
      const again = orderedAgain(order.lines, products)
      return { ...again, ...(await add(again.items)) }
    },
    onSuccess: ({ items, names, missing, failed, error }) => {
      if (missing.length > 0) {
        toast({
          title: items.length === 0 ? 'None of it is offered just now' : 'Some of it is no longer offered',
          description: `Missing: ${missing.join(', ')}.`,
        })
      }
      if (failed.length > 0) {
        toastFailed(
          failed.map((at) => names[at] ?? ''),
          items.length,
          error?.message,
        )
      } else if (items.length > 0) void navigate('/cart')
    },
    onError: (error) =>
      toast({
        title: 'This could not be put into your cart',
        description: error.message || 'Please check your connection and try again.',
        tone: 'error',
      }),
  })
  if (!order.lines.some(({ productId }) => productId !== null)) return null
  return (
    <Button
      size="sm"
      variant="outline"
      busy={again.isPending && 'One moment...'}
      aria-label={`Order again: ${order.ordernumber}`}
      onClick={() => again.mutate()}
    >
      Order again
    </Button>
  )
}

type Line = Pick<StoreOrder['lines'][number], 'productId' | 'name' | 'size' | 'answer' | 'quantity'>

export function orderedAgain(
  lines: readonly Line[],
  products: readonly Product[],
): { items: WantedItem[]; names: string[]; missing: string[] } {
  const items: WantedItem[] = []
  const names: string[] = []
  const missing: string[] = []
  for (const { productId, name, size: sizeName, answer, quantity } of lines) {
    const product = products.find(({ id }) => id === productId)
    const size = product?.sizes.find(({ name }) => name === sizeName)
    const hasSize = sizeName === null ? product?.sizes.length === 0 : size !== undefined
    const words = sizeName === null ? name : `${name}, ${sizeName}`
    if (product?.instock && hasSize) {
      items.push({ productId: product.id, size: size?.id ?? null, quantity, answer })
      names.push(words)
    } else missing.push(words)
  }
  return { items, names, missing }
}
