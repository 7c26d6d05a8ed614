import { data, redirect } from 'react-router'
import type { ErrorBody } from '../../../../../contract/errors.ts'
import type { CouponQuote } from '../../../../../contract/money/coupons.ts'
import type { PageForm } from '../../../../../contract/page.ts'
import { checkedOrder, isKey, lineOf, type PlainTyped, typedOf } from './plain-order.ts'

export interface PlainAnswer {
  typed: PlainTyped
  /** Null if nothing was ordered yet, because a day, a place or a code was pressed. */
  refusal: Pick<ErrorBody, 'code' | 'message' | 'fields' | 'details'> | null
  coupon: { quote: CouponQuote | null; error: string | null }
}

const fieldsRefused = 'Please look at the fields below once more.'
const keyLost = 'Your order was not sent yet. Please press the button once more.'
const sentBefore =
  'This form has placed an order already, with other words than these. That order stands, and its letter is on its way to you. To place another one, press the button once more.'

/** Places the order and leads to its payment; else the page comes back with everything that was typed. */
export async function answerPlainOrder({ fields: sent, send }: PageForm) {
  const typed = typedOf(sent)
  const page = async (status: number, refusal: PlainAnswer['refusal']) =>
    data<PlainAnswer>({ typed, refusal, coupon: await couponOf(typed, send) }, { status })

  if (typed.step !== 'order') return page(200, null)
  const { order, fields } = checkedOrder(typed)
  if (order === null) return page(400, { code: 'validation_failed', message: fieldsRefused, fields })
  const { key } = typed
  if (!isKey(key)) return page(400, { code: 'bad_request', message: keyLost })
  const body = { ...order, shownTotal: typed.shownTotal ?? '', lines: [lineOf(typed)] }
  const placed = await send('POST /api/orders', { body }, key)
  if (placed.refusal === null) return redirect(`/payment?order=${placed.answer.data.id}`, 303)
  const { refusal, status } = placed
  if (refusal.code !== 'idempotency_mismatch') return page(status, refusal)
  delete typed.key
  return page(status, { ...refusal, message: sentBefore })
}

async function couponOf(typed: PlainTyped, send: PageForm['send']): Promise<PlainAnswer['coupon']> {
  const { couponCode: code } = typed
  if (code === undefined) return { quote: null, error: null }
  const asked = await send('POST /api/coupons/validate', { body: { code, lines: [lineOf(typed)] } })
  if (asked.refusal === null) return { quote: asked.answer.data, error: null }
  return { quote: null, error: asked.refusal.message }
}
