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
const kept = [{ file: 'tests/kept/2026-11-22.json.gz', last: '0020-email-change' }]

const sums = {
  due: sql`select sum(amount_in_paise) as paise from enrolment where status in ('pending', 'confirmed')`,
  booked: sql`select sum(amount_in_paise) as paise from event_booking where status in ('pending', 'confirmed')`,
  orders: sql`select sum(total_in_paise) as paise from shop_order where payment_status = 'paid'`,
  payments: sql`select sum(amount_in_paise) as paise from payment where status = 'settled'`,
  attention: sql`select sum(amount_in_paise) as paise from payment where status = 'attention'`,
  refunds: sql`select sum(amount_in_paise) as paise from refund`,
  taken: sql`select sum(taken) as paise from batch`,
  revenue: sql`select sum(amount) as paise from running_total`,
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
        const all: Record<string, number> = {}
        for (const [name, query] of Object.entries(sums)) {
          const { rows: found } = await query.execute(read)
          all[name] = Number((found[0] as { paise: unknown }).paise)
        }
        return all
      }
      const moneyBefore = await money()
      expect(Object.values(moneyBefore).every((paise) => paise > 0)).toBe(true)

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
