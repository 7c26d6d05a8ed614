import type { Kysely } from 'kysely'
import { isPostgres, run, zero } from './baseline/columns.ts'

/**
 * Adds the copies of the ledger's sums, which seats and orders already have, to the fees of `order_charge`. The view
 * `money_state` then reads these copies and no longer adds up the ledger for each row. The view also gets new columns:
 * what is still to be paid, and the payment state for lists.
 */
export async function sayDebtsOnce(db: Kysely<any>): Promise<void> {
  for (const column of ['paid_in_paise', 'waits_in_paise', 'refunded_in_paise']) {
    await db.schema.alterTable('order_charge').addColumn(column, 'bigint', zero).execute()
  }
  const sumOf = (part: string) => `coalesce((select sum(allocation.amount_in_paise) from allocation
    where allocation.subject = 'order-charge' and allocation.subject_id = order_charge.id and ${part}), 0)`
  await run(
    db,
    `update order_charge set paid_in_paise = ${sumOf(`allocation.purpose = 'pays'`)},
      waits_in_paise = ${sumOf(`allocation.purpose = 'waits'`)},
      refunded_in_paise = -${sumOf(`exists (select 1 from receipt
        where receipt.id = allocation.receipt_id and receipt.kind = 'refund')`)}`,
  )
  await keepMoney(db)
  await run(db, 'drop view money_state')
  await run(db, `create view money_state as ${payables.map(debtOf).join(' union all ')}`)
}

const seatHasEnded = `row.status in ('expired', 'cancelled')`
const orderReads = (owes: string, hasEnded: string) => `case when row.waits_in_paise > 0 then 'attention'
  when row.paid_in_paise >= ${owes} then 'paid'
  when ${hasEnded} then 'cancelled'
  when row.paid_in_paise > 0 then 'part'
  else 'due' end`
// Staff accepted the order as paid, whatever amount arrived.
const orderOwes = `case when row.payment_status in ('paid', 'refunded') then row.paid_in_paise
  else coalesce(row.accepted_in_paise, row.total_in_paise) end`
const feeOwes = `case when row.status = 'open' then row.amount_in_paise else row.paid_in_paise end`

interface Payable {
  table: string
  kinds: string[]
  kind: string
  owes: string
  hasEnded: string
  claimedAs: string
  /** The payment state while nobody reports a payment. */
  unclaimed: string
}

const payables: Payable[] = [
  {
    table: 'seat',
    kinds: ['enrolment', 'event-booking'],
    kind: 'row.kind',
    owes: 'row.amount_in_paise',
    hasEnded: seatHasEnded,
    // The payer's claim covers all seats of the group.
    claimedAs: 'coalesce(row.group_id, row.id)',
    // The index `seat_state` has the same expression.
    unclaimed: `case
      when row.waits_in_paise > 0 then 'attention'
      when row.refunded_in_paise > 0 and row.paid_in_paise = 0 and (row.amount_in_paise = 0 or ${seatHasEnded}) then 'refunded'
      when row.refunded_in_paise > 0 and (row.paid_in_paise >= row.amount_in_paise or ${seatHasEnded}) then 'part-refunded'
      when ${seatHasEnded} and row.paid_in_paise = 0 then row.status
      when row.paid_in_paise >= row.amount_in_paise or ${seatHasEnded} then 'paid'
      when row.paid_in_paise > 0 then 'part'
      else 'due' end`,
  },
  {
    table: 'shop_order',
    kinds: ['order'],
    kind: `'order'`,
    owes: orderOwes,
    hasEnded: `row.status = 'cancelled'`,
    claimedAs: 'row.id',
    unclaimed: orderReads(orderOwes, `row.status = 'cancelled'`),
  },
  {
    table: 'order_charge',
    kinds: ['order-charge'],
    kind: `'order-charge'`,
    owes: feeOwes,
    hasEnded: `row.status <> 'open'`,
    claimedAs: 'row.id',
    unclaimed: orderReads(feeOwes, `row.status <> 'open'`),
  },
]

/** Each column must have the same type in all parts. Otherwise SQLite computes all rows to look up one row. */
function debtOf({ table, kind, owes, hasEnded, claimedAs, unclaimed }: Payable): string {
  const isHere = `row.waits_in_paise > 0 or row.paid_in_paise >= ${owes}`
  const isClaimed = `exists (select 1 from claim
    where claim.is_open = 1 and claim.subject = ${kind} and claim.subject_id = ${claimedAs})`
  const due = `case when ${isHere} then 0 else ${owes} - row.paid_in_paise end`
  return `select cast(${kind} as text) as subject, row.id as subject_id, cast(${owes} as bigint) as owes_in_paise,
      row.paid_in_paise as paid_in_paise, row.waits_in_paise as unseated_in_paise,
      case when ${isClaimed} then 1 else 0 end as is_claimed,
      ${due} as due_in_paise,
      case when row.waits_in_paise > 0 then 'attention' when row.paid_in_paise >= ${owes} then 'paid'
        when ${isClaimed} then 'checking' else 'due' end as state,
      case when ${hasEnded} then 0 else ${due} end as rest_in_paise,
      case when row.paid_in_paise + row.waits_in_paise >= ${owes} then 0
        else ${owes} - row.paid_in_paise - row.waits_in_paise end as lack_in_paise,
      case when not (${isHere}) and ${isClaimed} then 'checking' else ${unclaimed} end as payment
    from ${table}`.replaceAll('row.', `${table}.`)
}

type Row = 'old' | 'new'

/** Triggers copy the amounts received for a seat, an order or a fee into its row. */
async function keepMoney(db: Kysely<any>): Promise<void> {
  const change = (row: Row) => {
    const [sign, back] = row === 'new' ? ['+', '-'] : ['-', '+']
    const set = `paid_in_paise = paid_in_paise ${sign} case when ${row}.purpose = 'pays' then ${row}.amount_in_paise else 0 end,
      waits_in_paise = waits_in_paise ${sign} case when ${row}.purpose = 'waits' then ${row}.amount_in_paise else 0 end,
      refunded_in_paise = refunded_in_paise ${back} case when exists (
        select 1 from receipt where receipt.id = ${row}.receipt_id and receipt.kind = 'refund'
      ) then ${row}.amount_in_paise else 0 end`
    const copies = payables.map(({ table, kinds }) => {
      const isOfIt = `${row}.subject in (${kinds.map((kind) => `'${kind}'`).join(', ')})`
      return `update ${table} set ${set} where id = ${row}.subject_id and ${isOfIt};`
    })
    return copies.join(' ')
  }
  if (isPostgres(db)) {
    await run(
      db,
      `create or replace function keep_money() returns trigger language plpgsql as $$ begin
        if tg_op <> 'INSERT' then ${change('old')} end if;
        if tg_op <> 'DELETE' then ${change('new')} end if;
        return null;
      end $$`,
    )
    return
  }
  for (const [event, rows] of [
    ['insert', ['new']],
    ['delete', ['old']],
    ['update', ['old', 'new']],
  ] as const) {
    await run(db, `drop trigger keep_money_${event}`)
    await run(
      db,
      `create trigger keep_money_${event} after ${event} on allocation begin ${rows.map(change).join(' ')} end`,
    )
  }
}
