import { type Kysely, sql } from 'kysely'

/** Flowers, what products and courses are made of, and what happens to an order on its way: attempts and photographs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await makeFlowers(db)
  await makeRecipes(db)
  await makeOrderNotes(db)
}

async function makeFlowers({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('flower')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('plural', 'text')
    .addColumn('unit', 'text', (c) => c.notNull())
    .addColumn('says', 'text', (c) => c.notNull().check(sql`says in ('count', 'measure', 'name')`))
    .addColumn('bunch_size', 'integer', (c) => c.notNull().check(sql`bunch_size > 0`))
    .addColumn('price_in_paise', 'bigint', (c) => c.notNull().check(sql`price_in_paise >= 0`))
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('deleted_at', 'text')
    .execute()
  await schema
    .createIndex('flower_name')
    .unique()
    .on('flower')
    .expression(sql`lower(name)`)
    .where(sql.ref('deleted_at'), 'is', null)
    .execute()
  await schema.createIndex('flower_by_name').on('flower').expression(sql`lower(name), id`).execute()
  await schema.createIndex('flower_newest').on('flower').columns(['created_at', 'id']).execute()
}

async function makeRecipes({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('recipe')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('product_id', 'text', (c) => c.references('product.id'))
    // Empty for a product without sizes: two nulls would not be the same to a unique index.
    .addColumn('size_id', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('course_id', 'text', (c) => c.references('course.id'))
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('deleted_at', 'text')
    .addCheckConstraint('recipe_of_one', sql`(product_id is null) != (course_id is null)`)
    .execute()
  await schema
    .createIndex('recipe_product')
    .unique()
    .on('recipe')
    .columns(['product_id', 'size_id'])
    .where(sql.ref('deleted_at'), 'is', null)
    .execute()
  await schema
    .createIndex('recipe_course')
    .unique()
    .on('recipe')
    .column('course_id')
    .where(sql.ref('deleted_at'), 'is', null)
    .execute()
  await schema
    .createTable('recipe_stem')
    .addColumn('recipe_id', 'text', (c) => c.notNull().references('recipe.id').onDelete('cascade'))
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('flower_id', 'text', (c) => c.notNull().references('flower.id'))
    .addColumn('count', 'integer', (c) => c.notNull().check(sql`count > 0`))
    .addColumn('waste_percent', 'integer', (c) => c.notNull().check(sql`waste_percent between 0 and 100`))
    .addPrimaryKeyConstraint('recipe_stem_key', ['recipe_id', 'position'])
    .execute()
  await schema.createIndex('recipe_stem_flower').on('recipe_stem').column('flower_id').execute()
}

async function makeOrderNotes({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('order_attempt')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('order_id', 'text', (c) => c.notNull().references('shop_order.id'))
    .addColumn('kind', 'text', (c) =>
      c.notNull().check(sql`kind in ('not-reached', 'neighbour', 'tried-again')`),
    )
    .addColumn('note', 'text')
    .addColumn('at', 'text', (c) => c.notNull())
    .addColumn('by_email', 'text')
    .execute()
  await schema.createIndex('order_attempt_order').on('order_attempt').columns(['order_id', 'at']).execute()
  await schema
    .createTable('order_photograph')
    .addColumn('order_id', 'text', (c) => c.notNull().references('shop_order.id'))
    .addColumn('kind', 'text', (c) => c.notNull().check(sql`kind in ('ready', 'door')`))
    .addColumn('picture_base', 'text', (c) => c.notNull().references('picture.base'))
    .addColumn('at', 'text', (c) => c.notNull())
    .addColumn('by_email', 'text')
    .addPrimaryKeyConstraint('order_photograph_key', ['order_id', 'kind'])
    .execute()
  await schema.createIndex('order_photograph_picture').on('order_photograph').column('picture_base').execute()
}
