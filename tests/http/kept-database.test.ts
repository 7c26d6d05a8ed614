import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { type Kysely, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { migrate } from '../../server/db/migrate.ts'
import { migrations } from '../../server/db/migrations/index.ts'
import { openDatabase } from '../../server/db/open.ts'
import { availableEngines, emptyDatabase } from '../harness/app.ts'

type Rows = Record<string, Record<string, unknown>[]>
type AnyDatabase = Kysely<Record<string, Record<string, unknown>>>

/** A school with every kind of row, as it was kept on that day; its last migration, and the tables in which rows stand. */
const kept = [
  { file: 'tests/kept/2026-11-22.json.gz', last: '0020-email-change' },
  { file: 'tests/kept/2026-11-23.json.gz', last: '0025-private-pictures' },
]

/** Money of each seat and order, and what the figures are made of: the same before and after, to the paisa. */
const figures = {
  seats: sql`
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
      coalesce(sum(case when money.status = 'claimed' then 1 end), 0) as claims,
      coalesce(sum(case when money.status = 'attention' then paise end), 0) as unseated,
      coalesce(sum(case when money.status = 'refunded' then paise end), 0) as refunded
    from seat left join money on money.subject = seat.kind and money.subject_id = seat.id
    group by kind, id, seat.status, amount_in_paise`,
  orders: sql`
    select id, payment_status, total_in_paise as owes,
      case when payment_status = 'paid' then total_in_paise else 0 end as paid
    from shop_order`,
  lines: sql`select id, status, subject, subject_id, amount_in_paise from statement_line`,
  batches: sql`select id, taken from batch`,
  days: sql`select figure, day, sum(amount) as amount from running_total group by figure, day having sum(amount) <> 0`,
}

/** Columns whose content a later migration changes on purpose, with what it becomes. */
const changed: Record<string, (row: Record<string, unknown>) => Record<string, unknown>> = {}

describe.each(await availableEngines())('a kept database on %s', (engine) => {
  test.each(kept)('$file loses no row and no rupee on its way to today', async ({ file, last }) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'malar-kept-'))
    const db = await openDatabase(await emptyDatabase(engine, folder))
    try {
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
      const money = async () => {
        const all: Record<string, string[]> = {}
        for (const [name, query] of Object.entries(figures)) {
          const { rows: found } = await query.execute(read)
          all[name] = found.map((row) => comparable(row as Record<string, unknown>)).sort()
        }
        return all
      }
      const moneyBefore = await money()
      for (const [name, lines] of Object.entries(moneyBefore))
        expect([name, lines.length > 3]).toEqual([name, true])

      await migrate(db, migrations)

      expect(await money()).toEqual(moneyBefore)
      for (const [table, its] of Object.entries(rows)) {
        const expected = its.map((row) => comparable(changed[table]?.(row) ?? row))
        const columns = Object.keys(its[0] ?? {})
        const found = await read.selectFrom(table).select(columns).execute()
        expect([table, found.map(comparable).sort()]).toEqual([table, expected.sort()])
      }
    } finally {
      await db.close()
      rmSync(folder, { recursive: true })
    }
  })
})

/** One text for a row, whatever order its columns come in; PostgreSQL gives its bigints as text. */
function comparable(row: Record<string, unknown>): string {
  const values = Object.entries(row).map(([name, value]) => [name, value === null ? null : String(value)])
  return JSON.stringify(values.sort(([a], [b]) => String(a).localeCompare(String(b))))
}
