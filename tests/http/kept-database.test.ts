import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrate } from '../../server/db/migrate.ts'
import { migrations } from '../../server/db/migrations/index.ts'
import { emptyDatabase } from '../harness/app.ts'
import { onEachDatabase } from '../harness/on-each-engine.ts'

type Rows = Record<string, Record<string, unknown>[]>
type AnyDatabase = Kysely<Record<string, Record<string, unknown>>>

/** A school with every kind of row, as it was kept on that day; its last migration, and the tables in which rows stand. */
const kept = [
  { file: 'tests/kept/2026-11-22.json.gz', last: '0020-email-change' },
  { file: 'tests/kept/2026-11-23.json.gz', last: '0025-private-pictures' },
]

/**
 * The money of each seat and order, and the sums behind the figures, read from the tables of the kept file and from
 * today's. Both must agree to the paisa.
 */
const figures = {
  seats: {
    kept: sql`
      with seat as (
        select 'enrolment' as kind, id, status, amount_in_paise from enrolment
        union all select 'event-booking', id, status, amount_in_paise from event_booking
      ), money as (
        select subject, subject_id, status, sum(amount_in_paise) as paise from payment
        group by subject, subject_id, status
        union all
        select subject, subject_id, 'refunded', sum(amount_in_paise) from refund group by subject, subject_id
      )
      select kind, id, seat.status, amount_in_paise as owes,
        coalesce(sum(case when money.status = 'settled' then paise end), 0) as paid,
        coalesce(max(case when money.status = 'claimed' then 1 end), 0) as claimed,
        coalesce(sum(case when money.status = 'attention' then paise end), 0) as unseated,
        coalesce(sum(case when money.status = 'refunded' then paise end), 0) as refunded
      from seat left join money on money.subject = seat.kind and money.subject_id = seat.id
      group by kind, id, seat.status, amount_in_paise`,
    today: sql`
      select kind, id, status, owes_in_paise as owes, paid_in_paise as paid, is_claimed as claimed,
        unseated_in_paise as unseated,
        coalesce((
          select -sum(allocation.amount_in_paise)
          from allocation join receipt on receipt.id = allocation.receipt_id and receipt.kind = 'refund'
          where allocation.subject_id = seat.id
        ), 0) as refunded
      from seat join money_state on subject = kind and subject_id = id`,
  },
  orders: {
    kept: sql`
      select id, payment_status, total_in_paise,
        case when payment_status = 'paid' then total_in_paise else 0 end as paid,
        case when payment_status in ('paid', 'refunded') then 0 else total_in_paise end as due
      from shop_order`,
    today: sql`
      select id, payment_status, total_in_paise, paid_in_paise as paid, due_in_paise as due
      from shop_order join money_state on subject = 'order' and subject_id = id`,
  },
  lines: {
    kept: sql`
      select line.id, line.status, line.subject, line.subject_id,
        coalesce(payment.id, refund.id, shop_order.id, (
          select other.id from payment as other
          where other.subject = line.subject and other.subject_id = line.subject_id and other.status <> 'claimed'
          order by other.amount_in_paise <> line.amount_in_paise, other.settled_at, other.id limit 1
        )) as money
      from statement_line as line
      left join payment on payment.subject_id = line.subject_id and payment.provider_reference = line.reference
      left join refund on refund.subject_id = line.subject_id and refund.provider_reference = line.reference
      left join shop_order on shop_order.id = line.subject_id and line.subject = 'order'
      where line.reference is not null`,
    today: sql`
      select line.id, status, subject, subject_id, bank_match.receipt_id as money
      from statement_line as line left join bank_match on line_id = line.id
      left join allocation on allocation.id = bank_match.receipt_id
      where line.reference is not null`,
  },
  batches: { kept: sql`select id, taken from batch`, today: sql`select id, taken from batch` },
  days: {
    kept: sql`select figure, day, sum(amount) as amount from running_total group by figure, day having sum(amount) <> 0`,
    today: sql`select figure, day, sum(amount) as amount from running_total group by figure, day having sum(amount) <> 0`,
  },
}

