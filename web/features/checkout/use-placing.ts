import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import type { WantedItem } from '../../../contract/cart.ts'
import { ApiError, api } from '../../lib/api.ts'
import { forgetOrderedCart } from '../../lib/cart.ts'
import { query, useStale } from '../../lib/query.ts'
import { usePageForm } from '../../lib/use-page-form.ts'
import { useSessionToken } from '../../lib/use-session.ts'
import { focusRefused, unsaidOf } from './refused-place.ts'
import { asksOf, isPickup, type Typed } from './typed.ts'
import { forgetTyped } from './use-typed.ts'

/** The form that places the order, once, and leads to its payment. */
export function usePlacing({
  element,
  ordered,
  shownTotal,
  read,
  typed,
}: {
  element: RefObject<HTMLFormElement | null>
  /** Null: the cart. */
  ordered: readonly WantedItem[] | null
  shownTotal: number
  read: (form: HTMLFormElement) => object
  typed: Typed
}) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const stale = useStale()
  /** Sentences of the last refusal that no field of the page can show. */
  const [unsaid, setUnsaid] = useState<string[]>([])
  const placing = usePageForm({
    element,
    read,
    loadRules: async () => {
      const { checkoutFormOf } = await import('../../../contract/store-orders.ts')
      return checkoutFormOf({ isPickup: isPickup(typed), asks: asksOf(typed) })
    },
    send: async (form, keyed) => {
      const body = { ...form, shownTotal, ...(ordered !== null && { lines: [...ordered] }) }
      const { data } = await api('POST /api/orders', { body }, keyed(body))
      // Not an answer: pressing again brings the same order, by its key.
      if (typeof data?.id !== 'string') throw new ApiError(0, null)
      return data
    },
    onSent: ({ id, status }) => {
      forgetTyped()
      if (ordered === null) forgetOrderedCart(queryClient)
      void navigate(status === 'pending' ? `/payment?order=${id}` : `/orders/${id}`, { replace: true })
    },
    onRefused: ({ fields, status }) => {
      setUnsaid(unsaidOf(element.current, fields))
      focusRefused(element.current, Object.keys(fields))
      // Something changed since the page was loaded.
      if (status !== 409) return
      stale('GET /api/cart', 'GET /api/products', 'GET /api/products/:slug', 'GET /api/delivery-options')
    },
  })
  return { ...placing, unsaid }
}

/** Who is signed in need not say who they are. */
export function useKnownBuyer(fill: (known: Typed) => void) {
  const token = useSessionToken()
  const { data } = useQuery({ ...query('GET /api/profile'), enabled: token !== null })
  const profile = data?.data
  useEffect(() => {
    if (profile === undefined) return
    const { firstname, lastname, email, phone } = profile
    fill({
      customername: [firstname, lastname].filter(Boolean).join(' '),
      email,
      ...(phone ? { phone } : {}),
    })
  }, [profile, fill])
}
