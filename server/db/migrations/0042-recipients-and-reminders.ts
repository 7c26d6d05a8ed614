import type { Kysely } from 'kysely'

/** Recipients that buyers keep in their accounts, and who is reminded of a day each year. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('saved_recipient')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('label', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('phone', 'text', (c) => c.notNull())
    .addColumn('address', 'text', (c) => c.notNull())
    .addColumn('area', 'text', (c) => c.notNull())
    .addColumn('landmark', 'text')
    .addColumn('pincode', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute()
  await schema.createIndex('saved_recipient_user').on('saved_recipient').column('user_id').execute()

  // Whose they are, the order says: this table holds nobody's address.
  await schema
    .createTable('yearly_reminder')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('order_id', 'text', (c) => c.notNull().unique().references('shop_order.id'))
    .addColumn('occasion_on', 'text', (c) => c.notNull())
    .addColumn('due_at', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute()
  await schema.createIndex('yearly_reminder_due').on('yearly_reminder').columns(['due_at', 'id']).execute()
}
