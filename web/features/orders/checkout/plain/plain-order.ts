import { data, redirect } from 'react-router'
import type { ErrorBody } from '../../../../../contract/errors.ts'
import type { CouponQuote } from '../../../../../contract/money/coupons.ts'
import {
  type CheckoutForm,
  checkoutForm,
  checkoutFormOf,
} from '../../../../../contract/orders/store-orders.ts'
import type { PageForm } from '../../../../../contract/page.ts'
import { asksOf, boxes, isPickup, orderBody, type Typed } from '../typed.ts'
import * as text from './plain.en.tsx'

const orderNames = [...Object.keys(checkoutForm.shape), 'way'] as (keyof Typed)[]
const ownNames = [
  'product',
  'size',
  'quantity',
  'answer',
  'days',
  'step',
  'key',
  'shownTotal',
  'terms',
] as const

/** The fields of the checkout form that a browser without scripts sends. Empty fields are left out. */
export type PlainTyped = Typed & Partial<Record<(typeof ownNames)[number], string>>

export function typedOf(sent: URLSearchParams): PlainTyped {
  const typed: PlainTyped = {}
  for (const name of [...orderNames, ...ownNames]) {
    // Browsers send a line break as two characters, CR and LF.
    const value = sent.get(name)?.replaceAll('\r\n', '\n')
    if (value) typed[name] = boxes.includes(name) ? 'yes' : value
  }
  // One button chooses a time together with its day.
  const [day, slotId] = sent.get('slot')?.split(' ') ?? []
  if (day && slotId) Object.assign(typed, { day, slotId })
  const fewer = sent.get('take')
  if (fewer) typed.quantity = fewer
  return typed
}

function checkedOrder(
  typed: PlainTyped,
): { order: CheckoutForm; fields: null } | { order: null; fields: Record<string, string> } {
  const words: Typed = {}
  for (const name of orderNames) if (typed[name] !== undefined) words[name] = typed[name]
  const parsed = checkoutFormOf({ isPickup: isPickup(words), asks: asksOf(words) }).safeParse(
    orderBody(words),
  )
  if (parsed.success) return { order: parsed.data, fields: null }
  const fields: Record<string, string> = {}
  for (const { path, message } of parsed.error.issues) fields[path.join('.')] ??= message
  return { order: null, fields }
}

function orderLine({ product = '', size, quantity, answer }: PlainTyped) {
  return { productId: product, size: size ?? null, quantity: Number(quantity ?? 1), answer: answer ?? null }
}

/** Tells if the server accepts this text as an `Idempotency-Key`. */
export function isKey(text: string | undefined): text is string {
  return text !== undefined && text.length <= 100 && /^[\w-]{8,}$/.test(text)
}

export interface PlainAnswer {
  typed: PlainTyped
  /** Null if the form was only sent to show days, times or a coupon, and nothing was ordered yet. */
  refusal: Pick<ErrorBody, 'code' | 'message' | 'fields' | 'details'> | null
  coupon: { quote: CouponQuote | null; error: string | null }
}

export async function answerPlainOrder({ fields: sent, send }: PageForm) {
  const typed = typedOf(sent)
  const page = async (status: number, refusal: PlainAnswer['refusal']) =>
    data<PlainAnswer>({ typed, refusal, coupon: await couponOf(typed, send) }, { status })

  if (typed.step !== 'order') return page(200, null)
  const { order, fields } = checkedOrder(typed)
  if (order === null) return page(400, { code: 'validation_failed', message: text.checkDetails, fields })
  const { key } = typed
  if (!isKey(key)) return page(400, { code: 'bad_request', message: text.notReceived })
  const { terms } = typed
  const body = {
    ...order,
    shownTotal: typed.shownTotal ?? '',
    ...(terms && { terms }),
    lines: [orderLine(typed)],
  }
  const placed = await send('POST /api/orders', { body }, key)
  if (placed.refusal === null) return redirect(`/payment?order=${placed.answer.data.id}`, 303)
  const { refusal, status } = placed
  if (refusal.code !== 'idempotency_mismatch') return page(status, refusal)
  delete typed.key
  return page(status, { ...refusal, message: text.placedBefore })
}

async function couponOf(typed: PlainTyped, send: PageForm['send']): Promise<PlainAnswer['coupon']> {
  const { couponCode: code } = typed
  if (code === undefined) return { quote: null, error: null }
  const asked = await send('POST /api/coupons/validate', { body: { code, lines: [orderLine(typed)] } })
  if (asked.refusal === null) return { quote: asked.answer.data, error: null }
  return { quote: null, error: asked.refusal.message }
}
