import {
  type CheckoutForm,
  checkoutForm,
  checkoutFormOf,
} from '../../../../../contract/orders/store-orders.ts'
import { asksOf, isPickup, orderOf, type Typed } from '../typed.ts'

const orderNames = [...Object.keys(checkoutForm.shape), 'way'] as (keyof Typed)[]
/** The product line, what the page shows of it, and which button was pressed. */
const ownNames = ['product', 'size', 'quantity', 'answer', 'days', 'step', 'key', 'shownTotal'] as const
const boxes: readonly string[] = ['isForMe', 'hidesSender', 'callsBuyer', 'acceptsTerms']

/** The fields of the checkout that a browser sends by itself. Empty ones are left out. */
export type PlainTyped = Typed & Partial<Record<(typeof ownNames)[number], string>>

/** @param sent the fields of the form, or the query of the page's address */
export function typedOf(sent: URLSearchParams): PlainTyped {
  const typed: PlainTyped = {}
  for (const name of [...orderNames, ...ownNames]) {
    // Browsers send a line break as two characters.
    const value = sent.get(name)?.replaceAll('\r\n', '\n')
    if (value) typed[name] = boxes.includes(name) ? 'yes' : value
  }
  // One press chooses a time together with its day.
  const [day, slotId] = sent.get('slot')?.split(' ') ?? []
  if (day && slotId) Object.assign(typed, { day, slotId })
  const fewer = sent.get('take')
  if (fewer) typed.quantity = fewer
  return typed
}

/** The order as the contract defines it, or one sentence for each refused field. */
export function checkedOrder(
  typed: PlainTyped,
): { order: CheckoutForm; fields: null } | { order: null; fields: Record<string, string> } {
  const words: Typed = {}
  for (const name of orderNames) if (typed[name] !== undefined) words[name] = typed[name]
  const parsed = checkoutFormOf({ isPickup: isPickup(words), asks: asksOf(words) }).safeParse(orderOf(words))
  if (parsed.success) return { order: parsed.data, fields: null }
  const fields: Record<string, string> = {}
  for (const { path, message } of parsed.error.issues) fields[path.join('.')] ??= message
  return { order: null, fields }
}

export function lineOf({ product = '', size, quantity, answer }: PlainTyped) {
  return { productId: product, size: size ?? null, quantity: Number(quantity ?? 1), answer: answer ?? null }
}

/** The server takes only such a text as an `Idempotency-Key`. */
export function isKey(text: string | undefined): text is string {
  return text !== undefined && text.length <= 100 && /^[\w-]{8,}$/.test(text)
}
