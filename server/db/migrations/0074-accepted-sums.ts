import { type Kysely, sql } from 'kysely'
import { isPostgres } from './list-sums.v1.ts'

/**
 * The smaller sum that staff accepted as an order's price stands in its row, so that an order that is taken up again after
 * a refund owes what its ledger lacks. One that was taken up so and counts as paid is not paid any more.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  await db.schema.alterTable('shop_order').addColumn('accepted_in_paise', 'bigint').execute()
  // What came for it and was no mistake, whether it went back since or not.
  const came = 'paid_in_paise + waits_in_paise + refunded_in_paise'
  await run(`update shop_order set accepted_in_paise = ${came}
    where payment_status in ('paid', 'refunded') and ${came} > 0 and ${came} < total_in_paise`)
  await run(`update shop_order set payment_status = 'pending', paid_at = null
    where payment_status = 'paid' and status <> 'cancelled' and refunded_in_paise > 0 and waits_in_paise = 0
      and paid_in_paise < coalesce(accepted_in_paise, total_in_paise)`)
  // The sums of the list wait for the end of the transaction, and a table with such a trigger cannot be changed before.
  if (isPostgres(db)) {
    await run('set constraints all immediate')
    await run('set constraints all deferred')
  }
  await run(`create index shop_order_in_part on shop_order (payment_status, created_at, id)
    where status <> 'cancelled' and payment_status in ('pending', 'failed')
      and (paid_in_paise <> 0 or waits_in_paise <> 0 or accepted_in_paise is not null)`)
  await run('drop view money_state')
  await createMoneyState(db)
}

/** The view of `0045-groups.ts`. What staff accepted is the price of an order. */
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
    then ${sumOf('pays', `'order'`, 'shop_order')} else coalesce(shop_order.accepted_in_paise, shop_order.total_in_paise) end)`
  const owedByCharge = `(case when order_charge.status = 'open' then order_charge.amount_in_paise
    else ${sumOf('pays', `'order-charge'`, 'order_charge')} end)`
  const parts = [
    stateOf('seat.kind', 'seat', 'seat.amount_in_paise', 'coalesce(seat.group_id, seat.id)'),
    stateOf(`'order'`, 'shop_order', owedByOrder),
    stateOf(`'order-charge'`, 'order_charge', owedByCharge),
  ]
  await sql.raw(`create view money_state as ${parts.join(' union all ')}`).execute(db)
}
