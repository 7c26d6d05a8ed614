import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { EndpointInput } from '../../contract/endpoint.ts'
import type { Api } from '../../contract/index.ts'
import type { CouponQuote } from '../../contract/money/coupons.ts'
import { formatRupees } from '../../contract/words.ts'
import { type ApiError, api } from './api.ts'
import * as text from './coupon.en.ts'

type Asked = EndpointInput<Api['POST /api/coupons/validate']>['body']

/**
 * Checks a coupon with the server. `chosen` is the subject of the coupon: a course, lines or the visitor's cart; null
 * checks nothing. `seen` is other data that the answer depends on, such as the cart's sum. `kept` is a code that was
 * typed earlier.
 */
export function useCoupon(chosen: Omit<Asked, 'code'> | null, seen: unknown = null, kept = '') {
  const [typed, setTyped] = useState(kept)
  const [asked, setAsked] = useState(kept.trim() || null)
  const body = { ...chosen, code: asked ?? '' }
  const result = useQuery<CouponQuote, ApiError>({
    queryKey: ['POST /api/coupons/validate', body, seen],
    queryFn: async () => (await api('POST /api/coupons/validate', { body })).data,
    enabled: asked !== null && chosen !== null,
    // The last answer about the same code stays until the next answer comes, so that the shown sums do not jump.
    placeholderData: (before, last) =>
      (last?.queryKey[1] as Asked | undefined)?.code === asked ? before : undefined,
    gcTime: 0,
  })
  const quote = asked !== null && result.error === null ? (result.data ?? null) : null
  const isChecking = asked !== null && result.isFetching
  const remove = () => {
    setAsked(null)
    setTyped('')
  }
  return {
    /** Null if no code applies. */
    quote,
    discountWith: (fee: number | null) => discountOf(quote, fee),
    code: quote?.code,
    refused: asked !== null && result.error ? { code: asked, sentence: sentenceOf(result.error) } : null,
    isChecking,
    /** The reason why the typed code would not lower the price if the visitor ordered now. */
    unsettled: unsettledOf(typed, isChecking, quote !== null),
    remove,
    checkAgain: () => void (asked !== null && result.refetch()),
    field: {
      typed: quote?.code ?? typed,
      onType: (next: string) => {
        setTyped(next)
        setAsked(null)
      },
      onApply: () => {
        const code = typed.trim()
        if (code === '') return
        if (code !== asked) setAsked(code)
        else if (result.error) void result.refetch()
      },
      onRemove: remove,
      isChecking,
      offer: quote && offerOf(quote),
      error: asked !== null && result.error ? sentenceOf(result.error) : null,
    },
  }
}

export function unsettledOf(typed: string, isChecking: boolean, isApplied: boolean): string | null {
  if (typed.trim() === '') return null
  if (isChecking) return text.checking
  return isApplied ? null : text.notApplied
}

/** Returns the discount in rupees of an order with this delivery fee. */
export function discountOf(quote: CouponQuote | null, fee: number | null): number {
  if (!quote) return 0
  const { discount, freeDelivery, deliveryDiscountMax } = quote
  return discount + (freeDelivery ? Math.min(fee ?? 0, deliveryDiscountMax ?? Infinity) : 0)
}

export function offerOf(quote: CouponQuote): string {
  const { offer, discount, freeDelivery, deliveryDiscountMax, isPersonal } = quote
  const said = !freeDelivery
    ? text.youSave({ offer, amount: formatRupees(discount) })
    : deliveryDiscountMax === null
      ? text.freeDelivery({ offer })
      : text.freeDeliveryUpTo({ offer, amount: formatRupees(deliveryDiscountMax) })
  return isPersonal ? text.checkedLater({ offer: said }) : said
}

function sentenceOf(error: ApiError): string {
  return error.message || text.unreachable
}
