import { type Kysely, sql } from 'kysely'
import {
  createIndexes,
  createUniqueIndexes,
  isPostgres,
  key,
  oneOf,
  paise,
  required,
  run,
} from './columns.ts'

/** Creates the ledger, whose rows are only added and never changed, and the lines of bank statements. */
export async function createMoney(db: Kysely<any>): Promise<void> {
  const { schema } = db

  // A row is a payer's report of a payment for a seat, an order or a fee. The report is open until a receipt answers
  // it.
  await schema
    .createTable('claim')
    .addColumn('id', 'text', key)
    .addColumn('subject', 'text', required)
    .addColumn('subject_id', 'text', required)
    .addColumn('provider', 'text', required)
    .addColumn('provider_id', 'text')
    .addColumn('amount_in_paise', 'bigint', paise('amount_in_paise'))
    // Triggers alone write this column. The column makes the few open claims quick to find without reading the
    // receipts.
    .addColumn('is_open', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('claimed_at', 'text', required)
    // A payer who reports the same payment several times makes only one claim.
    .addUniqueConstraint('claim_provider_id', ['provider', 'provider_id'])
    .execute()

  // A row is a sum that was received, refunded or reversed after a mistake. Receipts never change; a refund or reversal
  // is a later row that refers to the earlier one.
  await schema
    .createTable('receipt')
    .addColumn('id', 'text', key)
    .addColumn('kind', 'text', oneOf('kind', 'received', 'refund', 'reversal'))
    // A received sum has a number, such as `R-2026-0001`.
    .addColumn('number', 'text')
    .addColumn('receipt_id', 'text', (c) => c.references('receipt.id'))
    .addColumn('claim_id', 'text', (c) => c.references('claim.id'))
    .addColumn('provider', 'text', required)
    .addColumn('provider_id', 'text')
    .addColumn('method', 'text')
    .addColumn('reference', 'text')
    .addColumn('amount_in_paise', 'bigint', required)
    .addColumn('note', 'text')
    .addColumn('recorded_by', 'text')
    .addColumn('happened_at', 'text', required)
    .addColumn('recorded_at', 'text', required)
    // A refund or reversal is negative, and refers to the receipt of the original sum.
    .addCheckConstraint('receipt_names', sql`(kind = 'received') = (receipt_id is null)`)
    .addCheckConstraint(
      'receipt_sign',
      sql`(kind = 'received' and amount_in_paise >= 0) or (kind <> 'received' and amount_in_paise <= 0)`,
    )
    .execute()

  // A row is the last receipt number of a year. Receipt numbers have no gaps.
  await schema
    .createTable('receipt_year')
    .addColumn('year', 'text', key)
    .addColumn('last', 'integer', (c) => c.notNull().check(sql`last >= 1`))
    .execute()

  // A row is an id under which a provider or the bank knows a receipt, so that the same money counts only once.
  await schema
    .createTable('receipt_key')
    .addColumn('provider', 'text', required)
    .addColumn('provider_id', 'text', required)
    .addColumn('receipt_id', 'text', (c) => c.notNull().references('receipt.id'))
    .addPrimaryKeyConstraint('receipt_key_once', ['provider_id', 'provider'])
    .execute()

  // A row is the part of a receipt that pays for a seat, an order or a fee, or waits for staff. The parts of a receipt
  // add up to its amount.
  await schema
    .createTable('allocation')
    .addColumn('id', 'text', key)
    .addColumn('receipt_id', 'text', (c) => c.notNull().references('receipt.id'))
    .addColumn('subject', 'text', required)
    .addColumn('subject_id', 'text', required)
    .addColumn('purpose', 'text', oneOf('purpose', 'pays', 'waits'))
    .addColumn('amount_in_paise', 'bigint', required)
    .addColumn('at', 'text', required)
    .execute()

  // A row is a credit in a bank statement that staff imported.
  await schema
    .createTable('statement_line')
    .addColumn('id', 'text', key)
    // The fingerprint makes a second import of the same statement change nothing.
    .addColumn('fingerprint', 'text', (c) => c.notNull().unique())
    // The names of the files that contain the line, one name per line.
    .addColumn('file_name', 'text', required)
    .addColumn('booked_on', 'text', required)
    .addColumn('description', 'text', required)
    .addColumn('reference', 'text')
    .addColumn('amount_in_paise', 'bigint', (c) => c.notNull().check(sql`amount_in_paise > 0`))
    .addColumn('status', 'text', oneOf('status', 'open', 'matched', 'refunded', 'ignored'))
    .addColumn('note', 'text')
    .addColumn('decided_by', 'text')
    .addColumn('decided_at', 'text')
    .addColumn('created_at', 'text', required)
    .execute()

  // A row is a match of a bank line and a receipt. If a line is matched again, its earlier matches stay.
  await schema
    .createTable('bank_match')
    .addColumn('line_id', 'text', (c) => c.notNull().references('statement_line.id'))
    .addColumn('receipt_id', 'text', (c) => c.notNull().references('receipt.id'))
    .addColumn('matched_at', 'text', required)
    .addPrimaryKeyConstraint('bank_match_once', ['line_id', 'receipt_id'])
    .execute()

  await createIndexes(db, {
    claim_subject: 'claim (subject, subject_id)',
    claim_open: 'claim (subject_id) where is_open = 1',
    receipt_names_receipt: 'receipt (receipt_id) where receipt_id is not null',
    receipt_answers_claim: 'receipt (claim_id) where claim_id is not null',
    receipt_key_receipt_id: 'receipt_key (receipt_id)',
    allocation_subject: 'allocation (subject, subject_id)',
    allocation_receipt_id: 'allocation (receipt_id)',
    allocation_waits: `allocation (subject, subject_id) where purpose = 'waits'`,
    statement_line_status: 'statement_line (status, booked_on, id)',
    statement_line_day: 'statement_line (booked_on, id)',
    bank_match_receipt: 'bank_match (receipt_id)',
  })
  await createUniqueIndexes(db, {
    receipt_number: 'receipt (number) where number is not null',
  })

  await keepOpenClaims(db)
  await keepMoney(db)
}

type Row = 'old' | 'new'

/** Triggers close a claim when a receipt refers to it, and open it again when no receipt refers to it any more. */
async function keepOpenClaims(db: Kysely<any>): Promise<void> {
  const isAnswered = (row: Row) => `update claim set is_open = case when exists (
      select 1 from receipt where receipt.claim_id = claim.id) then 0 else 1 end where id = ${row}.claim_id;`
  if (isPostgres(db)) {
    await run(
      db,
      `create function keep_open_claims() returns trigger language plpgsql as $$ begin
        if tg_op <> 'INSERT' then if old.claim_id is not null then ${isAnswered('old')} end if; end if;
        if tg_op <> 'DELETE' then if new.claim_id is not null then ${isAnswered('new')} end if; end if;
        return null;
      end $$`,
    )
    await run(
      db,
      `create trigger keep_open_claims after insert or delete or update of claim_id on receipt
        for each row execute function keep_open_claims()`,
    )
    return
  }
  for (const [name, event, row] of [
    ['insert', 'insert', 'new'],
    ['delete', 'delete', 'old'],
    ['update_from', 'update of claim_id', 'old'],
    ['update_to', 'update of claim_id', 'new'],
  ] as const) {
    await run(
      db,
      `create trigger keep_open_claims_${name} after ${event} on receipt when ${row}.claim_id is not null
        begin ${isAnswered(row)} end`,
    )
  }
}

/**
 * Triggers copy the amounts received for a seat or an order into its own row. Lists, filters and totals read them
 * there, and do not add up the ledger for each row.
 */
async function keepMoney(db: Kysely<any>): Promise<void> {
  const change = (row: Row) => {
    const [sign, back] = row === 'new' ? ['+', '-'] : ['-', '+']
    const set = `paid_in_paise = paid_in_paise ${sign} case when ${row}.purpose = 'pays' then ${row}.amount_in_paise else 0 end,
      waits_in_paise = waits_in_paise ${sign} case when ${row}.purpose = 'waits' then ${row}.amount_in_paise else 0 end,
      refunded_in_paise = refunded_in_paise ${back} case when exists (
        select 1 from receipt where receipt.id = ${row}.receipt_id and receipt.kind = 'refund'
      ) then ${row}.amount_in_paise else 0 end`
    return `update seat set ${set} where id = ${row}.subject_id and ${row}.subject in ('enrolment', 'event-booking');
      update shop_order set ${set} where id = ${row}.subject_id and ${row}.subject = 'order';`
  }
  if (isPostgres(db)) {
    await run(
      db,
      `create function keep_money() returns trigger language plpgsql as $$ begin
        if tg_op <> 'INSERT' then ${change('old')} end if;
        if tg_op <> 'DELETE' then ${change('new')} end if;
        return null;
      end $$`,
    )
    await run(
      db,
      `create trigger keep_money after insert or delete or update on allocation
        for each row execute function keep_money()`,
    )
    return
  }
  for (const [event, rows] of [
    ['insert', ['new']],
    ['delete', ['old']],
    ['update', ['old', 'new']],
  ] as const) {
    await run(
      db,
      `create trigger keep_money_${event} after ${event} on allocation begin ${rows.map(change).join(' ')} end`,
    )
  }
}

/**
 * The view `money_state` contains, for each seat, order and fee: the amount owed, the amount that pays it, the amount
 * that waits for staff, and whether the payer reported a payment. The view reads the table of orders, so it is created
 * after that table.
 *
 * Each column is a subquery on its table's row and has the same type in all parts, although this repeats some sums.
 * SQLite then looks up a single row, and does not compute all rows of the view.
 */
export async function createMoneyState(db: Kysely<any>): Promise<void> {
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
  // An order that staff accepted as paid owes exactly the amount that was paid.
  const owedByOrder = `(case when shop_order.payment_status in ('paid', 'refunded')
    then ${sumOf('pays', `'order'`, 'shop_order')} else coalesce(shop_order.accepted_in_paise, shop_order.total_in_paise) end)`
  const owedByCharge = `(case when order_charge.status = 'open' then order_charge.amount_in_paise
    else ${sumOf('pays', `'order-charge'`, 'order_charge')} end)`
  const parts = [
    // A claim covers all seats of its group.
    stateOf('seat.kind', 'seat', 'seat.amount_in_paise', 'coalesce(seat.group_id, seat.id)'),
    stateOf(`'order'`, 'shop_order', owedByOrder),
    stateOf(`'order-charge'`, 'order_charge', owedByCharge),
  ]
  await run(db, `create view money_state as ${parts.join(' union all ')}`)
}
