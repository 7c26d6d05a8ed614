import { type Kysely, sql } from 'kysely'

const flag = (column: string) => sql`${sql.ref(column)} in (0, 1)`
const paise = (column: string) => sql`${sql.ref(column)} >= 0`

/** Coupons, who used them, and what they took off orders and seats. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await makeCoupons(db)
  await makeUses(db)
  await growWhatIsPaid(db)
}

async function makeCoupons(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('coupon')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('code', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull().check(sql`kind in ('percent', 'rupees', 'free-delivery')`))
    .addColumn('percent', 'integer', (c) => c.check(sql`percent between 1 and 100`))
    .addColumn('amount_in_paise', 'bigint', (c) => c.check(sql`amount_in_paise > 0`))
    .addColumn('starts_on', 'text')
    .addColumn('ends_on', 'text')
    .addColumn('minimum_in_paise', 'bigint', (c) => c.check(paise('minimum_in_paise')))
    .addColumn('most_in_paise', 'bigint', (c) => c.check(sql`most_in_paise > 0`))
    .addColumn('uses_max', 'integer', (c) => c.check(sql`uses_max > 0`))
    .addColumn('uses_each_max', 'integer', (c) => c.check(sql`uses_each_max > 0`))
    .addColumn('uses', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('first_only', 'integer', (c) => c.notNull().defaultTo(0).check(flag('first_only')))
    .addColumn('scope', 'text', (c) =>
      c.notNull().check(sql`scope in ('all', 'store', 'categories', 'products', 'courses')`),
    )
    .addColumn('scope_items', 'text', (c) => c.notNull())
    .addColumn('is_active', 'integer', (c) => c.notNull().defaultTo(1).check(flag('is_active')))
    .addColumn('series', 'text')
    .addColumn('note', 'text')
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('deleted_at', 'text')
    .addCheckConstraint('coupon_percent', sql`(kind = 'percent') = (percent is not null)`)
    .addCheckConstraint('coupon_amount', sql`(kind = 'rupees') = (amount_in_paise is not null)`)
    .addCheckConstraint('coupon_uses', sql`uses >= 0 and (uses_max is null or uses <= uses_max)`)
    .execute()
  // A code in the bin may be made anew.
  await sql`create unique index coupon_code on coupon (code) where deleted_at is null`.execute(db)
  await schema.createIndex('coupon_by_code').on('coupon').columns(['code', 'id']).execute()
  await schema.createIndex('coupon_created').on('coupon').columns(['created_at', 'id']).execute()
  await schema.createIndex('coupon_used').on('coupon').columns(['uses', 'id']).execute()
  await sql`create index coupon_ends on coupon (coalesce(ends_on, ''), id)`.execute(db)
  await sql`create index coupon_series on coupon (series) where series is not null`.execute(db)
}

async function makeUses(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('coupon_use')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('coupon_id', 'text', (c) => c.notNull().references('coupon.id'))
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('subject_id', 'text', (c) => c.notNull())
    .addColumn('email_key', 'text', (c) => c.notNull())
    .addColumn('phone_key', 'text', (c) => c.notNull())
    .addColumn('discount_in_paise', 'bigint', (c) => c.notNull().check(paise('discount_in_paise')))
    .addColumn('used_at', 'text', (c) => c.notNull())
    .addColumn('given_back_at', 'text')
    .addUniqueConstraint('coupon_use_once', ['subject_id', 'subject'])
    .execute()
  await schema
    .createIndex('coupon_use_coupon')
    .on('coupon_use')
    .columns(['coupon_id', 'used_at', 'id'])
    .execute()
  for (const key of ['email_key', 'phone_key'] as const) {
    await schema.createIndex(`coupon_use_${key}`).on('coupon_use').columns(['coupon_id', key]).execute()
  }
  await schema.createIndex('coupon_use_used').on('coupon_use').column('used_at').execute()
}

async function growWhatIsPaid(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema.alterTable('seat').addColumn('coupon_code', 'text').execute()
  await schema
    .alterTable('seat')
    .addColumn('discount_in_paise', 'bigint', (c) =>
      c.notNull().defaultTo(0).check(paise('discount_in_paise')),
    )
    .execute()
  await schema.alterTable('shop_order').addColumn('coupon_code', 'text').execute()
  await schema
    .alterTable('shop_order')
    .addColumn('fee_discount_in_paise', 'bigint', (c) =>
      c.notNull().defaultTo(0).check(paise('fee_discount_in_paise')),
    )
    .execute()
  // Whether somebody has ordered before.
  for (const column of ['email', 'phone'] as const) {
    await schema.createIndex(`shop_order_${column}`).on('shop_order').column(column).execute()
  }
}
