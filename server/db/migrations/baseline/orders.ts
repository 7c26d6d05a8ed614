import { type Kysely, sql } from 'kysely'
import {
  createIndexes,
  createUniqueIndexes,
  flag,
  key,
  oneOf,
  paise,
  paiseOrNull,
  required,
  version,
  zero,
} from './columns.ts'

const statuses = ['pending', 'confirmed', 'processing', 'shipped', 'delivered', 'completed', 'cancelled']

export async function createOrders(db: Kysely<any>): Promise<void> {
  await createOrder(db)
  await createPartsOfOrders(db)
  await createCoupons(db)
}

/** A row is an order of the store. The table is not called `order`, because that is a keyword of SQL. */
async function createOrder(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('shop_order')
    .addColumn('id', 'text', key)
    // A short number for people to read.
    .addColumn('number', 'text', (c) => c.notNull().unique())
    // The buyer's account; null for a guest.
    .addColumn('user_id', 'text')
    .addColumn('customer_name', 'text', required)
    .addColumn('email', 'text', required)
    .addColumn('phone', 'text', required)
    .addColumn('mailbox', 'text')
    .addColumn('occasion', 'text')
    .addColumn('requirements', 'text')
    // The recipient and the place. Orders placed before the store existed have only `delivery_address`, as one text.
    .addColumn('delivery_address', 'text', required)
    .addColumn('recipient_name', 'text')
    .addColumn('recipient_phone', 'text')
    .addColumn('address', 'text')
    .addColumn('area', 'text')
    .addColumn('landmark', 'text')
    .addColumn('pincode', 'text')
    // The state or union territory, which is printed on the order's invoice.
    .addColumn('state', 'text')
    .addColumn('zone_name', 'text')
    // The way of delivery and its time. `slot_name` and the window are copies from the time of the order.
    .addColumn('way', 'text')
    .addColumn('slot_id', 'text')
    .addColumn('slot_name', 'text')
    .addColumn('delivery_day', 'text')
    .addColumn('window_from', 'text')
    .addColumn('window_to', 'text')
    // A closed day. Staff decided to deliver on this day all the same. Staff are asked while this is null or another
    // day.
    .addColumn('stays_on', 'text')
    // 1 if the order counts in `slot_day`.
    .addColumn('holds_slot', 'integer', flag('holds_slot', 0))
    // The gift. The recipient's link contains `gift_id` and not the id of the order, because the order's page shows
    // prices.
    .addColumn('card_message', 'text')
    .addColumn('hides_sender', 'integer', flag('hides_sender', 0))
    .addColumn('calls_buyer', 'integer', flag('calls_buyer', 0))
    .addColumn('substitution', 'text')
    .addColumn('gift_id', 'text')
    // The price. `fee_discount_in_paise` is the coupon's share for the delivery; the rest of the discount reduces the
    // lines.
    .addColumn('subtotal_in_paise', 'bigint', paise('subtotal_in_paise'))
    .addColumn('delivery_charge_in_paise', 'bigint', paise('delivery_charge_in_paise'))
    .addColumn('coupon_code', 'text')
    .addColumn('discount_in_paise', 'bigint', paise('discount_in_paise'))
    .addColumn('fee_discount_in_paise', 'bigint', (c) =>
      c.notNull().defaultTo(0).check(sql`fee_discount_in_paise >= 0`),
    )
    .addColumn('total_in_paise', 'bigint', paise('total_in_paise'))
    // A smaller sum that staff accepted as the price; null if the total applies.
    .addColumn('accepted_in_paise', 'bigint')
    // A copy of the ledger's sums, which triggers update (`money.ts`).
    .addColumn('paid_in_paise', 'bigint', zero)
    .addColumn('waits_in_paise', 'bigint', zero)
    .addColumn('refunded_in_paise', 'bigint', zero)
    .addColumn('payment_method', 'text', required)
    .addColumn('payment_status', 'text', oneOf('payment_status', 'pending', 'paid', 'failed', 'refunded'))
    .addColumn('status', 'text', oneOf('status', ...statuses))
    // Says whether the end of the hold, the customer or staff cancelled the order.
    .addColumn('ended_by', 'text')
    // The parts that the buyer corrected, and the time of the last correction.
    .addColumn('corrected', 'text')
    .addColumn('corrected_at', 'text')
    .addColumn('version', 'integer', version)
    // `asked_until`: the link in the e-mail places the order until then. `hold_until`: the order waits for its payment
    // until then. `make_by`: the order must be made then, so no hold ends later.
    .addColumn('asked_until', 'text')
    .addColumn('hold_until', 'text')
    .addColumn('make_by', 'text')
    .addColumn('proved_at', 'text')
    .addColumn('confirmed_at', 'text')
    // The time of the payment stays after a refund.
    .addColumn('paid_at', 'text')
    .addColumn('ready_at', 'text')
    // The text of the card cannot change after this time.
    .addColumn('card_printed_at', 'text')
    // The time at which the recipient told the school that nobody is at home.
    .addColumn('nobody_home_at', 'text')
    .addColumn('created_at', 'text', required)
    .addColumn('updated_at', 'text', required)
    .addCheckConstraint(
      'shop_order_total',
      sql`total_in_paise = subtotal_in_paise + delivery_charge_in_paise - discount_in_paise`,
    )
    .addCheckConstraint(
      'shop_order_paid',
      sql`(payment_status in ('paid', 'refunded')) = (paid_at is not null)`,
    )
    .execute()

  await createIndexes(db, {
    shop_order_created: 'shop_order (created_at, id)',
    shop_order_status: 'shop_order (status, created_at, id)',
    shop_order_payment: 'shop_order (payment_status, created_at, id)',
    shop_order_paid_at: 'shop_order (paid_at)',
    shop_order_total_sum: 'shop_order (total_in_paise, id)',
    shop_order_customer: 'shop_order (lower(customer_name), id)',
    shop_order_way: 'shop_order (way, created_at, id)',
    shop_order_hold: 'shop_order (hold_until)',
    shop_order_user: 'shop_order (user_id, created_at)',
    // These indexes find a customer's earlier orders and current holds.
    shop_order_email: 'shop_order (email)',
    shop_order_phone: 'shop_order (phone)',
    shop_order_mailbox: 'shop_order (mailbox)',
    shop_order_delivery: 'shop_order (delivery_day, window_from, id)',
    // Orders without a window are last in both directions of the sort.
    shop_order_by_window: `shop_order (coalesce(window_from, '9999'), id)`,
    shop_order_by_window_back: `shop_order (coalesce(window_from, ''), id)`,
    // A partial index begins with a column of its condition, for the reason given in `seats.ts`.
    shop_order_unpaid: `shop_order (payment_status, created_at, id)
      where payment_status in ('pending', 'failed') and status <> 'cancelled'`,
    shop_order_in_part: `shop_order (payment_status, created_at, id)
      where status <> 'cancelled' and payment_status in ('pending', 'failed')
        and (paid_in_paise <> 0 or waits_in_paise <> 0 or accepted_in_paise is not null)`,
    shop_order_late: `shop_order (created_at, id) where ended_by = 'hold'`,
    shop_order_asked: 'shop_order (asked_until) where asked_until is not null',
    // Few orders are held without a proved address. Each new order counts them by this index.
    shop_order_unproved: `shop_order (id)
      where proved_at is null and status in ('pending', 'confirmed')`,
  })
  await createUniqueIndexes(db, { shop_order_gift: 'shop_order (gift_id)' })
}

