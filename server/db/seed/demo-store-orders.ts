import type { Insertable } from 'kysely'
import type {
  AttemptKind,
  OrderStatus,
  PhotographKind,
  Substitution,
} from '../../../contract/orders/order-facts.ts'
import type { DeliveryWay } from '../../../contract/store/delivery-facts.ts'
import { addDays, addMs, instantOf } from '../../platform/clock.ts'
import { demonstrationPrefix } from '../../platform/references.ts'
import type { Schema } from '../schema.ts'
import storeOrders from './data/store-orders.json' with { type: 'json' }
import { showPicture } from './data-files.ts'
import { type Demo, rowNamed, rowsOf, sizeOf } from './demo.ts'
import { addOrder, type DemoLine, itemsOf, type OrderRow, type OrderStep, sumOf } from './demo-order-rows.ts'
import { hoursMs, readRelative } from './relative-days.ts'

const minuteMs = 60_000

interface Recipient {
  name: string
  phone: string
  address: string
  area: string
  landmark?: string
  pincode: string
}

interface SaidOrder {
  created_at: string
  status: OrderStatus
  customer_name: string
  email: string
  phone: string
  delivery_day: string
  slot: string
  /** `discount_in_paise` is the line's share of the coupon's discount. */
  lines: { product: string; quantity: number; size?: string; answer?: string; discount_in_paise?: number }[]
  /** Null if the buyer picks the order up. */
  recipient: Recipient | null
  occasion?: string
  card_message?: string
  requirements?: string
  substitution: Substitution
  hides_sender: 0 | 1
  calls_buyer: 0 | 1
  coupon_code?: string
  fee_discount_in_paise?: number
  /** Attempts to deliver, each with its minutes after the start of the slot. */
  attempts?: { kind: AttemptKind; afterMinutes: number; note: string }[]
  doorPicture?: string
}

type ZoneRow = Insertable<Schema['delivery_zone']>
type SlotRow = Insertable<Schema['delivery_slot']>

/** Adds the store's orders of the last thirty days, and counts them in the delivery slots and the coupons. */
export function addStoreOrders(demo: Demo): void {
  for (const said of storeOrders as SaidOrder[]) {
    const order = addStoreOrder(demo, said)
    if (order.coupon_code)
      rowsOf(demo, 'coupon_use').push({
        id: demo.ids.id(),
        coupon_id: rowNamed(demo, 'coupon', order.coupon_code).id,
        subject: 'order',
        subject_id: order.id,
        // The server alone can make a customer's keys. Without keys, this use of the coupon counts for no customer.
        email_key: '',
        phone_key: '',
        discount_in_paise: order.discount_in_paise,
        used_at: order.created_at,
      })
  }
  addSlotDays(demo)
}

function addStoreOrder(demo: Demo, said: SaidOrder) {
  const { status, recipient, fee_discount_in_paise = 0 } = said
  const { now, ids, config } = demo
  const created_at = readRelative(said.created_at, demo)
  const day = readRelative(said.delivery_day, demo)
  const id = ids.id()
  const slot = rowNamed(demo, 'delivery_slot', said.slot)
  const items = itemsOf(id, status, linesOf(demo, said))
  const subtotal = sumOf(items)
  const zone = recipient && zoneOf(demo, recipient.pincode)
  const delivery = zone ? feeOf(zone, slot.way, subtotal) : 0
  const discount = items.reduce((sum, item) => sum + (item.discount_in_paise ?? 0), fee_discount_in_paise)
  const window = windowOf(slot, day)
  const isPaid = status !== 'pending'
  const paid_at = isPaid ? addMs(created_at, 4 * minuteMs) : null
  const steps = stepsOf(status, { createdAt: created_at, paidAt: paid_at, window, now })
  const shippedAt = steps.find(({ to_status }) => to_status === 'shipped')?.at
  const readyAt = shippedAt ? addMs(shippedAt, -10 * minuteMs) : null
  const order = {
    id,
    number: ids.reference(demonstrationPrefix),
    customer_name: said.customer_name,
    email: said.email,
    phone: said.phone,
    delivery_address: recipient ? addressOf(recipient) : 'Picked up at the studio',
    occasion: said.occasion ?? null,
    requirements: said.requirements ?? null,
    status,
    subtotal_in_paise: subtotal,
    delivery_charge_in_paise: delivery,
    discount_in_paise: discount,
    fee_discount_in_paise,
    coupon_code: said.coupon_code ?? null,
    total_in_paise: subtotal + delivery - discount,
    payment_method: 'UPI',
    payment_status: status === 'cancelled' ? 'refunded' : isPaid ? 'paid' : 'pending',
    paid_at,
    created_at,
    recipient_name: recipient?.name ?? null,
    recipient_phone: recipient?.phone ?? null,
    address: recipient?.address ?? null,
    area: recipient?.area ?? null,
    landmark: recipient?.landmark ?? null,
    pincode: recipient?.pincode ?? null,
    state: recipient ? 'Tamil Nadu' : null,
    zone_name: zone?.name ?? null,
    way: slot.way,
    gift_id: ids.id(),
    slot_id: slot.id,
    slot_name: slot.name,
    delivery_day: day,
    window_from: window.from,
    window_to: window.to,
    card_message: said.card_message ?? null,
    substitution: said.substitution,
    // The hold ends in the future, even if the school's holds are short.
    hold_until: isPaid ? null : later(addMs(created_at, config.holdHours * hoursMs), addMs(now, hoursMs)),
    ended_by: status === 'cancelled' ? 'customer' : null,
    confirmed_at: paid_at,
    ready_at: readyAt,
    card_printed_at: said.card_message ? readyAt : null,
    holds_slot: status === 'cancelled' ? 0 : 1,
    hides_sender: said.hides_sender,
    calls_buyer: said.calls_buyer,
  } satisfies Omit<OrderRow, 'version' | 'updated_at'>
  addOrder(demo, order, { items, steps })
  const deliveredAt = steps.find(({ to_status }) => to_status === 'delivered')?.at
  addTrail(demo, said, { id, readyAt, deliveredAt, startsAt: window.from })
  return order
}

