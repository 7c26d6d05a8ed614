import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CouponQuote } from '../../contract/coupons.ts'
import type { EndpointInput } from '../../contract/endpoint.ts'
import type { Api } from '../../contract/index.ts'
import { formatRupees } from '../../contract/words.ts'
import { type ApiError, api } from './api.ts'

type Asked = EndpointInput<Api['POST /api/coupons/validate']>['body']

/**
 * A code for a course, for `lines`, or for the cart of whoever looks. It is asked about again when `chosen` or `seen`
 * changes: `seen` is what the answer depends on besides, such as the sum of the cart. `field` is for `CouponField`.
 */
export function useCoupon(chosen: Omit<Asked, 'code'>, seen: unknown = null) {
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState<string | null>(null)
  const body = { ...chosen, code: asked ?? '' }
  const result = useQuery<CouponQuote, ApiError>({
    queryKey: ['POST /api/coupons/validate', body, seen],
    queryFn: async () => (await api('POST /api/coupons/validate', { body })).data,
    enabled: asked !== null,
    // The last answer stands until the next one is there: sums do not jump.
    placeholderData: (before) => (asked === null ? undefined : before),
    gcTime: 0,
  })
  const quote = asked !== null && result.error === null ? (result.data ?? null) : null
  const remove = () => {
    setAsked(null)
    setTyped('')
  }
  return {
    /** Null while no code takes anything off. */
    quote,
    /** Rupees off an order with this fee for its delivery; null is a fee that is not known yet. */
    discountWith: (fee: number | null) => (quote ? quote.discount + freeDeliveryOf(quote, fee ?? 0) : 0),
    /** For the order: what is sent as `couponCode`. */
    code: quote?.code,
    /** What was said of a code that is not used. */
    refused: asked !== null && result.error ? { code: asked, sentence: sentenceOf(result.error) } : null,
    isChecking: asked !== null && result.isFetching,
    remove,
    /** After the server has refused it with an order. */
    checkAgain: () => void (asked !== null && result.refetch()),
    field: {
      typed: quote?.code ?? typed,
      onType: (next: string) => {
        setTyped(next)
        setAsked(null)
      },
      onApply: () => {
        const code = typed.trim()
        if (code !== '' && code !== asked) setAsked(code)
      },
      onRemove: remove,
      isChecking: asked !== null && result.isFetching,
      offer: quote && offerOf(quote),
      error: asked !== null && result.error ? sentenceOf(result.error) : null,
    },
  }
}

function freeDeliveryOf({ freeDelivery, deliveryDiscountMax }: CouponQuote, fee: number): number {
  return freeDelivery ? Math.min(fee, deliveryDiscountMax ?? fee) : 0
}

function offerOf({ offer, discount, freeDelivery, deliveryDiscountMax }: CouponQuote): string {
  if (!freeDelivery) return `${offer}: you save ${formatRupees(discount)}.`
  return deliveryDiscountMax === null ? `${offer}.` : `${offer}, up to ${formatRupees(deliveryDiscountMax)}.`
}

function sentenceOf(error: ApiError): string {
  return error.message || 'We could not reach the school. Please try again.'
}
