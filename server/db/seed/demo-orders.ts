import type { OrderStatus } from '../../../contract/orders/order-facts.ts'
import { addMs } from '../../platform/clock.ts'
import { demonstrationPrefix } from '../../platform/references.ts'
import words from './data/earlier-orders.json' with { type: 'json' }
import { type Demo, rowNamed, rowsOf } from './demo.ts'
import { addOrder, type DemoLine, itemsOf, type OrderStep, sumOf } from './demo-order-rows.ts'
import { demoPerson } from './demo-people.ts'
import { daysBefore, hoursMs } from './relative-days.ts'

/** The store adds twelve orders of the last thirty days, which are 12 % of this number. */
const ordersBefore = 100

/** One order in six is for a wedding. Another number would change the dashboard's revenue. */
const weddingEvery = 6
const weddingTables = { least: 12, most: 40 }

const products = {
  mandap: 'mandap-flowers',
  backdrop: 'stage-backdrop',
  tables: 'table-centrepiece',
  garlands: 'wedding-garlands',
} as const

/** The steps of an order to its status, each with its hours after the step before. */
const way: [status: OrderStatus, afterHours: number][] = [
  ['confirmed', 0.2],
  ['processing', 3],
  ['shipped', 1.5],
  ['delivered', 1],
  ['completed', 30],
]

/**
 * Adds orders that are older than the site's store, oldest first. These orders have no slot and no recipient, and are
 * more than thirty days old.
 */
export function addEarlierOrders(demo: Demo): void {
  for (let n = 0; n < ordersBefore; n++) {
    // The orders become more frequent towards today, and none is close to thirty days old.
    const daysAgo = 32 + 300 * ((ordersBefore - n) / ordersBefore) ** 1.15
    const status = n % 11 === 7 ? 'cancelled' : n % 17 === 3 ? 'delivered' : 'completed'
    addEarlierOrder(demo, n, daysBefore(demo.now, daysAgo), status)
  }
}

function addEarlierOrder(demo: Demo, n: number, createdAt: string, status: OrderStatus): void {
  const { addresses, occasions, requirements } = words
  const id = demo.ids.id()
  const items = itemsOf(id, status, linesOf(demo, n, createdAt))
  const subtotal = sumOf(items)
  const deliveryCharge = subtotal >= 200_000 ? 0 : 12_000
  const discount = n % 9 === 4 ? Math.round(subtotal / 1000) * 100 : 0
  const isCash = n % 6 === 5 && subtotal < 500_000
  const steps = stepsOf(status, createdAt)
  const { name: customer_name, ...reach } = demoPerson(3000 + ((n * 13) % 74))
  const order = {
    id,
    number: demo.ids.reference(demonstrationPrefix),
    customer_name,
    ...reach,
    delivery_address: addresses[(n * 5) % addresses.length] as string,
    occasion: occasions[(n * 3) % occasions.length] ?? null,
    requirements: requirements[(n * 7) % requirements.length] ?? null,
    status,
    subtotal_in_paise: subtotal,
    delivery_charge_in_paise: deliveryCharge,
    discount_in_paise: discount,
    fee_discount_in_paise: 0,
    total_in_paise: subtotal + deliveryCharge - discount,
    payment_method: isCash ? 'Cash on delivery' : 'UPI',
    ...paymentOf(status, isCash, createdAt, steps),
    created_at: createdAt,
    holds_slot: 0,
    hides_sender: 0,
    calls_buyer: 0,
  } as const
  addOrder(demo, order, { items, steps })
}

function linesOf(demo: Demo, n: number, createdAt: string): DemoLine[] {
  const called = (slug: string) => rowNamed(demo, 'product', slug)
  if (n % weddingEvery === 1) {
    const { least, most } = weddingTables
    return [
      { product: called(n % 8 === 1 ? products.mandap : products.backdrop), quantity: 1 },
      { product: called(products.tables), quantity: least + ((n * 7) % (most - least)) },
      { product: called(products.garlands), quantity: 1 },
    ]
  }
  const small = rowsOf(demo, 'product').filter(
    ({ slug, created_at: since }) =>
      since < createdAt && slug !== products.mandap && slug !== products.backdrop,
  )
  const count = 1 + ((n * 5) % 4)
  return Array.from({ length: count }, (_, line) => ({
    product: small[(n * 7 + line * 5) % small.length] as DemoLine['product'],
    quantity: 1 + ((n + line * 2) % 3),
  }))
}

function stepsOf(status: OrderStatus, createdAt: string): OrderStep[] {
  if (status === 'cancelled') {
    return [{ from_status: 'pending', to_status: status, at: addMs(createdAt, 5 * hoursMs) }]
  }
  const steps: OrderStep[] = []
  let from: OrderStatus = 'pending'
  let at = createdAt
  for (const [to, afterHours] of way) {
    if (from === status) break
    at = addMs(at, afterHours * hoursMs)
    steps.push({ from_status: from, to_status: to, at })
    from = to
  }
  return steps
}

/** UPI is paid when the order is placed, and cash at the delivery. A cancelled order is refunded. */
function paymentOf(status: OrderStatus, isCash: boolean, createdAt: string, steps: readonly OrderStep[]) {
  const deliveredAt = steps.find(({ to_status }) => to_status === 'delivered')?.at
  const paid_at = isCash ? deliveredAt : addMs(createdAt, 4 * 60_000)
  if (paid_at === undefined) return { payment_status: 'pending' as const, paid_at: null }
  return { payment_status: status === 'cancelled' ? ('refunded' as const) : ('paid' as const), paid_at }
}
