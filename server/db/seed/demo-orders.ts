import type { Insertable } from 'kysely'
import type { OrderStatus } from '../../../contract/orders/order-facts.ts'
import { addMs } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Schema } from '../schema.ts'
import { addOrder, type DemoOrders, itemsOf, type OrderStep, sumOf } from './demo-order-rows.ts'
import { daysBefore, demoPerson, hoursMs } from './demo-seats.ts'

/** With the twelve of the store there are 12 % more today than thirty days ago. */
const ordersBefore = 100

/** Tunes the dashboard's revenue: one order in so many is a wedding's. */
const weddingEvery = 6
const weddingTables = { least: 12, most: 40 }

const products = {
  mandap: 'mandap-flowers',
  backdrop: 'stage-backdrop',
  tables: 'table-centrepiece',
  garlands: 'wedding-garlands',
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

type SoldProduct = Pick<Insertable<Schema['product']>, 'id' | 'name' | 'price_in_paise' | 'created_at'> & {
  slug: string
}

/** How an order comes to its status, and how long each step took. */
const way: [status: OrderStatus, afterHours: number][] = [
  ['confirmed', 0.2],
  ['processing', 3],
  ['shipped', 1.5],
  ['delivered', 1],
  ['completed', 30],
]

/** Orders from before the store, the oldest first: they know neither slot nor recipient, and lie before the last thirty days. */
export function demoOrders(sold: readonly SoldProduct[], now: string, ids: Ids): DemoOrders {
  const made: DemoOrders = { orders: [], payments: [], items: [], changes: [] }
  for (let n = 0; n < ordersBefore; n++) {
    // Denser towards today, and none on the edge of the thirty days.
    const daysAgo = 32 + 300 * ((ordersBefore - n) / ordersBefore) ** 1.15
    const status = n % 11 === 7 ? 'cancelled' : n % 17 === 3 ? 'delivered' : 'completed'
    add(n, daysBefore(now, daysAgo), status)
  }
  return made

  function add(n: number, createdAt: string, status: OrderStatus) {
    const id = ids.id()
    const items = itemsOf(id, status, linesOf(sold, n, createdAt))
    const subtotal = sumOf(items)
    const deliveryCharge = subtotal >= 200_000 ? 0 : 12_000
    const discount = n % 9 === 4 ? Math.round(subtotal / 1000) * 100 : 0
    const isCash = n % 6 === 5 && subtotal < 500_000
    const steps = stepsOf(status, createdAt)
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
      ...paymentOf(status, isCash, createdAt, steps),
      created_at: createdAt,
    }
    addOrder(made, order, { items, steps, ids })
  }
}

function linesOf(sold: readonly SoldProduct[], n: number, createdAt: string) {
  const called = (slug: string) => sold.find((product) => product.slug === slug) as SoldProduct
  if (n % weddingEvery === 1) {
    const { least, most } = weddingTables
    return [
      { product: called(n % 8 === 1 ? products.mandap : products.backdrop), quantity: 1 },
      { product: called(products.tables), quantity: least + ((n * 7) % (most - least)) },
      { product: called(products.garlands), quantity: 1 },
    ]
  }
  const small = sold.filter(
    ({ slug, created_at: since }) =>
      since < createdAt && slug !== products.mandap && slug !== products.backdrop,
  )
  const count = 1 + ((n * 5) % 4)
  return Array.from({ length: count }, (_, line) => ({
    product: small[(n * 7 + line * 5) % small.length] as SoldProduct,
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

/** UPI comes at once, cash with the flowers; a cancelled order's money went back. */
function paymentOf(status: OrderStatus, isCash: boolean, createdAt: string, steps: readonly OrderStep[]) {
  const deliveredAt = steps.find(({ to_status }) => to_status === 'delivered')?.at
  const paid_at = isCash ? deliveredAt : addMs(createdAt, 4 * 60_000)
  if (paid_at === undefined) return { payment_status: 'pending' as const, paid_at: null }
  return { payment_status: status === 'cancelled' ? ('refunded' as const) : ('paid' as const), paid_at }
}
