import type { Insertable } from 'kysely'
import type { OrderStatus } from '../../../contract/order-facts.ts'
import { addMs } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Schema } from '../schema.ts'
import type { DemoPayment } from './demo-money.ts'
import { daysBefore, demoPerson, hoursMs } from './demo-seats.ts'

/** Before the last thirty days: with the twelve below there are 12 % more today. */
const ordersBefore = 100
/** Those of the last thirty days, by how long ago they came and how they stand. */
const lately: [daysAgo: number, status: OrderStatus][] = [
  [0.05, 'pending'],
  [0.3, 'pending'],
  [0.8, 'confirmed'],
  [1.2, 'processing'],
  [1.9, 'confirmed'],
  [2.6, 'shipped'],
  [4.1, 'delivered'],
  [7.5, 'cancelled'],
  [10.2, 'delivered'],
  [14.7, 'completed'],
  [19.4, 'completed'],
  [25.1, 'completed'],
]

/** Tunes the dashboard's revenue: one older order in so many is a wedding's. */
const weddingEvery = 6
const weddingTables = { least: 12, most: 40 }

const products = {
  mandap: 'Mandap flowers, the full set',
  backdrop: 'Reception stage backdrop',
  tables: 'Table centrepiece, low',
  garlands: 'Wedding garlands, a pair',
} as const

const streets = [
  '14, Kutchery Road, Mylapore, Chennai 600004',
  '7/2, Third Main Road, Gandhi Nagar, Adyar, Chennai 600020',
  '31, Venkatanarayana Road, T. Nagar, Chennai 600017',
  'Flat 4B, Lotus Court, Second Avenue, Anna Nagar, Chennai 600040',
  '22, Elliots Beach Road, Besant Nagar, Chennai 600090',
  '9, Pantheon Lane, Egmore, Chennai 600008',
  '56, Velachery Main Road, Velachery, Chennai 600042',
  '3, Chamiers Road, Nandanam, Chennai 600035',
] as const

const occasions = ['Birthday', 'Anniversary', null, 'Housewarming', 'Wedding', null, 'Sympathy', 'Get well']
const requirements = [
  'Please ring twice, the bell is soft.',
  null,
  'No lilies, there is a cat in the house.',
  null,
  null,
  'Write on the card: With love from Appa and Amma.',
  'Deliver before eleven, please.',
  null,
] as const

type SoldProduct = Pick<Insertable<Schema['product']>, 'id' | 'name' | 'price_in_paise' | 'created_at'>

export type OrderRow = Insertable<Schema['shop_order']>
type ChangeRow = Insertable<Schema['shop_order_change']>
type Step = Pick<ChangeRow, 'from_status' | 'to_status' | 'at'>

interface DemoOrders {
  orders: OrderRow[]
  payments: DemoPayment[]
  items: Insertable<Schema['shop_order_item']>[]
  changes: ChangeRow[]
}

/** How an order comes to its status, and how long each step took. */
const way: [status: OrderStatus, afterHours: number][] = [
  ['confirmed', 0.2],
  ['processing', 3],
  ['shipped', 1.5],
  ['delivered', 1],
  ['completed', 30],
]

