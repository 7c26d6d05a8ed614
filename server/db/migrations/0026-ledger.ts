import { type Kysely, sql } from 'kysely'
import { dropTrigger } from './drop-trigger.v1.ts'
import { trackFigure } from './running-totals.v1.ts'

/**
 * The ledger of money: receipts, what they pay, claims, matches with the bank, and one view of where the money of a
 * seat or an order stands. Copies what `payment`, `refund` and the orders say, each on the day on which it counted.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('claim')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('subject_id', 'text', (c) => c.notNull())
    .addColumn('provider', 'text', (c) => c.notNull())
    .addColumn('provider_id', 'text')
    .addColumn('amount_in_paise', 'bigint', (c) => c.notNull().check(sql`amount_in_paise >= 0`))
    .addColumn('claimed_at', 'text', (c) => c.notNull())
    // However often somebody says that they have paid, it is one claim.
    .addUniqueConstraint('claim_provider_id', ['provider', 'provider_id'])
    .execute()
  await schema
    .createTable('receipt')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull().check(sql`kind in ('received', 'refund', 'reversal')`))
    .addColumn('receipt_id', 'text', (c) => c.references('receipt.id'))
    .addColumn('claim_id', 'text', (c) => c.references('claim.id'))
    .addColumn('provider', 'text', (c) => c.notNull())
    .addColumn('provider_id', 'text')
    .addColumn('method', 'text')
    .addColumn('reference', 'text')
    .addColumn('amount_in_paise', 'bigint', (c) => c.notNull())
    .addColumn('note', 'text')
    .addColumn('recorded_by', 'text')
    .addColumn('happened_at', 'text', (c) => c.notNull())
    .addColumn('recorded_at', 'text', (c) => c.notNull())
    .addCheckConstraint('receipt_names', sql`(kind = 'received') = (receipt_id is null)`)
    .addCheckConstraint(
      'receipt_sign',
      sql`(kind = 'received' and amount_in_paise >= 0) or (kind <> 'received' and amount_in_paise <= 0)`,
    )
    .execute()
  await schema
    .createTable('receipt_key')
    .addColumn('provider', 'text', (c) => c.notNull())
    .addColumn('provider_id', 'text', (c) => c.notNull())
    .addColumn('receipt_id', 'text', (c) => c.notNull().references('receipt.id'))
    .addPrimaryKeyConstraint('receipt_key_once', ['provider_id', 'provider'])
    .execute()
  await schema
    .createTable('allocation')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('receipt_id', 'text', (c) => c.notNull().references('receipt.id'))
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('subject_id', 'text', (c) => c.notNull())
    .addColumn('purpose', 'text', (c) => c.notNull().check(sql`purpose in ('pays', 'waits')`))
    .addColumn('amount_in_paise', 'bigint', (c) => c.notNull())
    .addColumn('at', 'text', (c) => c.notNull())
    .execute()
  await schema
    .createTable('bank_match')
    .addColumn('line_id', 'text', (c) => c.primaryKey().references('statement_line.id'))
    .addColumn('receipt_id', 'text', (c) => c.notNull().references('receipt.id'))
    .addColumn('matched_at', 'text', (c) => c.notNull())
    .execute()
  await sql`create index receipt_names_receipt on receipt (receipt_id) where receipt_id is not null`.execute(
    db,
  )
  await sql`create index receipt_answers_claim on receipt (claim_id) where claim_id is not null`.execute(db)
  await sql`create index allocation_waits on allocation (subject, subject_id) where purpose = 'waits'`.execute(
    db,
  )
  for (const [table, ...columns] of [
    ['claim', 'subject', 'subject_id'],
    ['allocation', 'subject', 'subject_id'],
    ['allocation', 'receipt_id'],
    ['receipt_key', 'receipt_id'],
    ['bank_match', 'receipt_id'],
  ] as [string, ...string[]][]) {
    await schema.createIndex(`${table}_${columns[0]}`).on(table).columns(columns).execute()
  }

  await copyPayments(db)
  await copyOrders(db)
  await sql`
    insert into receipt_key (provider, provider_id, receipt_id)
    select provider, provider_id, id from receipt
    where provider_id is not null and not exists (
      select 1 from receipt as back where back.receipt_id = receipt.id and receipt.provider = 'staff'
    ) and kind = 'received'
    on conflict do nothing`.execute(db)
  await sql`
    insert into bank_match (line_id, receipt_id, matched_at)
    select line.id, receipt.id, coalesce(line.decided_at, line.created_at)
    from statement_line as line
    join receipt on receipt.kind = 'received' and receipt.id in (
      select allocation.receipt_id from allocation
      where allocation.subject = line.subject and allocation.subject_id = line.subject_id
    )
    where line.status = 'matched' and receipt.provider = 'staff'
      and receipt.provider_id = coalesce(line.reference, 'LINE-' || line.id)
    on conflict do nothing`.execute(db)

  // Revenue is what pays a seat or an order, on the day from which it does.
  await dropTrigger(db, 'total_revenue_payment', 'payment')
  await dropTrigger(db, 'total_revenue_shop_order', 'shop_order')
  await sql`delete from running_total where figure = 'revenue'`.execute(db)
  await trackFigure(db, {
    figure: 'revenue',
    table: 'allocation',
    columns: ['purpose', 'amount_in_paise', 'at'],
    at: 'at',
    atIs: 'instant',
    amount: 'amount_in_paise',
    when: `row.purpose = 'pays'`,
  })

  await createMoneyState(db)
}

async function copyPayments(db: Kysely<unknown>): Promise<void> {
  const references = sql`
    (select 'enrolment' as subject, id as subject_id, reference from enrolment
     union all select 'event-booking', id, reference from event_booking)`
  await sql`
    insert into claim (id, subject, subject_id, provider, provider_id, amount_in_paise, claimed_at)
    select id, subject, subject_id, provider, provider_reference, amount_in_paise, created_at
    from payment where status = 'claimed'`.execute(db)
  for (const [table, note, recordedBy, where] of [
    ['payment', 'money.note', 'money.recorded_by', `money.status <> 'claimed'`],
    ['refund', 'null', 'null', '1 = 1'],
  ] as const) {
    const arrivedAt =
      table === 'payment'
        ? 'coalesce(money.settled_at, money.created_at)'
        : 'coalesce(money.settled_at, money.refunded_at)'
    await sql`
      insert into receipt (id, kind, provider, provider_id, reference, amount_in_paise, note, recorded_by, happened_at, recorded_at)
      select money.id, 'received', money.provider,
        case when money.provider = 'staff' then nullif(money.provider_reference, seat.reference)
          else money.provider_reference end,
        seat.reference, money.amount_in_paise, ${sql.raw(note)}, ${sql.raw(recordedBy)},
        ${sql.raw(arrivedAt)}, ${sql.raw(arrivedAt)}
      from ${sql.table(table)} as money
      left join ${references} as seat on seat.subject = money.subject and seat.subject_id = money.subject_id
      where ${sql.raw(where)}`.execute(db)
  }
  await sql`
    insert into allocation (id, receipt_id, subject, subject_id, purpose, amount_in_paise, at)
    select payment.id, payment.id, subject, subject_id,
      case when status = 'settled' then 'pays' else 'waits' end, payment.amount_in_paise, receipt.happened_at
    from payment join receipt on receipt.id = payment.id
    union all
    select refund.id, refund.id, subject, subject_id, 'waits', refund.amount_in_paise, receipt.happened_at
    from refund join receipt on receipt.id = refund.id`.execute(db)
  await sql`
    insert into receipt (id, kind, receipt_id, provider, reference, amount_in_paise, note, recorded_by, happened_at, recorded_at)
    select refund.id || ':refund', 'refund', refund.id, refund.provider, receipt.reference,
      -refund.amount_in_paise, refund.note, refund.recorded_by, refund.refunded_at, refund.refunded_at
    from refund join receipt on receipt.id = refund.id`.execute(db)
  await sql`
    insert into allocation (id, receipt_id, subject, subject_id, purpose, amount_in_paise, at)
    select id || ':refund', id || ':refund', subject, subject_id, 'waits', -amount_in_paise, refunded_at
    from refund`.execute(db)
}

/** When an order was paid back nobody wrote down: it never counted as revenue, so it goes back on the day it came. */
async function copyOrders(db: Kysely<unknown>): Promise<void> {
  const line = (column: string) => sql`(
    select ${sql.raw(column)} from statement_line as line
    where line.status = 'matched' and line.subject = 'order' and line.subject_id = shop_order.id
    order by line.decided_at, line.id limit 1)`
  await sql`
    insert into receipt (id, kind, provider, provider_id, method, reference, amount_in_paise, happened_at, recorded_at)
    select id, 'received', case when ${line('line.id')} is null then 'shop' else 'staff' end,
      ${line(`coalesce(line.reference, 'LINE-' || line.id)`)}, payment_method, number, total_in_paise, paid_at, paid_at
    from shop_order where paid_at is not null`.execute(db)
  await sql`
    insert into receipt (id, kind, receipt_id, provider, reference, amount_in_paise, happened_at, recorded_at)
    select id || ':refund', 'refund', id, 'shop', number, -total_in_paise, paid_at, paid_at
    from shop_order where payment_status = 'refunded'`.execute(db)
  await sql`
    insert into allocation (id, receipt_id, subject, subject_id, purpose, amount_in_paise, at)
    select receipt.id, receipt.id, 'order', shop_order.id, 'pays', receipt.amount_in_paise, receipt.happened_at
    from receipt join shop_order on shop_order.id in (receipt.id, receipt.receipt_id)`.execute(db)
}

