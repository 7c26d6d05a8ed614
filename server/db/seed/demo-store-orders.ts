import type { Insertable } from 'kysely'
import type {
  AttemptKind,
  OrderStatus,
  PhotographKind,
  Substitution,
} from '../../../contract/orders/order-facts.ts'
import { schoolDayOf } from '../../../contract/school-day.ts'
import type { DeliveryWay } from '../../../contract/store/delivery-facts.ts'
import { addDays, addMs, instantOf } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Schema } from '../schema.ts'
import type { DemoSlotName, DemoSlotRow, DemoZoneRow } from './demo-delivery.ts'
import {
  addOrder,
  type DemoLine,
  type DemoOrders,
  itemsOf,
  type OrderStep,
  sumOf,
} from './demo-order-rows.ts'
import { daysBefore, demoPerson, hoursMs } from './demo-seats.ts'
import { finishedPicture, type PictureName } from './finished-pictures.ts'

const minuteMs = 60_000

interface Place {
  address: string
  area: string
  landmark?: string
  pincode: string
}

interface StoreOrder {
  daysAgo: number
  status: OrderStatus
  /** From today; negative is past. */
  day: number
  slot: DemoSlotName
  lines: [slug: string, quantity: number, size?: string, answer?: string][]
  /** Null: the buyer fetches it. */
  to: { name: string; phone: string; at: Place } | null
  occasion?: string
  card?: string
  note?: string
  substitution: Substitution
  /** What a coupon took off the lines, each its share, or off the delivery; paise. */
  /** What happened on the way, so many minutes after the slot began. */
  attempts?: [kind: AttemptKind, afterMinutes: number, note: string][]
  atTheDoor?: PictureName
  coupon?: { code: string; shares: number[] } | { code: string; fee: number }
  hidesSender?: 1
  callsBuyer?: 1
}

const places = {
  mylapore: {
    address: '14, Kutchery Road',
    area: 'Mylapore',
    landmark: 'Opposite the tank',
    pincode: '600004',
  },
  adyar: { address: '7/2, Third Main Road, Gandhi Nagar', area: 'Adyar', pincode: '600020' },
  tNagar: {
    address: '31, Venkatanarayana Road',
    area: 'T. Nagar',
    landmark: 'Above the library',
    pincode: '600017',
  },
  annaNagar: { address: 'Flat 4B, Lotus Court, Second Avenue', area: 'Anna Nagar', pincode: '600040' },
  besantNagar: {
    address: '22, Elliots Beach Road',
    area: 'Besant Nagar',
    landmark: 'The blue gate',
    pincode: '600090',
  },
  egmore: { address: '9, Pantheon Lane', area: 'Egmore', pincode: '600008' },
  velachery: { address: '56, Velachery Main Road', area: 'Velachery', pincode: '600042' },
  nandanam: {
    address: '3, Chamiers Road',
    area: 'Nandanam',
    landmark: 'Ground floor, left',
    pincode: '600035',
  },
} as const satisfies Record<string, Place>

