import type { Config } from '../../config.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import { flag } from '../flag.ts'
import type { Tx } from '../schema.ts'
import { demoCoupons } from './demo-coupons.ts'
import { demoDelivery } from './demo-delivery.ts'
import { insertDemoMoney } from './demo-money.ts'
import type { OrderRow } from './demo-order-rows.ts'
import { demoOrders } from './demo-orders.ts'
import { type DemoProduct, demoProducts } from './demo-products.ts'
import { daysBefore } from './demo-seats.ts'
import { demoStoreOrders } from './demo-store-orders.ts'
import { finishedPicture } from './finished-pictures.ts'
import { born, insert, insertEach } from './rows.ts'

interface ShopDeps {
  clock: Clock
  ids: Ids
  config: Pick<Config, 'holdHours'>
}

/** Fills the shop: its products, where and when it delivers, its orders and its coupons. */
export async function insertShop(tx: Tx, deps: ShopDeps): Promise<OrderRow[]> {
  const { clock, ids, config } = deps
  const now = clock.now()
  const sold = demoProducts.map((product) => productOf(product, deps))
  await insertEach(tx, 'product', sold, ({ row }) => row)
  for (const { row, pictures, sizes } of sold) {
    await insertEach(tx, 'product_picture', pictures, (name, slot) => ({
      product_id: row.id,
      slot,
      picture_base: finishedPicture(name).base,
    }))
    await insert(tx, 'product_size', sizes)
  }
  const delivery = demoDelivery(clock.today(), daysBefore(now, 200), ids)
  const slots = Object.values(delivery.slots)
  await insert(tx, 'delivery_zone', delivery.zones)
  await insert(tx, 'delivery_slot', slots)
  await insert(tx, 'delivery_day', delivery.days)

  const rows = sold.map(({ row }) => row)
  const goods = sold.map(({ row, sizes, pictures }) => ({ ...row, sizes, pictures }))
  const before = demoOrders(rows, now, ids)
  const placed = demoStoreOrders({ ...delivery, sold: goods, now, holdHours: config.holdHours, ids })
  for (const { orders, payments, items, changes } of [before, placed]) {
    await insert(tx, 'shop_order', orders)
    await insertDemoMoney(tx, payments)
    await insert(tx, 'shop_order_item', items)
    await insert(tx, 'shop_order_change', changes)
  }
  await insert(tx, 'order_attempt', placed.attempts)
  await insert(tx, 'order_photograph', placed.photographs)
  await insert(tx, 'slot_day', takenOf(placed.orders))
  const { coupons, uses } = demoCoupons(placed.orders, { today: clock.today(), now, ids })
  await insert(tx, 'coupon', coupons)
  await insert(tx, 'coupon_use', uses)
  return [...before.orders, ...placed.orders]
}

function productOf(
  { daysAgo, categories, pictures, ways, sizes, ...said }: DemoProduct,
  { clock, ids }: ShopDeps,
) {
  const id = ids.id()
  const row = {
    is_offered: 1 as const,
    is_featured: 0 as const,
    is_addon: 0 as const,
    shows_recipe: 0 as const,
    lead_days: 0,
    ...said,
    id,
    categories: JSON.stringify(categories),
    ways: ways ? JSON.stringify(ways) : null,
    is_custom: flag(said.custom_label !== undefined),
    ...born(daysBefore(clock.now(), daysAgo)),
  }
  const sizeRows = (sizes ?? []).map((size, position) => ({
    id: ids.id(),
    product_id: id,
    position,
    ...size,
  }))
  return { row, pictures, sizes: sizeRows }
}

/** How many orders hold each slot of each day. */
function takenOf(orders: readonly OrderRow[]) {
  const holding = orders.flatMap(({ holds_slot, slot_id, delivery_day: day }) =>
    holds_slot === 1 && slot_id && day ? [{ slot_id, day }] : [],
  )
  return [...Map.groupBy(holding, ({ slot_id, day }) => `${slot_id} ${day}`).values()].flatMap((same) =>
    same[0] ? [{ ...same[0], taken: same.length }] : [],
  )
}
