import { type Kysely, sql } from 'kysely'
import { dropTrigger } from './drop-trigger.v1.ts'
import { trackFigure } from './running-totals.v1.ts'

const flag = (column: string) => sql`${sql.ref(column)} in (0, 1)`
const paise = (column: string) => sql`${sql.ref(column)} >= 0`

/** The store: what a product says in it, carts, deliveries, and orders that know where they go and until when they wait. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await growProducts(db)
  await makeDelivery(db)
  await makeCarts(db)
  await growOrders(db)
  await makeWishes(db)
}

async function growProducts(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  for (const column of ['slug', 'badge', 'care', 'substitution', 'ways'] as const) {
    await schema.alterTable('product').addColumn(column, 'text').execute()
  }
  await schema
    .alterTable('product')
    .addColumn('original_price_in_paise', 'bigint', (c) => c.check(paise('original_price_in_paise')))
    .execute()
  await schema
    .alterTable('product')
    .addColumn('lead_days', 'integer', (c) => c.notNull().defaultTo(0).check(sql`lead_days >= 0`))
    .execute()
  for (const column of ['is_addon', 'shows_recipe'] as const) {
    await schema
      .alterTable('product')
      .addColumn(column, 'integer', (c) => c.notNull().defaultTo(0).check(flag(column)))
      .execute()
  }
  await giveSlugs(db)
  await schema.createIndex('product_slug').unique().on('product').column('slug').execute()
  // The order of the store: the featured ones first, then by name.
  await schema
    .createIndex('product_shelf')
    .on('product')
    .expression(sql`(case when is_featured = 1 then '0' else '1' end || lower(name)), id`)
    .execute()
  await schema
    .createTable('product_size')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('product_id', 'text', (c) => c.notNull().references('product.id'))
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('price_in_paise', 'bigint', (c) => c.notNull().check(paise('price_in_paise')))
    .addColumn('stems', 'integer')
    .execute()
  await schema
    .createIndex('product_size_product')
    .on('product_size')
    .columns(['product_id', 'position'])
    .execute()
}

/** Products that stand there get addresses from their names, deleted ones too: they may come back. */
async function giveSlugs(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{
    id: string
    name: string
  }>`select id, name from product order by created_at, id`.execute(db)
  const taken = new Set<string>()
  for (const { id, name } of rows) {
    const plain = name
      .normalize('NFKD')
      .replace(/\p{Mark}/gu, '')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .slice(0, 80)
      .replace(/^-|-$/g, '')
    // `featured` is an address of the API.
    const base = plain === '' || plain === 'featured' ? 'flowers' : plain
    let slug = base
    for (let count = 2; taken.has(slug); count++) slug = `${base}-${count}`
    taken.add(slug)
    await sql`update product set slug = ${slug} where id = ${id}`.execute(db)
  }
}

