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
} from './columns.ts'

export async function createStore(db: Kysely<any>): Promise<void> {
  await createProducts(db)
  await createRecipes(db)
  await createDelivery(db)
  await createCarts(db)
}

async function createProducts(db: Kysely<any>): Promise<void> {
  const { schema } = db

  await schema
    .createTable('product')
    .addColumn('id', 'text', key)
    // The last part of the address of the product's page. Every row has a value.
    .addColumn('slug', 'text')
    .addColumn('name', 'text', required)
    .addColumn('description', 'text', required)
    .addColumn('categories', 'text', required)
    .addColumn('badge', 'text')
    .addColumn('care', 'text')
    .addColumn('substitution', 'text')
    // The price, or the price of the smallest size if the product has sizes.
    .addColumn('price_in_paise', 'bigint', paise('price_in_paise'))
    .addColumn('original_price_in_paise', 'bigint', paiseOrNull('original_price_in_paise'))
    // The database refuses to sell more than the stock.
    .addColumn('quantity', 'integer', (c) => c.notNull().check(sql`quantity >= 0`))
    // The number of days before the delivery by which the product must be ordered.
    .addColumn('lead_days', 'integer', (c) => c.notNull().defaultTo(0).check(sql`lead_days >= 0`))
    // A list of ways of delivery. Null allows every way.
    .addColumn('ways', 'text')
    .addColumn('custom_label', 'text')
    .addColumn('is_custom', 'integer', flag('is_custom'))
    .addColumn('is_offered', 'integer', flag('is_offered'))
    .addColumn('is_featured', 'integer', flag('is_featured'))
    .addColumn('is_addon', 'integer', flag('is_addon', 0))
    .addColumn('shows_recipe', 'integer', flag('shows_recipe', 0))
    .addColumn('version', 'integer', version)
    .addColumn('created_at', 'text', required)
    .addColumn('updated_at', 'text', required)
    .addColumn('deleted_at', 'text')
    .execute()

  await schema
    .createTable('product_size')
    .addColumn('id', 'text', key)
    .addColumn('product_id', 'text', (c) => c.notNull().references('product.id'))
    .addColumn('position', 'integer', required)
    .addColumn('name', 'text', required)
    .addColumn('price_in_paise', 'bigint', paise('price_in_paise'))
    .addColumn('stems', 'integer')
    .execute()

  // A row is a picture of a product. Five slots allow at most five pictures.
  await schema
    .createTable('product_picture')
    .addColumn('product_id', 'text', (c) => c.notNull().references('product.id'))
    .addColumn('slot', 'integer', (c) => c.notNull().check(sql`slot between 0 and 4`))
    .addColumn('picture_base', 'text', (c) => c.notNull().references('picture.base'))
    .addPrimaryKeyConstraint('product_picture_slot', ['product_id', 'slot'])
    .execute()

  // A row is somebody who asked to be told when a product is in stock again.
  await schema
    .createTable('stock_wish')
    .addColumn('id', 'text', key)
    .addColumn('product_id', 'text', (c) => c.notNull().references('product.id'))
    .addColumn('email', 'text', required)
    .addColumn('created_at', 'text', required)
    .execute()

  await createIndexes(db, {
    product_created: 'product (created_at, id)',
    product_name: 'product (lower(name), id)',
    product_price: 'product (price_in_paise, id)',
    product_quantity: 'product (quantity, id)',
    // The store shows featured products first, and then all others by name.
    product_shelf: `product ((case when is_featured = 1 then '0' else '1' end || lower(name)), id)`,
    product_size_product: 'product_size (product_id, position)',
  })
  await createUniqueIndexes(db, {
    product_slug: 'product (slug)',
    stock_wish_once: 'stock_wish (product_id, email)',
  })
}

