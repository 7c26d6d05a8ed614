import { type Kysely, sql } from 'kysely'

/** Several seats that one payer takes in one go: they share the payer's link, claim and sum. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  const flag = sql`is_named in (0, 1)`
  await schema
    .alterTable('seat')
    .addColumn('group_id', 'text', (c) => c.references('seat.id'))
    .execute()
  await schema
    .alterTable('seat')
    .addColumn('group_place', 'integer', (c) => c.notNull().defaultTo(0).check(sql`group_place >= 0`))
    .execute()
  await schema
    .alterTable('seat')
    .addColumn('is_named', 'integer', (c) => c.notNull().defaultTo(1).check(flag))
    .execute()
  await sql`create index seat_group on seat (group_id) where group_id is not null`.execute(db)
  await schema
    .alterTable('silent_hold')
    .addColumn('seats', 'integer', (c) => c.notNull().defaultTo(1).check(sql`seats >= 1`))
    .execute()
  await sql`drop view money_state`.execute(db)
  await createMoneyState(db)
}

/** The view of `0041-after-delivery.ts`. A claim speaks for all seats of its group. */
async function createMoneyState(db: Kysely<unknown>): Promise<void> {
  const sumOf = (purpose: string, subject: string, table: string) => `
    cast(coalesce((select sum(allocation.amount_in_paise) from allocation where allocation.subject = ${subject}
      and allocation.subject_id = ${table}.id and allocation.purpose = '${purpose}'), 0) as bigint)`
  const stateOf = (subject: string, table: string, owes: string, claimedAs = `${table}.id`) => {
    const [paid, waits] = [sumOf('pays', subject, table), sumOf('waits', subject, table)]
    const claimed = `exists (select 1 from claim where claim.subject = ${subject} and claim.subject_id = ${claimedAs}
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
    stateOf('seat.kind', 'seat', 'seat.amount_in_paise', 'coalesce(seat.group_id, seat.id)'),
    stateOf(`'order'`, 'shop_order', owedByOrder),
    stateOf(`'order-charge'`, 'order_charge', owedByCharge),
  ]
  await sql.raw(`create view money_state as ${parts.join(' union all ')}`).execute(db)
}