/** The newest first. Those of the last days stand at every step between the market and the door; two are for tomorrow. */
const storeOrders: StoreOrder[] = [
  {
    daysAgo: 0.05,
    status: 'pending',
    day: 4,
    slot: 'Afternoon',
    lines: [
      ['baby-basket', 1, 'Deluxe'],
      ['painted-card', 1],
    ],
    to: { name: 'Revathi Balan', phone: '9840011221', at: places.adyar },
    occasion: 'New baby',
    card: 'Welcome, little one! With love from the whole of the second floor. 🌼',
    note: 'Please do not ring, they may be asleep.',
    substitution: 'same-worth',
    callsBuyer: 1,
  },
  {
    daysAgo: 0.3,
    status: 'pending',
    day: 2,
    slot: 'Morning',
    lines: [
      ['jasmine-string', 6],
      ['marigold-toran', 1],
    ],
    to: { name: 'Sundari Mohan', phone: '9840011222', at: places.mylapore },
    occasion: 'Housewarming',
    card: 'புதுமனை புகுவிழா நல்வாழ்த்துக்கள்! அன்புடன், சென்னையிலிருந்து கார்த்திக் குடும்பம்.',
    substitution: 'ask',
  },
  {
    daysAgo: 0.8,
    status: 'confirmed',
    day: 1,
    slot: 'Midnight',
    lines: [
      ['red-roses', 1, 'Deluxe', 'Wine red'],
      ['painted-card', 1],
    ],
    to: { name: 'Divya Narayanan', phone: '9840011223', at: places.nandanam },
    occasion: 'Birthday',
    card: 'Thirty looks well on you. Happy birthday, from the one who still owes you a filter coffee.',
    note: 'The watchman knows; she must not.',
    substitution: 'refund',
    hidesSender: 1,
    callsBuyer: 1,
  },
  {
    daysAgo: 1.2,
    status: 'processing',
    day: 0,
    slot: 'Afternoon',
    lines: [
      ['flower-box', 1, 'Standard', 'Amma and Appa, forty years'],
      ['brass-lamp', 1],
    ],
    to: { name: 'Vasantha Raman', phone: '9840011224', at: places.tNagar },
    occasion: 'Anniversary',
    card: 'நாற்பது ஆண்டுகள், ஒரே புன்னகை. திருமண நாள் வாழ்த்துக்கள், அம்மா அப்பா!',
    substitution: 'same-worth',
  },
  {
    daysAgo: 1.9,
    status: 'confirmed',
    day: 1,
    slot: 'Morning',
    lines: [
      ['wedding-garlands', 1],
      ['buttonhole', 6],
      ['jasmine-string', 10],
    ],
    to: { name: 'Harish Subramaniam', phone: '9840011225', at: places.velachery },
    occasion: 'Wedding',
    note: 'Before ten, please: we leave for the hall at half past.',
    substitution: 'ask',
  },
  {
    daysAgo: 2.6,
    status: 'shipped',
    day: 0,
    slot: 'Morning',
    lines: [['white-lily-vase', 1, 'Standard']],
    to: { name: 'Thomas Kurian', phone: '9840011226', at: places.egmore },
    occasion: 'Sympathy',
    card: 'We will miss his laughter at every gathering. In sorrow with you, the Tuesday class.',
    substitution: 'same-worth',
  },
  {
    daysAgo: 4.1,
    status: 'delivered',
    day: -3,
    slot: 'Express',
    lines: [['market-posy', 1, 'Grand']],
    to: { name: 'Nithya Prakash', phone: '9840011227', at: places.besantNagar },
    occasion: 'Thank you',
    card: 'For carrying the whole project on your shoulders. Thank you!',
    note: 'No lilies, there is a cat in the house.',
    substitution: 'same-worth',
    attempts: [
      ['not-reached', 15, 'Nobody answered the bell; she called back from the stairs'],
      ['tried-again', 55, 'She asked us to leave it at the door'],
    ],
    atTheDoor: 'at-the-door',
  },
  {
    daysAgo: 7.5,
    status: 'cancelled',
    day: -3,
    slot: 'Afternoon',
    lines: [['uruli-bowl', 1]],
    to: { name: 'Ganesh Iyer', phone: '9840011228', at: places.mylapore },
    occasion: 'Housewarming',
    substitution: 'refund',
  },
  {
    daysAgo: 10.2,
    status: 'delivered',
    day: -9,
    slot: 'Afternoon',
    lines: [
      ['gerberas', 1],
      ['glass-vase', 1],
    ],
    to: { name: 'Ayesha Rahman', phone: '9840011229', at: places.annaNagar },
    occasion: 'Get well',
    card: 'Bright flowers for a dull bandage. Get well soon!',
    substitution: 'same-worth',
    coupon: { code: 'BRINGIT', fee: 150_00 },
  },
  {
    daysAgo: 14.7,
    status: 'completed',
    day: -12,
    slot: 'Morning',
    lines: [['table-centrepiece', 8]],
    to: { name: 'Hotel Marutham, reception', phone: '9840011230', at: places.tNagar },
    occasion: 'Wedding',
    note: 'Through the service gate, ask for Mr. Selvam.',
    substitution: 'same-worth',
    coupon: { code: 'MUHURTHAM5', shares: [480_00] },
  },
  {
    daysAgo: 19.4,
    status: 'completed',
    day: -18,
    slot: 'Pickup',
    lines: [['phalaenopsis', 1]],
    to: null,
    substitution: 'ask',
  },
  {
    daysAgo: 25.1,
    status: 'completed',
    day: -22,
    slot: 'Morning',
    lines: [
      ['brides-bouquet', 1, undefined, 'Mustard and maroon'],
      ['buttonhole', 4],
    ],
    to: { name: 'Keerthana Mahesh', phone: '9840011231', at: places.adyar },
    occasion: 'Wedding',
    card: 'இல்லறம் இனிதே அமையட்டும். வாழ்த்துகளுடன், சித்தி.',
    substitution: 'ask',
  },
]