/** Adds an order's photographs and its attempts to deliver. */
function addTrail(
  demo: Demo,
  { lines, attempts = [], doorPicture }: SaidOrder,
  order: { id: string; readyAt: string | null; deliveredAt: string | undefined; startsAt: string },
): void {
  const { id: order_id, readyAt, deliveredAt, startsAt } = order
  const addPhotograph = (kind: PhotographKind, picture_base: string, at: string) =>
    rowsOf(demo, 'order_photograph').push({ order_id, kind, picture_base, at, by_email: null })
  const bouquet = rowNamed(demo, 'product', String(lines[0]?.product))
  const picture = rowsOf(demo, 'product_picture').find(({ product_id }) => product_id === bouquet.id)
  if (readyAt && picture) addPhotograph('ready', picture.picture_base, readyAt)
  if (deliveredAt && doorPicture) addPhotograph('door', showPicture(demo, doorPicture).base, deliveredAt)
  for (const { kind, afterMinutes, note } of attempts) {
    const at = addMs(startsAt, afterMinutes * minuteMs)
    rowsOf(demo, 'order_attempt').push({ id: demo.ids.id(), order_id, kind, note, at, by_email: null })
  }
}

/** Counts the orders that hold each slot of each day. */
function addSlotDays(demo: Demo): void {
  const holding = rowsOf(demo, 'shop_order').flatMap(({ holds_slot, slot_id, delivery_day: day }) =>
    holds_slot === 1 && slot_id && day ? [{ slot_id, day }] : [],
  )
  for (const same of Map.groupBy(holding, ({ slot_id, day }) => `${slot_id} ${day}`).values())
    if (same[0]) rowsOf(demo, 'slot_day').push({ ...same[0], taken: same.length })
}

function linesOf(demo: Demo, { lines }: SaidOrder): DemoLine[] {
  return lines.map(({ product: slug, size, ...said }) => {
    const product = rowNamed(demo, 'product', slug)
    return { ...said, product, size: size === undefined ? undefined : sizeOf(demo, product.id, size) }
  })
}

function zoneOf(demo: Demo, pincode: string): ZoneRow {
  const zone = rowsOf(demo, 'delivery_zone').find(({ pincodes }) =>
    (JSON.parse(pincodes) as string[]).includes(pincode),
  )
  if (zone === undefined) throw new Error(`the demonstration does not deliver to ${pincode}`)
  return zone
}

function feeOf(zone: ZoneRow, way: DeliveryWay, subtotal: number): number {
  if (way === 'pickup') return 0
  const isFree = zone.free_from_in_paise != null && subtotal >= zone.free_from_in_paise
  return isFree ? 0 : (zone[`${way}_fee_in_paise`] ?? 0)
}

/** Finds the times of a slot on a day. A slot whose end is earlier than its start begins on the evening before. */
function windowOf({ starts_at, ends_at }: SlotRow, day: string) {
  return {
    from: instantOf(ends_at < starts_at ? addDays(day, -1) : day, starts_at),
    to: instantOf(day, ends_at),
  }
}

const addressOf = ({ name, address, landmark, area, pincode }: Recipient) =>
  [name, address, landmark, `${area}, Chennai ${pincode}`].filter(Boolean).join(', ')

interface Times {
  createdAt: string
  paidAt: string | null
  window: { from: string; to: string }
  now: string
}

/** Calculates the time of each step from the order's slot. No step is later than now. */
function stepsOf(status: OrderStatus, { createdAt, paidAt, window, now }: Times): OrderStep[] {
  if (paidAt === null) return []
  const steps: OrderStep[] = [{ from_status: 'pending', to_status: 'confirmed', at: paidAt }]
  if (status === 'cancelled') {
    return [...steps, { from_status: 'confirmed', to_status: status, at: addMs(createdAt, 5 * hoursMs) }]
  }
  const planned: [status: OrderStatus, at: string, minutesAgo: number][] = [
    ['processing', addMs(window.from, -3 * hoursMs), 90],
    ['shipped', addMs(window.from, -20 * minuteMs), 30],
    ['delivered', addMs(window.from, 70 * minuteMs), 20],
    ['completed', addMs(window.from, 26 * hoursMs), 10],
  ]
  let from: OrderStatus = 'confirmed'
  for (const [to, at, minutesAgo] of planned) {
    if (from === status) break
    steps.push({ from_status: from, to_status: to, at: earlier(at, addMs(now, -minutesAgo * minuteMs)) })
    from = to
  }
  return steps
}

const earlier = (a: string, b: string) => (a < b ? a : b)
const later = (a: string, b: string) => (a < b ? b : a)
