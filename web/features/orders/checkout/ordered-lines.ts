import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearchParams } from 'react-router'
import type { Picture } from '../../../../contract/primitives.ts'
import type { Cart, WantedItem } from '../../../../contract/store/cart.ts'
import type { Product } from '../../../../contract/store/products.ts'
import { formatRupees } from '../../../../contract/words.ts'
import { useCart } from '../../../lib/cart.ts'
import { isMissing, query } from '../../../lib/query.ts'
import { useHydrated } from '../../../lib/use-hydrated.ts'
import * as text from './summary.en.ts'

export interface OrderedLine {
  key: string
  name: string
  size: string | null
  label: string | null
  answer: string | null
  quantity: number
  price: number
  total: number
  /** The largest quantity that can be ordered now. */
  most: number
  picture: Picture | null
}

export interface Ordered {
  lines: OrderedLine[]
  subtotal: number
  /** The items to order; null orders the contents of the cart. */
  items: WantedItem[] | null
}

export function orderedInCart({ lines, subtotal }: Cart): Ordered {
  return {
    lines: lines.map((line) => ({
      ...line,
      key: line.id,
      size: line.size?.name ?? null,
      label: line.customLabel,
    })),
    subtotal,
    items: null,
  }
}

type Shown = 'id' | 'name' | 'price' | 'instock' | 'customLabel' | 'sizes' | 'pictures'

export function orderedAtOnce(product: Pick<Product, Shown>, search: URLSearchParams): Ordered {
  const size = product.sizes.find(({ id }) => id === search.get('size')) ?? product.sizes[0] ?? null
  const price = size?.price ?? product.price
  const asked = search.get('quantity') ?? ''
  const quantity = /^[1-9]\d?$/.test(asked) ? Number(asked) : 1
  const answer = search.get('answer')?.trim() || null
  const total = (Math.round(price * 100) * quantity) / 100
  return {
    lines: [
      {
        key: product.id,
        name: product.name,
        size: size?.name ?? null,
        label: product.customLabel,
        answer,
        quantity,
        price,
        total,
        most: product.instock ? quantity : 0,
        picture: product.pictures[0]?.picture ?? null,
      },
    ],
    subtotal: total,
    items: [{ productId: product.id, size: size?.id ?? null, quantity, answer }],
  }
}

const nothing: Ordered = { lines: [], subtotal: 0, items: [] }

export function useOrdered() {
  const [search, setSearch] = useSearchParams()
  const navigate = useNavigate()
  const slug = search.get('product') ?? ''
  const isHydrated = useHydrated()
  const { cart, result, setQuantity, dismissNotices } = useCart()
  const product = useQuery({
    ...query('GET /api/products/:slug', { params: { slug } }),
    enabled: slug !== '',
  })
  if (slug !== '') {
    const isGone = isMissing(product)
    return {
      ordered: product.data ? orderedAtOnce(product.data, search) : isGone ? nothing : undefined,
      productId: product.data?.id ?? null,
      error: product.error,
      result: product,
      setQuantity: (_key: string, quantity: number) => {
        if (quantity === 0) return void navigate('/store')
        setSearch(
          (before) => {
            before.set('quantity', String(quantity))
            return before
          },
          { replace: true, preventScrollReset: true },
        )
      },
      notices: [],
      dismissNotices,
    }
  }
  return {
    // The server does not know the visitor's cart. The server's HTML has the checkout form, because an empty cart would
    // be wrong for most visitors.
    ordered: isHydrated && cart ? orderedInCart(cart) : undefined,
    productId: null,
    error: result.error,
    result,
    setQuantity: (key: string, quantity: number) => {
      const line = cart?.lines.find(({ id }) => id === key)
      if (line) void setQuantity(line, quantity)
    },
    notices: (isHydrated && cart?.notices) || [],
    dismissNotices,
  }
}

/** Calculates sums in rupees. The sums are added in whole paise, because adding decimal fractions is inexact. */
export function sumsOf(subtotal: number, fee: number | null, discount = 0) {
  const paise = (rupees: number) => Math.round(rupees * 100)
  const total = paise(subtotal) + paise(fee ?? 0) - paise(discount)
  return { subtotal, fee, discount, total: Math.max(0, total) / 100 }
}

export type Sums = ReturnType<typeof sumsOf>

/** The label names no amount until a time is chosen, because the time's fee changes the total. */
export function payLabel({ fee, total }: Sums): string {
  if (fee === null) return text.pay
  return total > 0 ? text.payTotal({ total: formatRupees(total) }) : text.placeOrder
}