async function createRecipes(db: Kysely<any>): Promise<void> {
  const { schema } = db

  // A row is a flower that the florist buys. `price_in_paise` and `bunch_size` are those of one bunch.
  await schema
    .createTable('flower')
    .addColumn('id', 'text', key)
    .addColumn('name', 'text', required)
    // Null if the plural is the name with an s.
    .addColumn('plural', 'text')
    // The word for one piece: `stem`, `string`.
    .addColumn('unit', 'text', required)
    .addColumn('says', 'text', oneOf('says', 'count', 'measure', 'name'))
    .addColumn('bunch_size', 'integer', (c) => c.notNull().check(sql`bunch_size > 0`))
    .addColumn('price_in_paise', 'bigint', paise('price_in_paise'))
    .addColumn('version', 'integer', version)
    .addColumn('created_at', 'text', required)
    .addColumn('deleted_at', 'text')
    .execute()

  // A row is the recipe of a product, of one of its sizes, or of the flowers that one student of a course uses.
  await schema
    .createTable('recipe')
    .addColumn('id', 'text', key)
    .addColumn('product_id', 'text', (c) => c.references('product.id'))
    // Empty if there is no size, because a unique index allows several nulls.
    .addColumn('size_id', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('course_id', 'text', (c) => c.references('course.id'))
    .addColumn('version', 'integer', version)
    .addColumn('created_at', 'text', required)
    .addColumn('deleted_at', 'text')
    .addCheckConstraint('recipe_of_one', sql`(product_id is null) != (course_id is null)`)
    .execute()

  // A row is a line of a recipe: the number of a flower, and the percentage that is wasted.
  await schema
    .createTable('recipe_stem')
    .addColumn('recipe_id', 'text', (c) => c.notNull().references('recipe.id').onDelete('cascade'))
    .addColumn('position', 'integer', required)
    .addColumn('flower_id', 'text', (c) => c.notNull().references('flower.id'))
    .addColumn('count', 'integer', (c) => c.notNull().check(sql`count > 0`))
    .addColumn('waste_percent', 'integer', (c) => c.notNull().check(sql`waste_percent between 0 and 100`))
    .addPrimaryKeyConstraint('recipe_stem_key', ['recipe_id', 'position'])
    .execute()

  await createIndexes(db, {
    flower_by_name: 'flower (lower(name), id)',
    flower_newest: 'flower (created_at, id)',
    recipe_stem_flower: 'recipe_stem (flower_id)',
  })
  // A flower or a recipe in the bin does not block its name, its product or its course.
  await createUniqueIndexes(db, {
    flower_name: 'flower (lower(name)) where deleted_at is null',
    recipe_product: 'recipe (product_id, size_id) where deleted_at is null',
    recipe_course: 'recipe (course_id) where deleted_at is null',
  })
}

async function createDelivery(db: Kysely<any>): Promise<void> {
  const { schema } = db

  // A row is an area to which the school delivers, with the fees. A way of delivery without a fee is not offered there.
  await schema
    .createTable('delivery_zone')
    .addColumn('id', 'text', key)
    .addColumn('name', 'text', required)
    // A list of pincodes or of their first digits.
    .addColumn('pincodes', 'text', required)
    .addColumn('standard_fee_in_paise', 'bigint', paiseOrNull('standard_fee_in_paise'))
    .addColumn('express_fee_in_paise', 'bigint', paiseOrNull('express_fee_in_paise'))
    .addColumn('midnight_fee_in_paise', 'bigint', paiseOrNull('midnight_fee_in_paise'))
    // The delivery is free if the order's subtotal is at least this sum.
    .addColumn('free_from_in_paise', 'bigint', paiseOrNull('free_from_in_paise'))
    .addColumn('version', 'integer', version)
    .addColumn('created_at', 'text', required)
    .addColumn('deleted_at', 'text')
    .execute()

  // A row is a time of the day for deliveries. A slot whose end is earlier than its start begins on the evening before.
  await schema
    .createTable('delivery_slot')
    .addColumn('id', 'text', key)
    .addColumn('name', 'text', required)
    .addColumn('way', 'text', oneOf('way', 'standard', 'express', 'midnight', 'pickup'))
    .addColumn('starts_at', 'text', required)
    .addColumn('ends_at', 'text', required)
    .addColumn('fee_in_paise', 'bigint', paise('fee_in_paise'))
    // The greatest number of orders per day. Null allows any number.
    .addColumn('capacity', 'integer', (c) => c.check(sql`capacity >= 0`))
    .addColumn('closes_on', 'text', oneOf('closes_on', 'same-day', 'day-before'))
    .addColumn('closes_at', 'text', required)
    .addColumn('version', 'integer', version)
    .addColumn('created_at', 'text', required)
    .addColumn('deleted_at', 'text')
    .execute()

  // A row counts the orders that hold a slot on a day.
  await schema
    .createTable('slot_day')
    .addColumn('slot_id', 'text', (c) => c.notNull().references('delivery_slot.id'))
    .addColumn('day', 'text', required)
    .addColumn('taken', 'integer', (c) => c.notNull().defaultTo(0).check(sql`taken >= 0`))
    .addPrimaryKeyConstraint('slot_day_key', ['slot_id', 'day'])
    .execute()

  await createIndexes(db, { slot_day_day: 'slot_day (day)' })
}

async function createCarts(db: Kysely<any>): Promise<void> {
  const { schema } = db

  // A row is the cart of a visitor, who has a token, or of an account.
  await schema
    .createTable('cart')
    .addColumn('id', 'text', key)
    .addColumn('token_hash', 'text', (c) => c.unique())
    .addColumn('user_id', 'text', (c) => c.unique())
    // A keyed hash of the guest's network and the day on which the cart was made. The hash is removed on the next day.
    .addColumn('network', 'text')
    .addColumn('created_at', 'text', required)
    .addColumn('updated_at', 'text', required)
    .execute()

  // A row is a product in a cart, with the price that the visitor last saw.
  await schema
    .createTable('cart_line')
    .addColumn('id', 'text', key)
    .addColumn('cart_id', 'text', (c) => c.notNull().references('cart.id').onDelete('cascade'))
    .addColumn('product_id', 'text', (c) => c.notNull().references('product.id'))
    .addColumn('size_id', 'text')
    .addColumn('answer', 'text')
    .addColumn('quantity', 'integer', (c) => c.notNull().check(sql`quantity between 1 and 99`))
    .addColumn('price_seen_in_paise', 'bigint', paise('price_seen_in_paise'))
    .addColumn('created_at', 'text', required)
    .execute()

  // A row counts the carts that guests of one network made on one day.
  await schema
    .createTable('cart_quota')
    .addColumn('network', 'text', key)
    .addColumn('day', 'text', required)
    .addColumn('taken', 'integer', required)
    .execute()

  await createIndexes(db, {
    cart_updated: 'cart (updated_at)',
    // The number of carts per network and day is limited. The oldest cart that was never changed comes first and is
    // removed first.
    cart_network: `cart
      (network, (case when updated_at = created_at then 0 else 1 end), updated_at, id)
      where network is not null`,
    cart_line_cart: 'cart_line (cart_id, created_at, id)',
    cart_line_product: 'cart_line (product_id)',
  })
}
