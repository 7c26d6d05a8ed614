import { type Kysely, sql } from 'kysely'

const flag = (column: string) => sql`${sql.ref(column)} in (0, 1)`

export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('product')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('description', 'text', (c) => c.notNull())
    .addColumn('price_in_paise', 'bigint', (c) => c.notNull().check(sql`price_in_paise >= 0`))
    .addColumn('categories', 'text', (c) => c.notNull())
    // Nothing can be sold that is not there.
    .addColumn('quantity', 'integer', (c) => c.notNull().check(sql`quantity >= 0`))
    .addColumn('is_offered', 'integer', (c) => c.notNull().check(flag('is_offered')))
    .addColumn('is_featured', 'integer', (c) => c.notNull().check(flag('is_featured')))
    .addColumn('is_custom', 'integer', (c) => c.notNull().check(flag('is_custom')))
    .addColumn('custom_label', 'text')
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .addColumn('deleted_at', 'text')
    .execute()
  await schema.createIndex('product_created').on('product').columns(['created_at', 'id']).execute()
  await schema.createIndex('product_name').on('product').expression(sql`lower(name), id`).execute()
  await schema.createIndex('product_price').on('product').columns(['price_in_paise', 'id']).execute()
  await schema.createIndex('product_quantity').on('product').columns(['quantity', 'id']).execute()

  // Five pictures a product at most: there are five slots (B§5).
  await schema
    .createTable('product_picture')
    .addColumn('product_id', 'text', (c) => c.notNull().references('product.id'))
    .addColumn('slot', 'integer', (c) => c.notNull().check(sql`slot between 0 and 4`))
    .addColumn('picture_base', 'text', (c) => c.notNull().references('picture.base'))
    .addPrimaryKeyConstraint('product_picture_slot', ['product_id', 'slot'])
    .execute()
}