/** Creates the tables whose rows belong to an order. */
async function createPartsOfOrders(db: Kysely<any>): Promise<void> {
  const { schema } = db

  // A row is a line of an order. The product's name and price are copies from the time of the order.
  await schema
    .createTable('shop_order_item')
    .addColumn('order_id', 'text', (c) => c.notNull().references('shop_order.id'))
    .addColumn('position', 'integer', required)
    .addColumn('product_id', 'text', (c) => c.references('product.id'))
    .addColumn('product_name', 'text', required)
    .addColumn('size_id', 'text')
    .addColumn('size_name', 'text')
    // The answer to the question that the product asks.
    .addColumn('answer', 'text')
    .addColumn('quantity', 'integer', (c) => c.notNull().check(sql`quantity >= 1`))
    .addColumn('unit_price_in_paise', 'bigint', paise('unit_price_in_paise'))
    .addColumn('total_in_paise', 'bigint', (c) =>
      c.notNull().check(sql`total_in_paise = unit_price_in_paise * quantity`),
    )
    .addColumn('discount_in_paise', 'bigint', (c) =>
      c.notNull().defaultTo(0).check(sql`discount_in_paise >= 0`),
    )
    // The number of pieces that the line took from the stock: the whole `quantity`, or 0 if the order was cancelled.
    .addColumn('taken', 'integer', required)
    .addPrimaryKeyConstraint('shop_order_item_position', ['order_id', 'position'])
    .addCheckConstraint('shop_order_item_taken', sql`taken between 0 and quantity`)
    .execute()

  // A row is a change of an order's status. The effects of a change happen once, after the time in which it can be
  // undone.
  await schema
    .createTable('shop_order_change')
    .addColumn('id', 'text', key)
    .addColumn('order_id', 'text', (c) => c.notNull().references('shop_order.id'))
    .addColumn('order_version', 'integer', required)
    .addColumn('from_status', 'text', oneOf('from_status', ...statuses))
    .addColumn('to_status', 'text', oneOf('to_status', ...statuses))
    // An undo restores these values together with the status.
    .addColumn('from_ended_by', 'text')
    .addColumn('from_hold_until', 'text')
    .addColumn('by_email', 'text')
    .addColumn('at', 'text', required)
    .addColumn('effects_at', 'text', required)
    .addColumn('effects_done_at', 'text')
    .addColumn('undone_at', 'text')
    .addUniqueConstraint('shop_order_change_version', ['order_id', 'order_version'])
    // A change that was undone has no effects.
    .addCheckConstraint('shop_order_change_end', sql`effects_done_at is null or undone_at is null`)
    .execute()

  // A row is a failed attempt to deliver.
  await schema
    .createTable('order_attempt')
    .addColumn('id', 'text', key)
    .addColumn('order_id', 'text', (c) => c.notNull().references('shop_order.id'))
    .addColumn('kind', 'text', oneOf('kind', 'not-reached', 'neighbour', 'tried-again'))
    .addColumn('note', 'text')
    .addColumn('by_email', 'text')
    .addColumn('at', 'text', required)
    .execute()

  // A row is the photograph of a finished bouquet, or of the door where it was left. A new photograph replaces the row.
  await schema
    .createTable('order_photograph')
    .addColumn('order_id', 'text', (c) => c.notNull().references('shop_order.id'))
    .addColumn('kind', 'text', oneOf('kind', 'ready', 'door'))
    .addColumn('picture_base', 'text', (c) => c.notNull().references('picture.base'))
    .addColumn('by_email', 'text')
    .addColumn('at', 'text', required)
    .addPrimaryKeyConstraint('order_photograph_key', ['order_id', 'kind'])
    .execute()

  // A row is a fee for another delivery attempt, which is not part of the order's total.
  await schema
    .createTable('order_charge')
    .addColumn('id', 'text', key)
    .addColumn('order_id', 'text', (c) => c.notNull().references('shop_order.id'))
    .addColumn('reference', 'text', (c) => c.notNull().unique())
    .addColumn('amount_in_paise', 'bigint', (c) => c.notNull().check(sql`amount_in_paise > 0`))
    .addColumn('status', 'text', oneOf('status', 'open', 'paid', 'waived'))
    .addColumn('by_email', 'text')
    .addColumn('created_at', 'text', required)
    .addColumn('ended_at', 'text')
    .addCheckConstraint('order_charge_ended', sql`(status = 'open') = (ended_at is null)`)
    .execute()

  // A row reminds the buyer of an order's occasion each year. The buyer's address is in the order, not in this table.
  await schema
    .createTable('yearly_reminder')
    .addColumn('id', 'text', key)
    .addColumn('order_id', 'text', (c) => c.notNull().unique().references('shop_order.id'))
    // The next date of the occasion, and the time at which its e-mail is due.
    .addColumn('occasion_on', 'text', required)
    .addColumn('due_at', 'text', required)
    .addColumn('created_at', 'text', required)
    .execute()

  await createIndexes(db, {
    shop_order_item_product: 'shop_order_item (product_id)',
    shop_order_change_due:
      'shop_order_change (effects_at, id) where effects_done_at is null and undone_at is null',
    order_attempt_order: 'order_attempt (order_id, at)',
    order_photograph_picture: 'order_photograph (picture_base)',
    order_charge_order: 'order_charge (order_id, created_at)',
    order_charge_created: 'order_charge (created_at, id)',
    yearly_reminder_due: 'yearly_reminder (due_at, id)',
  })
  await createUniqueIndexes(db, {
    // An order has at most one open fee.
    order_charge_open: `order_charge (order_id) where status = 'open'`,
  })
}