/**
 * Of each seat and order: what it owes, what pays it, what arrived and waits for staff, and whether somebody says that
 * they have paid. An order that staff took as paid owes no more than came. Every column is computed beside its table and
 * has one type in all parts, however often that repeats a sum: SQLite looks one row up in such a view, and computes all
 * rows of another.
 */
async function createMoneyState(db: Kysely<unknown>): Promise<void> {
  const sumOf = (purpose: string, subject: string, table: string) => `
    cast(coalesce((select sum(allocation.amount_in_paise) from allocation where allocation.subject = '${subject}'
      and allocation.subject_id = ${table}.id and allocation.purpose = '${purpose}'), 0) as bigint)`
  const stateOf = (subject: string, table: string, owes: string) => {
    const [paid, waits] = [sumOf('pays', subject, table), sumOf('waits', subject, table)]
    const claimed = `exists (select 1 from claim where claim.subject = '${subject}' and claim.subject_id = ${table}.id
      and not exists (select 1 from receipt where receipt.claim_id = claim.id))`
    return `
      select '${subject}' as subject, ${table}.id as subject_id, ${owes} as owes_in_paise,
        ${paid} as paid_in_paise, ${waits} as unseated_in_paise, case when ${claimed} then 1 else 0 end as is_claimed,
        case when ${waits} > 0 or ${paid} >= ${owes} then 0 else ${owes} - ${paid} end as due_in_paise,
        case when ${waits} > 0 then 'attention' when ${paid} >= ${owes} then 'paid'
          when ${claimed} then 'checking' else 'due' end as state
      from ${table}`
  }
  const owedByOrder = `cast(case when shop_order.payment_status in ('paid', 'refunded')
    then ${sumOf('pays', 'order', 'shop_order')} else shop_order.total_in_paise end as bigint)`
  const parts = [
    stateOf('enrolment', 'enrolment', 'enrolment.amount_in_paise'),
    stateOf('event-booking', 'event_booking', 'event_booking.amount_in_paise'),
    stateOf('order', 'shop_order', owedByOrder),
  ]
  await sql.raw(`create view money_state as ${parts.join(' union all ')}`).execute(db)
}