export type DemoGoods = DemoLine['product'] & {
  slug: string
  pictures: readonly PictureName[]
  sizes: readonly NonNullable<DemoLine['size']>[]
}

interface StoreInput {
  sold: readonly DemoGoods[]
  zones: readonly DemoZoneRow[]
  slots: Record<DemoSlotName, DemoSlotRow>
  now: string
  holdHours: number
  ids: Ids
}

/** What happened to the orders between the market and the door. */
interface DemoTrail {
  attempts: Insertable<Schema['order_attempt']>[]
  photographs: Insertable<Schema['order_photograph']>[]
}

/** The pictures of orders that no product has. */
export const orderPictures = storeOrders.flatMap(({ atTheDoor }) => atTheDoor ?? [])

/** The orders of the last thirty days, placed in the store, the oldest first. */
export function demoStoreOrders(input: StoreInput): DemoOrders & DemoTrail {
  const made: DemoOrders & DemoTrail = {
    orders: [],
    payments: [],
    items: [],
    changes: [],
    attempts: [],
    photographs: [],
  }
  for (const [at, placed] of storeOrders.toReversed().entries()) addStoreOrder(made, placed, at, input)
  return made
}

function addStoreOrder(
  made: DemoOrders & DemoTrail,
  placed: StoreOrder,
  at: number,
  input: StoreInput,
): void {
  const { status, to } = placed
  const { now, ids, holdHours } = input
  const created_at = daysBefore(now, placed.daysAgo)
  const id = ids.id()
  const slot = input.slots[placed.slot]
  const { coupon } = placed
  const shares = coupon && 'shares' in coupon ? coupon.shares : []
  const items = itemsOf(id, status, linesOf(placed, input.sold)).map((item, n) => ({
    ...item,
    discount_in_paise: shares[n] ?? 0,
  }))
  const subtotal = sumOf(items)
  const zone = to && zoneOf(input.zones, to.at.pincode)
  const delivery = zone ? feeOf(zone, slot.way, subtotal) : 0
  const offFee = coupon && 'fee' in coupon ? coupon.fee : 0
  const discount = offFee + shares.reduce((sum, share) => sum + share, 0)
  const day = addDays(schoolDayOf(Date.parse(now)), placed.day)
  const window = windowOf(slot, day)
  const isPaid = status !== 'pending'
  const paid_at = isPaid ? addMs(created_at, 4 * minuteMs) : null
  const steps = stepsOf(status, { createdAt: created_at, paidAt: paid_at, window, now })
  const shippedAt = steps.find(({ to_status }) => to_status === 'shipped')?.at
  const readyAt = shippedAt ? addMs(shippedAt, -10 * minuteMs) : null
  const { name: customer_name, ...reach } = demoPerson(3100 + at)
  addOrder(
    made,
    {
      id,
      number: ids.reference(),
      customer_name,
      ...reach,
      delivery_address: to ? addressOf(to.name, to.at) : 'Picked up at the studio',
      occasion: placed.occasion ?? null,
      requirements: placed.note ?? null,
      status,
      subtotal_in_paise: subtotal,
      delivery_charge_in_paise: delivery,
      discount_in_paise: discount,
      fee_discount_in_paise: offFee,
      coupon_code: placed.coupon?.code ?? null,
      total_in_paise: subtotal + delivery - discount,
      payment_method: 'UPI',
      payment_status: status === 'cancelled' ? 'refunded' : isPaid ? 'paid' : 'pending',
      paid_at,
      created_at,
      recipient_name: to?.name ?? null,
      recipient_phone: to?.phone ?? null,
      address: to?.at.address ?? null,
      area: to?.at.area ?? null,
      landmark: to?.at.landmark ?? null,
      pincode: to?.at.pincode ?? null,
      state: to ? 'Tamil Nadu' : null,
      zone_name: zone?.name ?? null,
      way: slot.way,
      gift_id: ids.id(),
      slot_id: slot.id,
      slot_name: slot.name,
      delivery_day: day,
      window_from: window.from,
      window_to: window.to,
      card_message: placed.card ?? null,
      substitution: placed.substitution,
      // Still ahead, however short the school's hold is.
      hold_until: isPaid ? null : later(addMs(created_at, holdHours * hoursMs), addMs(now, hoursMs)),
      ended_by: status === 'cancelled' ? 'customer' : null,
      confirmed_at: paid_at,
      ready_at: readyAt,
      card_printed_at: placed.card ? readyAt : null,
      holds_slot: status === 'cancelled' ? 0 : 1,
      hides_sender: placed.hidesSender ?? 0,
      calls_buyer: placed.callsBuyer ?? 0,
    },
    { items, steps, ids },
  )
  const deliveredAt = steps.find(({ to_status }) => to_status === 'delivered')?.at
  addTrail(made, placed, { id, readyAt, deliveredAt, startsAt: window.from }, input)
}

