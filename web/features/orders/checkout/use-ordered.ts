import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearchParams } from 'react-router'
import type { Cart } from '../../../../contract/store/cart.ts'
import type { ApiError } from '../../../lib/api.ts'
import { useCart } from '../../../lib/cart.ts'
import { isMissing, query } from '../../../lib/query.ts'
import { useHydrated } from '../../../lib/use-hydrated.ts'
import { type Ordered, orderedAtOnce, orderedInCart } from './ordered-lines.ts'

const nothing: Ordered = { lines: [], subtotal: 0, items: [] }

/** The page orders the cart, or the one product that its address names. */
export function useOrdered(): {
  /** Undefined while it loads, and after a failure. */
  ordered: Ordered | undefined
  productId: string | null
  error: ApiError | null
  result: { isFetching: boolean; refetch: () => unknown }
  setQuantity: (key: string, quantity: number) => void
  notices: Cart['notices']
  dismissNotices: () => void
} {
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
      setQuantity: (_key, quantity) => {
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
    // The server knows nobody's cart, so its page has the form and not an empty cart.
    ordered: isHydrated && cart ? orderedInCart(cart) : undefined,
    productId: null,
    error: result.error,
    result,
    setQuantity: (key, quantity) => {
      const line = cart?.lines.find(({ id }) => id === key)
      if (line) void setQuantity(line, quantity)
    },
    notices: (isHydrated && cart?.notices) || [],
    dismissNotices,
  }
}
