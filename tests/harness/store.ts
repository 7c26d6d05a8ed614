import type { OrderReceipt } from '../../contract/orders/store-orders.ts'
import type { CallOptions, TestApp } from './app.ts'
import { phoneOf } from './seats.ts'

/** Adds delivery to pincodes that begin with 6000, for ₹80 in the morning or in the afternoon, and pickup. */
export async function addDeliveryPlan(app: TestApp, { capacity = null }: { capacity?: number | null } = {}) {
  const { ids, clock } = app.deps
  const created_at = clock.now()
  const slot = (name: string, starts_at: string, ends_at: string, more: object = {}) => ({
    id: ids.id(),
    name,
    way: 'standard' as const,
    starts_at,
    ends_at,
    fee_in_paise: 0,
    capacity,
    closes_on: 'same-day' as const,
    closes_at: '15:00',
    created_at,
    deleted_at: null,
    ...more,
  })
  const slots = {
    morning: slot('9 am to 1 pm', '09:00', '13:00', { closes_on: 'day-before', closes_at: '18:00' }),
    afternoon: slot('1 pm to 6 pm', '13:00', '18:00'),
    pickup: slot('Pickup', '10:00', '18:00', { way: 'pickup' }),
  }
  await app.db.transaction(async (tx) => {
    await tx
      .insertInto('delivery_zone')
      .values({
        id: ids.id(),
        name: 'Chennai',
        pincodes: JSON.stringify(['6000']),
        standard_fee_in_paise: 8_000,
        express_fee_in_paise: null,
        midnight_fee_in_paise: null,
        free_from_in_paise: null,
        created_at,
        deleted_at: null,
      })
      .execute()
    await tx
      .insertInto('delivery_slot')
      .values(Object.values(slots) as never)
      .execute()
  })
  return { morning: slots.morning.id, afternoon: slots.afternoon.id, pickup: slots.pickup.id }
}

/**
 * The body that the checkout posts, for delivery the day after tomorrow. An order with another e-mail address has
 * another phone number too.
 */
export function orderBody(changes: Record<string, unknown> = {}) {
  const { email } = changes
  return {
    day: '2026-03-04',
    pincode: '600 004',
    recipientName: 'Kayal Devi',
    recipientPhone: '9876543210',
    address: '14, Kutchery Road',
    area: 'Mylapore',
    customername: 'Meena Krishnan',
    email: 'meena@mail.example',
    phone: typeof email === 'string' ? phoneOf(email) : '+44 20 7946 0018',
    paymentMethod: 'UPI',
    substitution: 'same-worth',
    acceptsTerms: true,
    ...changes,
  }
}

/** The calls of a buyer. `usual` returns the fields that each order has in addition to the fields of `orderBody`. */
export function buyerOf(app: TestApp, usual: () => Record<string, unknown>) {
  const post = (changes: object = {}, more: CallOptions = {}) =>
    app.http('POST', '/api/orders', { body: orderBody({ ...usual(), ...changes }), ...more })
  return {
    post,
    async place(changes: object = {}, more: CallOptions = {}): Promise<OrderReceipt> {
      const answer = await post(changes, more)
      if (answer.status !== 201) throw new Error(`not ordered: ${answer.status} ${answer.text}`)
      return answer.body.data
    },
    view: async (id: string) => (await app.http('GET', `/api/orders/${id}`)).body,
    pay: (id: string) => app.http('PATCH', `/api/orders/${id}/status`, { body: { status: 'confirmed' } }),
    cancel: (id: string, email: string) => app.http('POST', `/api/orders/${id}/cancel`, { body: { email } }),
  }
}

/** The path of an order's gift page, as the browser that ordered reads it. */
export async function giftPathOf(app: TestApp, id: string): Promise<string> {
  const body = { key: app.app.services.orders.keyOf(id) }
  return (await app.http('POST', `/api/orders/${id}/delivery`, { body })).body.data.giftPath
}

/** Counts the pieces of a product that can still be sold. */
export async function stockOf({ db }: Pick<TestApp, 'db'>, productId: string): Promise<number> {
  const { quantity } = await db.read
    .selectFrom('product')
    .select('quantity')
    .where('id', '=', productId)
    .executeTakeFirstOrThrow()
  return quantity
}

/** Counts the orders and seats that hold a use of a coupon. */
export async function usesOf({ db }: Pick<TestApp, 'db'>, couponId: string): Promise<number> {
  const { uses } = await db.read
    .selectFrom('coupon')
    .select('uses')
    .where('id', '=', couponId)
    .executeTakeFirstOrThrow()
  return uses
}

/**
 * Counts the stock and the delivery slots' places that orders hold, in two ways: by the counters, and by the orders.
 */
export async function heldCounts(app: Pick<TestApp, 'db'>) {
  const taken = await app.db.read
    .selectFrom('shop_order_item')
    .select((eb) => ['product_id', eb.fn.sum<number>('taken').as('count')])
    .groupBy('product_id')
    .execute()
  const slots = await app.db.read
    .selectFrom('slot_day')
    .select(['slot_id', 'day', 'taken'])
    .where('taken', '>', 0)
    .execute()
  const holding = await app.db.read
    .selectFrom('shop_order')
    .select((eb) => ['slot_id', 'delivery_day as day', eb.fn.countAll<number>().as('count')])
    .where('holds_slot', '=', 1)
    .groupBy(['slot_id', 'delivery_day'])
    .execute()
  const byKey = (rows: { slot_id: string | null; day: string | null; count: number }[]) =>
    Object.fromEntries(rows.map(({ slot_id, day, count }) => [`${slot_id} ${day}`, Number(count)]))
  return {
    taken: new Map(taken.map(({ product_id, count }) => [product_id, Number(count)])),
    slots: byKey(slots.map((row) => ({ ...row, count: row.taken }))),
    holding: byKey(holding),
  }
}
