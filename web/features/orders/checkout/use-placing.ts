import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useCallback, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { urlPart } from '../../../../contract/addresses.ts'
import type { WantedItem } from '../../../../contract/store/cart.ts'
import { setSessionEndHandler } from '../../../lib/api.ts'
import { forgetOrderedCart } from '../../../lib/cart.ts'
import { keepPlacedOrder } from '../../../lib/placed-orders.ts'
import { query, useStale } from '../../../lib/query.ts'
import { session } from '../../../lib/session.ts'
import { usePageForm } from '../../../lib/use-page-form.ts'
import { useSessionToken } from '../../../lib/use-session.ts'
import { toast } from '../../../ui/toast-store.ts'
import { askForLost, type Placed, sendOrder, useLostAnswer } from './lost-answer.tsx'
import { orderKey } from './order-key.ts'
import { focusRefused, unsaidOf } from './refused-place.ts'
import { asksOf, isPickup, isToBeSaved, type Typed } from './typed.ts'
import { forgetTyped, keptDraft } from './use-typed.ts'

/** The form that places the order only once, and then leads to its payment. */
export function usePlacing({
  element,
  ordered,
  seen,
  shownTotal,
  read,
  typed,
}: {
  element: RefObject<HTMLFormElement | null>
  /** Null means the cart. */
  ordered: readonly WantedItem[] | null
  /** The shown order, including the cart: another choice makes another order, with a new key. */
  seen: unknown
  shownTotal: number
  read: (form: HTMLFormElement) => object
  typed: Typed
}) {
  const leave = useLeave()
  const stale = useStale()
  /** The last refusal's sentences that no field of the page can show. */
  const [unsaid, setUnsaid] = useState<string[]>([])
  const placing = usePageForm({
    element,
    read,
    loadRules: async () => {
      const { checkoutFormOf } = await import('../../../../contract/orders/store-orders.ts')
      return checkoutFormOf({ isPickup: isPickup(typed), asks: asksOf(typed) })
    },
    earlier: askForLost,
    send: (form) => {
      const body = { ...form, shownTotal, ...(ordered !== null && { lines: [...ordered] }) }
      return orderKey.send(body, seen, (once) => sendOrder(body, once))
    },
    onSent: (placed) => leave(placed, ordered === null),
    onRefused: ({ fields, status }) => {
      setUnsaid(unsaidOf(element.current, fields))
      focusRefused(element.current, Object.keys(fields))
      // Something changed since the page was loaded, so it is loaded again.
      if (status !== 409) return
      stale('GET /api/cart', 'GET /api/products', 'GET /api/products/:slug', 'GET /api/delivery-options')
    },
  })
  return { ...placing, unsaid }
}

export function useLeave(): (placed: Placed, isOfCart: boolean) => void {
  const navigate = useNavigate()
  const stale = useStale()
  const queryClient = useQueryClient()
  return useCallback(
    ({ id, status, key, isFound }, isOfCart) => {
      const typed = keptDraft()
      if (isToBeSaved(typed) && session.token() !== null)
        void import('./saved-recipients.tsx').then((saved) => saved.saveRecipient(typed))
      forgetTyped()
      keepPlacedOrder(id, key, Date.now())
      if (isFound) {
        toast({ title: 'Your order has arrived', description: 'It is the one that you sent before.' })
        // The cart may have filled again since that order.
        stale('GET /api/cart')
      } else if (isOfCart) forgetOrderedCart(queryClient)
      void navigate(status === 'pending' ? `/payment?order=${id}` : `/orders/${id}`, { replace: true })
    },
    [navigate, stale, queryClient],
  )
}

export function useFoundOrder() {
  const leave = useLeave()
  return useLostAnswer(useCallback((placed: Placed) => leave(placed, false), [leave]))
}

/** Fills in the account's data for a signed-in buyer. */
export function useKnownBuyer(fill: (known: Typed) => void) {
  const navigate = useNavigate()
  // After signing in again the visitor returns to this page, so that nothing typed is lost.
  useEffect(() => {
    const leadTo = (signIn: () => string) => setSessionEndHandler(() => void navigate(signIn()))
    leadTo(() => `/signin?next=${urlPart(location.pathname + location.search)}`)
    return () => leadTo(() => '/signin')
  }, [navigate])
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