/** Tables that no longer exist, with a query that reads their rows from today's tables. */
const shared = sql.raw(
  'id, reference, course_id, batch_id, email, phone, amount_in_paise, status, hold_until, confirmed_at, staff_note, created_at',
)
const moved: Record<string, RawBuilder<Record<string, unknown>>> = {
  enrolment: sql`
    select ${shared}, name as full_name, question as questions, payment_method from seat where kind = 'enrolment'`,
  event_booking: sql`
    select ${shared}, name, question as special_requirements, transaction_id from seat where kind = 'event-booking'`,
  payment: sql`
    select receipt.id, subject, subject_id, receipt.provider, allocation.amount_in_paise,
      case when purpose = 'pays' then 'settled' else 'attention' end as status,
      case when receipt.provider = 'staff' then coalesce(provider_id, reference) else provider_id end as provider_reference,
      note, recorded_by, happened_at as settled_at
    from receipt join allocation on allocation.receipt_id = receipt.id
    where kind = 'received' and subject <> 'order'
      and not exists (select 1 from receipt as back where back.receipt_id = receipt.id)
    union all
    select id, subject, subject_id, provider, amount_in_paise, 'claimed', provider_id, null, null, null from claim`,
  statement_line: sql`
    select line.id, fingerprint, file_name, booked_on, description, reference, line.amount_in_paise, status, subject,
      subject_id, note, decided_by, decided_at, created_at
    from statement_line as line left join bank_match on line_id = line.id
    left join allocation on allocation.id = bank_match.receipt_id`,
  refund: sql`
    select receipt.id, subject, subject_id, receipt.provider, receipt.provider_id as provider_reference,
      receipt.amount_in_paise, receipt.happened_at as settled_at, back.note, back.happened_at as refunded_at,
      back.recorded_by
    from receipt join allocation on allocation.receipt_id = receipt.id
    join receipt as back on back.receipt_id = receipt.id and back.kind = 'refund'
    where subject <> 'order'`,
}

/** Columns whose content a later migration changes on purpose, with what it becomes. */
const changed: Record<string, (row: Record<string, unknown>) => Record<string, unknown>> = {
  event_booking: ({ first_name, last_name, ...row }) => ({ ...row, name: `${first_name} ${last_name}` }),
  // The claim now says when somebody began to pay; a receipt has only the day on which money arrived.
  payment: ({ created_at: _, ...row }) => row,
}

onEachDatabase('a kept database', emptyDatabase, ({ db }) => {
  test.each(kept)('$file loses no row and no rupee on its way to today', async ({ file, last }) => {
    const names = Object.keys(migrations)
    const before = names.slice(0, names.indexOf(last) + 1)
    await migrate(db, Object.fromEntries(before.map((name) => [name, migrations[name] as never])))
    const rows: Rows = JSON.parse(gunzipSync(readFileSync(file)).toString())
    await db.transaction(async (tx) => {
      for (const [table, its] of Object.entries(rows)) {
        for (let at = 0; at < its.length; at += 50) {
          await (tx as unknown as AnyDatabase)
            .insertInto(table)
            .values(its.slice(at, at + 50))
            .execute()
        }
      }
    })
    const read = db.read as unknown as AnyDatabase
    const money = async (when: 'kept' | 'today') => {
      const all: Record<string, string[]> = {}
      for (const [name, query] of Object.entries(figures)) {
        const { rows: found } = await query[when].execute(read)
        all[name] = found.map((row) => comparable(row as Record<string, unknown>)).sort()
      }
      return all
    }
    const moneyBefore = await money('kept')
    for (const [name, lines] of Object.entries(moneyBefore))
      expect([name, lines.length > 3]).toEqual([name, true])

    await migrate(db, migrations)

    expect(await money('today')).toEqual(moneyBefore)
    for (const [table, its] of Object.entries(rows)) {
      const expected = its.map((row) => comparable(changed[table]?.(row) ?? row))
      const columns = Object.keys(its[0] ?? {})
      const found = moved[table]
        ? (await moved[table].execute(read)).rows
        : await read.selectFrom(table).select(columns).execute()
      expect([table, found.map(comparable).sort()]).toEqual([table, expected.sort()])
    }
  })
})

/** One text for a row, whatever order its columns come in; PostgreSQL gives its bigints as text. */
function comparable(row: Record<string, unknown>): string {
  const values = Object.entries(row).map(([name, value]) => [name, value === null ? null : String(value)])
  return JSON.stringify(values.sort(([a], [b]) => String(a).localeCompare(String(b))))
}