/** Photographs, and attempts that did not end at the door. */
function addTrail(
  made: DemoTrail,
  { lines, attempts = [], atTheDoor }: StoreOrder,
  order: { id: string; readyAt: string | null; deliveredAt: string | undefined; startsAt: string },
  { sold, ids }: StoreInput,
): void {
  const { id: order_id, readyAt, deliveredAt, startsAt } = order
  const photograph = (kind: PhotographKind, name: PictureName, at: string) =>
    made.photographs.push({ order_id, kind, picture_base: finishedPicture(name).base, at, by_email: null })
  const [bouquet] = sold.find(({ slug }) => slug === lines[0]?.[0])?.pictures ?? []
  if (readyAt && bouquet) photograph('ready', bouquet, readyAt)
  if (deliveredAt && atTheDoor) photograph('door', atTheDoor, deliveredAt)
  for (const [kind, afterMinutes, note] of attempts) {
    const at = addMs(startsAt, afterMinutes * minuteMs)
    made.attempts.push({ id: ids.id(), order_id, kind, note, at, by_email: null })
  }
}

function linesOf({ lines }: StoreOrder, sold: readonly DemoGoods[]): DemoLine[] {
  return lines.map(([slug, quantity, sizeName, answer]) => {
    const product = sold.find((one) => one.slug === slug)
    if (product === undefined) throw new Error(`the demonstration sells no ${slug}`)
    return { product, quantity, size: product.sizes.find(({ name }) => name === sizeName), answer }
  })
}

function zoneOf(zones: readonly DemoZoneRow[], pincode: string): DemoZoneRow {
  const zone = zones.find(({ pincodes }) => (JSON.parse(pincodes) as string[]).includes(pincode))
  if (zone === undefined) throw new Error(`the demonstration delivers not to ${pincode}`)
  return zone
}

function feeOf(zone: DemoZoneRow, way: DeliveryWay, subtotal: number): number {
  if (way === 'pickup') return 0
  const isFree = zone.free_from_in_paise != null && subtotal >= zone.free_from_in_paise
  return isFree ? 0 : (zone[`${way}_fee_in_paise`] ?? 0)
}

/** A slot that ends before it begins begins on the evening before. */
function windowOf({ starts_at, ends_at }: DemoSlotRow, day: string) {
  return {
    from: instantOf(ends_at < starts_at ? addDays(day, -1) : day, starts_at),
    to: instantOf(day, ends_at),
  }
}

const addressOf = (name: string, { address, landmark, area, pincode }: Place) =>
  [name, address, landmark, `${area}, Chennai ${pincode}`].filter(Boolean).join(', ')

interface Times {
  createdAt: string
  paidAt: string | null
  window: { from: string; to: string }
  now: string
}

/** Each step at the hour that its slot asks for, but none after now. */
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
