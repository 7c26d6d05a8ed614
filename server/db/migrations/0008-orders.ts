import { type Kysely, sql } from 'kysely'

const statuses = sql`('pending', 'confirmed', 'processing', 'shipped', 'delivered', 'completed', 'cancelled')`

export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  // "order" is a word of SQL.
  await schema
    .createTable('shop_order')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('number', 'text', (c) => c.notNull().unique())
    .addColumn('customer_name', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('phone', 'text', (c) => c.notNull())
    .addColumn('delivery_address', 'text', (c) => c.notNull())
    .addColumn('occasion', 'text')
    .addColumn('requirements', 'text')
    .addColumn('status', 'text', (c) => c.notNull().check(sql`status in ${statuses}`))
    .addColumn('subtotal_in_paise', 'bigint', (c) => c.notNull().check(sql`subtotal_in_paise >= 0`))
    .addColumn('delivery_charge_in_paise', 'bigint', (c) =>
      c.notNull().check(sql`delivery_charge_in_paise >= 0`),
    )
    .addColumn('discount_in_paise', 'bigint', (c) => c.notNull().check(sql`discount_in_paise >= 0`))
    .addColumn('total_in_paise', 'bigint', (c) => c.notNull().check(sql`total_in_paise >= 0`))
    .addColumn('payment_method', 'text', (c) => c.notNull())
    .addColumn('payment_status', 'text', (c) =>
      c.notNull().check(sql`payment_status in ('pending', 'paid', 'failed', 'refunded')`),
    )
    .addColumn('paid_at', 'text')
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .addCheckConstraint(
      'shop_order_total',
      sql`total_in_paise = subtotal_in_paise + delivery_charge_in_paise - discount_in_paise`,
    )
    .addCheckConstraint(
      'shop_order_paid',
      sql`(payment_status in ('paid', 'refunded')) = (paid_at is not null)`,
    )
    .execute()
  await schema.createIndex('shop_order_created').on('shop_order').columns(['created_at', 'id']).execute()
  await schema
    .createIndex('shop_order_status')
    .on('shop_order')
    .columns(['status', 'created_at', 'id'])
    .execute()
  await schema
    .createIndex('shop_order_payment')
    .on('shop_order')
    .columns(['payment_status', 'created_at', 'id'])
    .execute()
  await schema.createIndex('shop_order_paid_at').on('shop_order').columns(['paid_at']).execute()
  await schema
    .createIndex('shop_order_total_sum')
    .on('shop_order')
    .columns(['total_in_paise', 'id'])
    .execute()
  await schema
    .createIndex('shop_order_customer')
    .on('shop_order')
    .expression(sql`lower(customer_name), id`)
    .execute()

  await schema
    .createTable('shop_order_item')
    .addColumn('order_id', 'text', (c) => c.notNull().references('shop_order.id'))
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('product_id', 'text', (c) => c.references('product.id'))
    .addColumn('product_name', 'text', (c) => c.notNull())
    .addColumn('quantity', 'integer', (c) => c.notNull().check(sql`quantity >= 1`))
    .addColumn('unit_price_in_paise', 'bigint', (c) => c.notNull().check(sql`unit_price_in_paise >= 0`))
    .addColumn('total_in_paise', 'bigint', (c) =>
      c.notNull().check(sql`total_in_paise = unit_price_in_paise * quantity`),
    )
    // What the order holds of the product's stock: all of it, or nothing once it is cancelled.
    .addColumn('taken', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('shop_order_item_position', ['order_id', 'position'])
    .addCheckConstraint('shop_order_item_taken', sql`taken between 0 and quantity`)
    .execute()
  await schema.createIndex('shop_order_item_product').on('shop_order_item').column('product_id').execute()

  await schema
    .createTable('shop_order_change')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('order_id', 'text', (c) => c.notNull().references('shop_order.id'))
    .addColumn('order_version', 'integer', (c) => c.notNull())
    .addColumn('from_status', 'text', (c) => c.notNull().check(sql`from_status in ${statuses}`))
    .addColumn('to_status', 'text', (c) => c.notNull().check(sql`to_status in ${statuses}`))
    .addColumn('by_email', 'text')
    .addColumn('at', 'text', (c) => c.notNull())
    .addColumn('effects_at', 'text', (c) => c.notNull())
    .addColumn('effects_done_at', 'text')
    .addColumn('undone_at', 'text')
    .addUniqueConstraint('shop_order_change_version', ['order_id', 'order_version'])
    // What was undone has no effects.
    .addCheckConstraint('shop_order_change_end', sql`effects_done_at is null or undone_at is null`)
    .execute()
  await schema
    .createIndex('shop_order_change_due')
    .on('shop_order_change')
    .columns(['effects_at', 'id'])
    .where(sql.ref('effects_done_at'), 'is', null)
    .where(sql.ref('undone_at'), 'is', null)
    .execute()
}
