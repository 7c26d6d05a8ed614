import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useCallback, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { urlPart } from '../../../../contract/addresses.ts'
import type { ErrorCode } from '../../../../contract/errors.ts'
import type { WantedItem } from '../../../../contract/store/cart.ts'
import { useTerms } from '../../../lib/accepted-terms.ts'
import { type ApiError, api, setSessionEndHandler } from '../../../lib/api.ts'
import { forgetOrderedCart } from '../../../lib/cart.ts'
import { keptKey } from '../../../lib/kept-key.ts'
import { keepPlacedOrder } from '../../../lib/placed-orders.ts'
import { query, useStale } from '../../../lib/query.ts'
import { session } from '../../../lib/session.ts'
import { errorsIn, usePageForm } from '../../../lib/use-page-form.ts'
import type { Once } from '../../../lib/use-sending.ts'
import { useSessionToken } from '../../../lib/use-session.ts'
import { LoadFailure } from '../../../ui/failed-note.tsx'
import { Awaited } from '../../../ui/spinner.tsx'
import { toast } from '../../../ui/toast-store.ts'
import * as text from './checkout.en.tsx'
import { asksOf, forgetTyped, isPickup, isToBeSaved, keptDraft, type Typed } from './typed.ts'

export function usePlacing({
  element,
  ordered,
  seen,
  shownTotal,
  read,
  typed,
  onLostTime,
}: {
  element: RefObject<HTMLFormElement | null>
  /** The products to order; null orders the contents of the cart. */
  ordered: readonly WantedItem[] | null
  /**
   * Everything that the visitor saw and that determines the order, such as the cart. If this value changes, the next
   * request is a new order with a new key.
   */
  seen: unknown
  shownTotal: number
  read: (form: HTMLFormElement) => object
  typed: Typed
  /** Called if the chosen place or time is no longer possible. */
  onLostTime: () => void
}) {
  const leave = useLeave()
  const stale = useStale()
  const terms = useTerms('terms')
  const [unshown, setUnshown] = useState<string[]>([])
  const loadRules = async () => {
    const { checkoutFormOf } = await import('../../../../contract/orders/store-orders.ts')
    return checkoutFormOf({ isPickup: isPickup(typed), asks: asksOf(typed) })
  }
  const placing = usePageForm({
    element,
    read,
    loadRules,
    earlier: findLostOrder,
    send: async (form) => {
      const body = {
        ...form,
        shownTotal,
        terms: await terms.load(),
        ...(ordered !== null && { lines: [...ordered] }),
      }
      return orderKey.send(body, seen, (once) => sendOrder(body, once))
    },
    onSent: (placed) => leave(placed, ordered === null),
    onRefused: (error) => {
      const { fields, status } = error
      terms.check(error)
      setUnshown(unshownErrors(element.current, fields))
      focusRefused(element.current, Object.keys(fields))
      if (refusedPart(error) === 'delivery') onLostTime()
      if (status !== 409) return
      stale('GET /api/cart', 'GET /api/products', 'GET /api/products/:slug', 'GET /api/delivery-options')
    },
  })
  return {
    ...placing,
    unshown,
    errorsOf: async (form: HTMLFormElement) => {
      const rules = await loadRules().catch(() => null)
      const { error } = rules?.safeParse(read(form)) ?? {}
      return rules && (error ? errorsIn(error) : {})
    },
    showErrors: (errors: Record<string, string>) => {
      placing.showErrors(errors)
      focusRefused(element.current, Object.keys(errors))
    },
  }
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
        toast({ title: text.orderFound, description: text.orderFoundLead })
        // The cart may contain something that was added after that order.
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

export function useKnownBuyer(fill: (known: Typed) => void) {
  const navigate = useNavigate()
  // The sign-in URL leads back to this page, so that the typed text is not lost.
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

interface Placed {
  id: string
  status: string
  /** The key shows the server that this browser placed the order. */
  key?: string | undefined
  /** True if the order was sent earlier and its response was found only now. */
  isFound?: boolean
}

/** @throws ApiError */
async function sendOrder(body: unknown, once: Once): Promise<Placed> {
  return (await api('POST /api/orders', { body: body as never }, once)).data
}

/**
 * Finds the order that was sent earlier and got no response; null if the server never received the order. The function
 * places no order.
 */
async function findLostOrder(): Promise<Placed | null> {
  const placed = await orderKey.ask(sendOrder)
  return placed && { ...placed, isFound: true }
}

/**
 * Looks for the lost order as soon as the checkout opens, because that order may have emptied the cart or taken the
 * last place of a delivery slot.
 */
function useLostAnswer(onFound: (placed: Placed) => void) {
  const [isAsked] = useState(() => orderKey.unanswered() !== null)
  const lost = useQuery<Placed | null, ApiError>({
    queryKey: ['lost-order'],
    queryFn: findLostOrder,
    enabled: isAsked,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    gcTime: 0,
  })
  useEffect(() => {
    if (lost.data) onFound(lost.data)
  }, [lost.data, onFound])
  return { isAsked, lost }
}

export function LostAnswer({
  isAsked,
  lost,
  children,
}: ReturnType<typeof useLostAnswer> & { children: ReactNode }) {
  if (!isAsked || lost.data === null) return children
  if (lost.isPending || lost.data) return <Awaited label={text.lookingForOrder} />
  return <LoadFailure tone="error" title={text.orderNotFound} of={lost} />
}

/** The key of an order that was sent and has no answer yet. */
const orderKey = keptKey('checkoutKey')

const places: { [C in ErrorCode]?: 'delivery' | 'lines' | 'coupon' } = {
  slot_full: 'delivery',
  slot_closed: 'delivery',
  undeliverable: 'delivery',
  out_of_stock: 'lines',
  not_found: 'lines',
  coupon_invalid: 'coupon',
}

/** Finds the part of the page that shows the error; null if the note above the button shows it. */
export function refusedPart(error: ApiError | null): 'delivery' | 'lines' | 'coupon' | null {
  return (error?.code && places[error.code]) ?? null
}

/** The delivery part itself shows the errors of these fields, even before it has a list of days. */
export const alwaysShown = ['day', 'slotId']

export function unshownErrors(form: HTMLFormElement | null, fields: Record<string, string>): string[] {
  const said = new Set([...alwaysShown, ...shownFields(form).map(({ name }) => name)])
  return Object.entries(fields).flatMap(([name, sentence]) => (said.has(name) ? [] : [sentence]))
}

/**
 * Focuses the first field with an error. If that is the day or the time and no days are shown yet, it focuses the field
 * that loads them.
 */
function focusRefused(form: HTMLFormElement | null, names: readonly string[]): void {
  const fields = shownFields(form).filter(({ disabled }) => !disabled)
  const named = (wanted: readonly string[]) => fields.find(({ name }) => wanted.includes(name))
  const asksForDays = alwaysShown.some((name) => names.includes(name))
  const refused = named(names) ?? (asksForDays ? (named(['pincode']) ?? named(['way'])) : undefined)
  if (refused) focusUnfolded(refused)
}

export function focusUnfolded(field: HTMLElement | null): void {
  let part = field?.closest('details')
  while (part) {
    part.open = true
    part = part.parentElement?.closest('details')
  }
  field?.focus()
}

function shownFields(form: HTMLFormElement | null): HTMLInputElement[] {
  return [...(form?.elements ?? [])].filter(
    (field): field is HTMLInputElement => 'name' in field && !(field as HTMLInputElement).hidden,
  )
}
