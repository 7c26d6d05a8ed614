// The baseline of P4 and ORDERS: inserts by the engine's own driver. Each transaction inserts one seat, or one order of
// five lines with its e-mails, their count and its idempotency key.
import { randomUUID } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import type { Where } from '../school.ts'

export interface InsertOrder {
  where: Where
  of: 'enrolment' | 'order'
  callers: number
  ms: number
}

type Row = Record<string, unknown>
/** A row to insert: a copy of the first row that `sample` selects, except for the columns that `own` returns. */
type Write = [table: string, sample: string, own: (id: string) => Row]

const writes: Record<InsertOrder['of'], Write[]> = {
  enrolment: [
    [
      'registration',
      // The sample is a confirmed seat, so each insert also updates the person's totals, as each paid seat does.
      `select * from seat where kind = 'enrolment' and status = 'confirmed' order by created_at, id`,
      (id) => ({ id, reference: id.slice(0, 12) }),
    ],
  ],
  order: [
    ['idempotency', 'select * from idempotency', (id) => ({ key: id })],
    ['shop_order', 'select * from shop_order', (id) => ({ id, number: id.slice(0, 12), gift_id: id })],
    ...[0, 1, 2, 3, 4].map(
      (position): Write => [
        'shop_order_item',
        'select * from shop_order_item',
        (id) => ({ order_id: id, position }),
      ],
    ),
    ['outbox', 'select * from outbox', (id) => ({ id, cause: id })],
    ['outbox', 'select * from outbox', (id) => ({ id: `${id}-school`, cause: `${id}-school` })],
    ['letter_count', 'select * from letter_count', (id) => ({ mailbox: id })],
  ],
}

/** Inserts for `ms` milliseconds, and returns the number of transactions per second. */
export const insertFor = ({ where, of, callers, ms }: InsertOrder) =>
  'file' in where ? intoSqlite(where.file, writes[of], ms) : intoPostgres(where.url, writes[of], callers, ms)

const insertInto = (table: string, row: Row, mark: (at: number) => string) =>
  `insert into ${table} (${Object.keys(row)}) values (${Object.keys(row).map((_, at) => mark(at))})`

/** SQLite has a single writer, so it gets one caller. Further callers would only wait for each other. */
async function intoSqlite(file: string, rows: Write[], ms: number): Promise<number> {
  const db = new DatabaseSync(file, { timeout: 5_000, enableForeignKeyConstraints: true })
  db.exec('pragma synchronous = full')
  const inserts = rows.map(([table, sample, own]) => {
    const row = db.prepare(`${sample} limit 1`).get() ?? {}
    const statement = db.prepare(insertInto(table, row, () => '?'))
    return (id: string) => statement.run(...(Object.values({ ...row, ...own(id) }) as string[]))
  })
  const rate = await rateOf(1, ms, (id) => {
    db.exec('begin immediate')
    for (const insert of inserts) insert(id)
    db.exec('commit')
  })
  db.close()
  return rate
}

async function intoPostgres(url: string, rows: Write[], callers: number, ms: number): Promise<number> {
  const pool = new pg.Pool({ connectionString: url, max: callers })
  const inserts = await Promise.all(
    rows.map(async ([table, sample, own]) => {
      const row = (await pool.query(`${sample} limit 1`)).rows[0] as Row
      const text = insertInto(table, row, (at) => `$${at + 1}`)
      return (id: string) => ({ name: table, text, values: Object.values({ ...row, ...own(id) }) })
    }),
  )
  const rate = await rateOf(callers, ms, async (id) => {
    const client = await pool.connect()
    if (inserts.length > 1) await client.query('begin')
    for (const insert of inserts) await client.query(insert(id))
    if (inserts.length > 1) await client.query('commit')
    client.release()
  })
  await pool.end()
  return rate
}

async function rateOf(callers: number, ms: number, work: (id: string) => unknown): Promise<number> {
  const began = performance.now()
  let done = 0
  const call = async () => {
    for (; performance.now() - began < ms; done++) await work(randomUUID())
  }
  await Promise.all(Array.from({ length: callers }, call))
  return (done * 1000) / (performance.now() - began)
}
