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
import { IfPart } from '../../../lib/if-part.tsx'
import * as text from './own-orders.en.ts'

type OwnOrder = EndpointResponse<typeof listOwnOrders>['data'][number]

export default function OwnOrders() {
  const result = useQuery(query('GET /api/orders'))
  if (result.data === undefined) {
    return result.error ? (
      <LoadFailure tone="error" className="mt-5" title={text.notLoaded} of={result} />
    ) : (
      <div role="status" aria-busy="true" aria-label={text.loading} className="mt-5">
        <Skeleton className="h-36 w-full" />
      </div>
    )
  }
  const orders = rowsIn<OwnOrder>(result.data)
  if (orders.length === 0) {
    return (
      <Card className="mt-5">
        <EmptyState
          title={text.noOrders}
          action={
            <IfPart part="store">
              <ButtonLink to="/store" variant="outline">
                {text.visitStore}
              </ButtonLink>
            </IfPart>
          }
        >
          {text.noOrdersLead}
        </EmptyState>
      </Card>
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

const tones: Record<OwnOrder['status'], Tone> = {
  pending: 'marigold',
  confirmed: 'leaf',
  processing: 'leaf',
  shipped: 'leaf',
  delivered: 'neutral',
  completed: 'neutral',
  cancelled: 'outline',
}

function stateOf({ status, isChecking }: OwnOrder): { tone: Tone; label: string } {
  if (status === 'pending' && isChecking) return { tone: 'neutral', label: text.checking }
  return { tone: tones[status], label: text.states[status] }
}

export function OrderCard({ order }: { order: OwnOrder }) {
  const { tone, label } = stateOf(order)
  const flowers = order.lines.map(text.item).join(', ')
  return (
    <Card as="li" className="p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <h3 className="min-w-0 flex-1 basis-56 text-lg break-words">
          <Link to={`/orders/${order.id}`} className="link">
            {flowers || text.orderNumber({ number: order.ordernumber })}
          </Link>
        </h3>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <Facts
        className="mt-3 grid-cols-[6.5rem_1fr] gap-x-4 gap-y-1 [&_dd]:break-words"
        facts={[
          [text.order, order.ordernumber],
          [text.orderedAt, momentText(order.createdat)],
          [text.forDay, order.day && dayText(order.day)],
          [text.total, formatRupees(order.total)],
        ]}
      />
      <div className="mt-4 flex flex-wrap gap-3">
        {order.status === 'pending' && !order.isChecking && (
          <ButtonLink
            to={`/payment?order=${order.id}`}
            size="sm"
            aria-label={text.payNowFor({ number: order.ordernumber })}
          >
            {text.payNow}
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
          title: items.length === 0 ? text.noneAvailable : text.someUnavailable,
          description: text.notAdded({ items: missing.join(', ') }),
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
        title: text.addFailed,
        description: error.message || text.checkConnection,
        tone: 'error',
      }),
  })
  if (!order.lines.some(({ productId }) => productId !== null)) return null
  return (
    <Button
      size="sm"
      variant="outline"
      busy={again.isPending && text.adding}
      aria-label={text.reorderNumber({ number: order.ordernumber })}
      onClick={() => again.mutate()}
    >
      {text.reorder}
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
    const words = sizeName === null ? name : text.nameAndSize({ name, size: sizeName })
    if (product?.instock && hasSize) {
      items.push({ productId: product.id, size: size?.id ?? null, quantity, answer })
      names.push(words)
    } else missing.push(words)
  }
  return { items, names, missing }
}
