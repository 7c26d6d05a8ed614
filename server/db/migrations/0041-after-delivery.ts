import { type Kysely, sql } from 'kysely'

/** What comes after a delivery: concerns with photographs, store credit, and charges beside an order's total. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await growEnquiries(db)
  await growCoupons(db)
  await makeCharges(db)
  await sql`drop view money_state`.execute(db)
  await createMoneyState(db)
}

async function growEnquiries(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema
    .alterTable('enquiry')
    .addColumn('order_id', 'text', (c) => c.references('shop_order.id'))
    .execute()
  await schema.alterTable('enquiry').addColumn('concern', 'text').execute()
  await sql`create index enquiry_order on enquiry (order_id) where order_id is not null`.execute(db)
  await schema
    .createTable('enquiry_picture')
    .addColumn('enquiry_id', 'text', (c) => c.notNull().references('enquiry.id').onDelete('cascade'))
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('picture_base', 'text', (c) => c.notNull().references('picture.base'))
    .addPrimaryKeyConstraint('enquiry_picture_key', ['enquiry_id', 'position'])
    .execute()
  await schema.createIndex('enquiry_picture_base').on('enquiry_picture').column('picture_base').execute()
}

/** A credit is a coupon for the buyer of one order. */
async function growCoupons(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema
    .alterTable('coupon')
    .addColumn('credit_kind', 'text', (c) => c.check(sql`credit_kind in ('given', 'rest', 'returned')`))
    .execute()
  await schema
    .alterTable('coupon')
    .addColumn('credit_order_id', 'text', (c) => c.references('shop_order.id'))
    .execute()
  await sql`create index coupon_credit on coupon (credit_order_id) where credit_order_id is not null`.execute(
    db,
  )
  // From when on the order of this use is paid, and what it left of a credit is a code of its own.
  await schema.alterTable('coupon_use').addColumn('settled_at', 'text').execute()
}

async function makeCharges(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('order_charge')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('order_id', 'text', (c) => c.notNull().references('shop_order.id'))
    .addColumn('reference', 'text', (c) => c.notNull().unique())
    .addColumn('amount_in_paise', 'bigint', (c) => c.notNull().check(sql`amount_in_paise > 0`))
    .addColumn('status', 'text', (c) => c.notNull().check(sql`status in ('open', 'paid', 'waived')`))
    .addColumn('by_email', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('ended_at', 'text')
    .addCheckConstraint('order_charge_ended', sql`(status = 'open') = (ended_at is null)`)
    .execute()
  await schema
    .createIndex('order_charge_order')
    .on('order_charge')
    .columns(['order_id', 'created_at'])
    .execute()
  // One is asked for at a time.
  await sql`create unique index order_charge_open on order_charge (order_id) where status = 'open'`.execute(
    db,
  )
  await schema.createIndex('order_charge_created').on('order_charge').columns(['created_at', 'id']).execute()
}

/** The view of `0028-seats.ts`, with charges. A waived charge owes no more than came. */
async function createMoneyState(db: Kysely<unknown>): Promise<void> {
  const sumOf = (purpose: string, subject: string, table: string) => `
    cast(coalesce((select sum(allocation.amount_in_paise) from allocation where allocation.subject = ${subject}
      and allocation.subject_id = ${table}.id and allocation.purpose = '${purpose}'), 0) as bigint)`
  const stateOf = (subject: string, table: string, owes: string) => {
    const [paid, waits] = [sumOf('pays', subject, table), sumOf('waits', subject, table)]
    const claimed = `exists (select 1 from claim where claim.subject = ${subject} and claim.subject_id = ${table}.id
      and not exists (select 1 from receipt where receipt.claim_id = claim.id))`
    return `
      select cast(${subject} as text) as subject, ${table}.id as subject_id, cast(${owes} as bigint) as owes_in_paise,
        ${paid} as paid_in_paise, ${waits} as unseated_in_paise, case when ${claimed} then 1 else 0 end as is_claimed,
        case when ${waits} > 0 or ${paid} >= ${owes} then 0 else ${owes} - ${paid} end as due_in_paise,
        case when ${waits} > 0 then 'attention' when ${paid} >= ${owes} then 'paid'
          when ${claimed} then 'checking' else 'due' end as state
      from ${table}`
  }
  const owedByOrder = `(case when shop_order.payment_status in ('paid', 'refunded')
    then ${sumOf('pays', `'order'`, 'shop_order')} else shop_order.total_in_paise end)`
  const owedByCharge = `(case when order_charge.status = 'open' then order_charge.amount_in_paise
    else ${sumOf('pays', `'order-charge'`, 'order_charge')} end)`
  const parts = [
    stateOf('seat.kind', 'seat', 'seat.amount_in_paise'),
    stateOf(`'order'`, 'shop_order', owedByOrder),
    stateOf(`'order-charge'`, 'order_charge', owedByCharge),
  ]
  await sql.raw(`create view money_state as ${parts.join(' union all ')}`).execute(db)
}