/** The shop's orders, the oldest first; what they hold of the stock was taken when they came. */
export function demoOrders(sold: readonly SoldProduct[], now: string, ids: Ids): DemoOrders {
  const made: DemoOrders = { orders: [], payments: [], items: [], changes: [] }
  for (let n = 0; n < ordersBefore; n++) {
    // Denser towards today, and none on the edge of the thirty days.
    const daysAgo = 32 + 300 * ((ordersBefore - n) / ordersBefore) ** 1.15
    const status = n % 11 === 7 ? 'cancelled' : n % 17 === 3 ? 'delivered' : 'completed'
    add(n, daysAgo, status)
  }
  for (const [at, [daysAgo, status]] of lately.toReversed().entries()) add(ordersBefore + at, daysAgo, status)
  return made

  function add(n: number, daysAgo: number, status: OrderStatus) {
    const createdAt = daysBefore(now, daysAgo)
    const id = ids.id()
    const items = linesOf(n, createdAt).map(({ product, quantity }, position) => ({
      order_id: id,
      position,
      product_id: product.id,
      product_name: product.name,
      quantity,
      unit_price_in_paise: product.price_in_paise,
      total_in_paise: product.price_in_paise * quantity,
      taken: status === 'cancelled' ? 0 : quantity,
    }))
    const subtotal = items.reduce((sum, item) => sum + item.total_in_paise, 0)
    const deliveryCharge = subtotal >= 200_000 ? 0 : 12_000
    const discount = n % 9 === 4 ? Math.round(subtotal / 1000) * 100 : 0
    const isCash = n % 6 === 5 && subtotal < 500_000
    const steps = stepsOf(status, createdAt)
    const payment = paymentOf(status, isCash, createdAt, steps)
    const { name: customer_name, ...address } = demoPerson(3000 + ((n * 13) % 74))
    const order = {
      id,
      number: ids.reference(),
      customer_name,
      ...address,
      delivery_address: streets[(n * 5) % streets.length] as string,
      occasion: occasions[(n * 3) % occasions.length] ?? null,
      requirements: requirements[(n * 7) % requirements.length] ?? null,
      status,
      subtotal_in_paise: subtotal,
      delivery_charge_in_paise: deliveryCharge,
      discount_in_paise: discount,
      total_in_paise: subtotal + deliveryCharge - discount,
      payment_method: isCash ? 'Cash on delivery' : 'UPI',
      ...payment,
      version: 1 + steps.length,
      created_at: createdAt,
      updated_at: steps.at(-1)?.at ?? createdAt,
    }
    made.orders.push(order)
    if (payment.paid_at) made.payments.push(moneyOf(order, payment.paid_at))
    made.items.push(...items)
    for (const [at, step] of steps.entries()) {
      const done = { by_email: null, effects_at: step.at, effects_done_at: step.at, undone_at: null }
      made.changes.push({ id: ids.id(), order_id: id, order_version: 2 + at, ...step, ...done })
    }
  }

  function linesOf(n: number, createdAt: string) {
    const named = (name: string) => sold.find((product) => product.name === name) as SoldProduct
    if (n < ordersBefore && n % weddingEvery === 1) {
      const { least, most } = weddingTables
      return [
        { product: named(n % 8 === 1 ? products.mandap : products.backdrop), quantity: 1 },
        { product: named(products.tables), quantity: least + ((n * 7) % (most - least)) },
        { product: named(products.garlands), quantity: 1 },
      ]
    }
    const small = sold.filter(
      ({ name, created_at: since }) =>
        since < createdAt && name !== products.mandap && name !== products.backdrop,
    )
    const count = 1 + ((n * 5) % 4)
    return Array.from({ length: count }, (_, line) => ({
      product: small[(n * 7 + line * 5) % small.length] as SoldProduct,
      quantity: 1 + ((n + line * 2) % 3),
    }))
  }
}

function stepsOf(status: OrderStatus, createdAt: string): Step[] {
  if (status === 'cancelled') {
    return [{ from_status: 'pending', to_status: status, at: addMs(createdAt, 5 * hoursMs) }]
  }
  const steps: Step[] = []
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

/** UPI comes at once, cash with the flowers; a cancelled order's money went back. */
function paymentOf(status: OrderStatus, isCash: boolean, createdAt: string, steps: readonly Step[]) {
  const deliveredAt = steps.find(({ to_status }) => to_status === 'delivered')?.at
  const paid_at = isCash ? deliveredAt : addMs(createdAt, 4 * 60_000)
  if (status === 'pending' || paid_at === undefined)
    return { payment_status: 'pending' as const, paid_at: null }
  return { payment_status: status === 'cancelled' ? ('refunded' as const) : ('paid' as const), paid_at }
}

function moneyOf(order: OrderRow, at: string): DemoPayment {
  return {
    id: order.id,
    subject: 'order',
    subject_id: order.id,
    provider: 'shop',
    provider_id: null,
    method: order.payment_method,
    reference: order.number,
    amount_in_paise: order.total_in_paise,
    at,
    stands: order.payment_status === 'refunded' ? 'refunded' : 'settled',
  }
}