/** Creates the coupons of orders and seats. Coupons are in this file because a store credit refers to an order. */
async function createCoupons(db: Kysely<any>): Promise<void> {
  const { schema } = db

  // A row is a discount code, or a store credit that only the buyer of one order may use.
  await schema
    .createTable('coupon')
    .addColumn('id', 'text', key)
    .addColumn('code', 'text', required)
    .addColumn('kind', 'text', oneOf('kind', 'percent', 'rupees', 'free-delivery'))
    .addColumn('percent', 'integer', (c) => c.check(sql`percent between 1 and 100`))
    .addColumn('amount_in_paise', 'bigint', (c) => c.check(sql`amount_in_paise > 0`))
    // `minimum_in_paise`: the least price of the goods or the course. `most_in_paise`: the largest discount.
    .addColumn('minimum_in_paise', 'bigint', paiseOrNull('minimum_in_paise'))
    .addColumn('most_in_paise', 'bigint', (c) => c.check(sql`most_in_paise > 0`))
    .addColumn('scope', 'text', oneOf('scope', 'all', 'store', 'categories', 'products', 'courses'))
    // A list of category names, product ids or course ids.
    .addColumn('scope_items', 'text', required)
    .addColumn('first_only', 'integer', flag('first_only', 0))
    .addColumn('uses_max', 'integer', (c) => c.check(sql`uses_max > 0`))
    .addColumn('uses_each_max', 'integer', (c) => c.check(sql`uses_each_max > 0`))
    // The number of orders and seats that hold a use of the code.
    .addColumn('uses', 'integer', zero)
    .addColumn('credit_kind', 'text', (c) => c.check(sql`credit_kind in ('given', 'rest', 'returned')`))
    .addColumn('credit_order_id', 'text', (c) => c.references('shop_order.id'))
    // Codes that were made together have the same series.
    .addColumn('series', 'text')
    .addColumn('note', 'text')
    .addColumn('is_active', 'integer', flag('is_active', 1))
    .addColumn('version', 'integer', version)
    .addColumn('starts_on', 'text')
    .addColumn('ends_on', 'text')
    .addColumn('created_at', 'text', required)
    .addColumn('deleted_at', 'text')
    .addCheckConstraint('coupon_percent', sql`(kind = 'percent') = (percent is not null)`)
    .addCheckConstraint('coupon_amount', sql`(kind = 'rupees') = (amount_in_paise is not null)`)
    // A code cannot be used more often than `uses_max`.
    .addCheckConstraint('coupon_uses', sql`uses >= 0 and (uses_max is null or uses <= uses_max)`)
    .execute()

  // A row is the use of a coupon by an order or a seat. The row stays when the use is given back.
  await schema
    .createTable('coupon_use')
    .addColumn('id', 'text', key)
    .addColumn('coupon_id', 'text', (c) => c.notNull().references('coupon.id'))
    .addColumn('subject', 'text', required)
    .addColumn('subject_id', 'text', required)
    // Keyed hashes, which serve only to count a customer's uses.
    .addColumn('email_key', 'text', required)
    .addColumn('phone_key', 'text', required)
    .addColumn('discount_in_paise', 'bigint', paise('discount_in_paise'))
    .addColumn('used_at', 'text', required)
    .addColumn('given_back_at', 'text')
    // The time at which the order that used a store credit was paid. The unused rest of the credit became a new code
    // then.
    .addColumn('settled_at', 'text')
    .addUniqueConstraint('coupon_use_once', ['subject_id', 'subject'])
    .execute()

  await createIndexes(db, {
    coupon_by_code: 'coupon (code, id)',
    coupon_created: 'coupon (created_at, id)',
    coupon_used: 'coupon (uses, id)',
    coupon_ends: `coupon (coalesce(ends_on, ''), id)`,
    coupon_series: 'coupon (series) where series is not null',
    coupon_credit: 'coupon (credit_order_id) where credit_order_id is not null',
    coupon_use_coupon: 'coupon_use (coupon_id, used_at, id)',
    coupon_use_email_key: 'coupon_use (coupon_id, email_key)',
    coupon_use_phone_key: 'coupon_use (coupon_id, phone_key)',
    coupon_use_used: 'coupon_use (used_at)',
  })
  await createUniqueIndexes(db, {
    // A code that is in the bin can be made again.
    coupon_code: 'coupon (code) where deleted_at is null',
  })
}
