import type { Updateable } from 'kysely'
import type { Schema } from '../../server/db/schema.ts'
import { instantOf } from '../../server/platform/clock.ts'
import type { TestApp } from './app.ts'
import { type OrderedGoods, placeOrder } from './orders.ts'

/** Adds a paid order that is due on `day`, by default between 09:00 and 13:00, and returns its id. */
export async function orderFor(
  app: TestApp,
  day: string,
  goods: readonly (OrderedGoods & { sizeId?: string; size?: string; answer?: string })[],
  columns: Updateable<Schema['shop_order']> = {},
): Promise<string> {
  const id = await placeOrder(app, goods, { status: columns.status ?? 'confirmed', isPaid: true })
  await app.db.write
    .updateTable('shop_order')
    .set({
      recipient_name: 'Uma Sundaram',
      recipient_phone: '9876500001',
      address: '14, Kutchery Road',
      area: 'Mylapore',
      landmark: 'Kapaleeshwarar temple',
      pincode: '600004',
      zone_name: 'Centre',
      way: 'standard',
      slot_name: 'Morning',
      delivery_day: day,
      window_from: instantOf(day, '09:00'),
      window_to: instantOf(day, '13:00'),
      card_message: 'Happy birthday, Amma',
      substitution: 'ask',
      ...columns,
    })
    .where('id', '=', id)
    .execute()
  for (const [position, { sizeId = null, size = null, answer = null }] of goods.entries()) {
    await app.db.write
      .updateTable('shop_order_item')
      .set({ size_id: sizeId, size_name: size, answer })
      .where('order_id', '=', id)
      .where('position', '=', position)
      .execute()
  }
  return id
}

/** Adds a flower whose bunch of 20 costs 240 rupees, and returns its id. */
export async function addFlower(app: TestApp, name: string, more: object = {}): Promise<string> {
  const flower = await app.db.transaction((tx) =>
    app.app.services.flowers.add(tx, { name, bunchSize: 20, price: 24_000, ...more }, null),
  )
  return flower.id
}

export async function addRecipe(
  app: TestApp,
  subject: string,
  stems: readonly { flowerId: string; count: number; waste?: number }[],
): Promise<string> {
  const recipe = await app.db.transaction((tx) =>
    app.app.services.recipes.add(tx, { subject, stems: stems.map((stem) => ({ waste: 0, ...stem })) }, null),
  )
  return recipe.id
}