async function makeDelivery(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('delivery_zone')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('pincodes', 'text', (c) => c.notNull())
    .addColumn('standard_fee_in_paise', 'bigint', (c) => c.check(paise('standard_fee_in_paise')))
    .addColumn('express_fee_in_paise', 'bigint', (c) => c.check(paise('express_fee_in_paise')))
    .addColumn('midnight_fee_in_paise', 'bigint', (c) => c.check(paise('midnight_fee_in_paise')))
    .addColumn('free_from_in_paise', 'bigint', (c) => c.check(paise('free_from_in_paise')))
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('deleted_at', 'text')
    .execute()
  await schema
    .createTable('delivery_slot')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('way', 'text', (c) =>
      c.notNull().check(sql`way in ('standard', 'express', 'midnight', 'pickup')`),
    )
    .addColumn('starts_at', 'text', (c) => c.notNull())
    .addColumn('ends_at', 'text', (c) => c.notNull())
    .addColumn('fee_in_paise', 'bigint', (c) => c.notNull().check(paise('fee_in_paise')))
    .addColumn('capacity', 'integer', (c) => c.check(sql`capacity >= 0`))
    .addColumn('closes_on', 'text', (c) => c.notNull().check(sql`closes_on in ('same-day', 'day-before')`))
    .addColumn('closes_at', 'text', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('deleted_at', 'text')
    .execute()
  await schema
    .createTable('delivery_day')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('day', 'text', (c) => c.notNull().unique())
    .addColumn('closed_for', 'text')
    .addColumn('capacity', 'integer', (c) => c.check(sql`capacity >= 0`))
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute()
  // How many orders hold a slot of a day.
  await schema
    .createTable('slot_day')
    .addColumn('slot_id', 'text', (c) => c.notNull().references('delivery_slot.id'))
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('taken', 'integer', (c) => c.notNull().defaultTo(0).check(sql`taken >= 0`))
    .addPrimaryKeyConstraint('slot_day_key', ['slot_id', 'day'])
    .execute()
  await schema.createIndex('slot_day_day').on('slot_day').column('day').execute()
}

async function makeCarts(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('cart')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('token_hash', 'text', (c) => c.unique())
    .addColumn('user_id', 'text', (c) => c.unique())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .execute()
  await schema.createIndex('cart_updated').on('cart').column('updated_at').execute()
  await schema
    .createTable('cart_line')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('cart_id', 'text', (c) => c.notNull().references('cart.id').onDelete('cascade'))
    .addColumn('product_id', 'text', (c) => c.notNull().references('product.id'))
    .addColumn('size_id', 'text')
    .addColumn('answer', 'text')
    .addColumn('quantity', 'integer', (c) => c.notNull().check(sql`quantity between 1 and 99`))
    .addColumn('price_seen_in_paise', 'bigint', (c) => c.notNull().check(paise('price_seen_in_paise')))
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute()
  await schema
    .createIndex('cart_line_cart')
    .on('cart_line')
    .columns(['cart_id', 'created_at', 'id'])
    .execute()
  await schema.createIndex('cart_line_product').on('cart_line').column('product_id').execute()
}

async function growOrders(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  const texts = [
    'user_id',
    'recipient_name',
    'recipient_phone',
    'address',
    'area',
    'landmark',
    'pincode',
    'zone_name',
    'way',
    'slot_id',
    'slot_name',
    'delivery_day',
    'window_from',
    'window_to',
    'make_by',
    'card_message',
    'substitution',
    'hold_until',
    'ended_by',
    'confirmed_at',
    'ready_at',
    'card_printed_at',
  ] as const
  for (const column of texts) await schema.alterTable('shop_order').addColumn(column, 'text').execute()
  for (const column of ['holds_slot', 'hides_sender', 'calls_buyer'] as const) {
    await schema
      .alterTable('shop_order')
      .addColumn(column, 'integer', (c) => c.notNull().defaultTo(0).check(flag(column)))
      .execute()
  }
  await schema.createIndex('shop_order_hold').on('shop_order').column('hold_until').execute()
  await schema
    .createIndex('shop_order_delivery')
    .on('shop_order')
    .columns(['delivery_day', 'window_from', 'id'])
    .execute()
  await schema.createIndex('shop_order_user').on('shop_order').columns(['user_id', 'created_at']).execute()
  for (const column of ['size_id', 'size_name', 'answer'] as const) {
    await schema.alterTable('shop_order_item').addColumn(column, 'text').execute()
  }
  await schema
    .alterTable('shop_order_item')
    .addColumn('discount_in_paise', 'bigint', (c) =>
      c.notNull().defaultTo(0).check(paise('discount_in_paise')),
    )
    .execute()
  await countOrdersThatLasted(db)
}

/** An order whose hold ended unpaid is none in the figures. */
async function countOrdersThatLasted(db: Kysely<unknown>): Promise<void> {
  await dropTrigger(db, 'total_orders_shop_order', 'shop_order')
  await sql`delete from running_total where figure = 'orders'`.execute(db)
  await trackFigure(db, {
    figure: 'orders',
    table: 'shop_order',
    columns: ['created_at', 'ended_by'],
    at: 'created_at',
    atIs: 'instant',
    amount: '1',
    when: `coalesce(row.ended_by, '') <> 'hold'`,
  })
}

async function makeWishes(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('product_favourite')
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('product_id', 'text', (c) => c.notNull().references('product.id'))
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('product_favourite_key', ['user_id', 'product_id'])
    .execute()
  await schema
    .createTable('stock_wish')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('product_id', 'text', (c) => c.notNull().references('product.id'))
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute()
  await schema
    .createIndex('stock_wish_once')
    .unique()
    .on('stock_wish')
    .columns(['product_id', 'email'])
    .execute()
}
