// This is the baseline of P4 and ORDERS, by the engine's own library, each in one transaction: the row of a seat, or
// all rows of an order with five lines (with its letters, their count and its key).
import { randomUUID } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { answerEach, rateOf } from './answer-each.ts'

export interface InsertOrder {
  where: { file: string } | { url: string }
  of: 'enrolment' | 'order'
  callers: number
  ms: number
}

type Row = Record<string, unknown>

const linesOfAnOrder = 5

answerEach(({ where, of, callers, ms }: InsertOrder) =>
  'file' in where ? intoSqlite(where.file, of, ms) : intoPostgres(where.url, of, callers, ms),
)

const samples = {
  // It is a confirmed one, because its insert keeps the totals of its person, like each paid seat.
  enrolment: [
    `select * from seat where kind = 'enrolment' and status = 'confirmed' order by created_at, id limit 1`,
  ],
  order: [
    'select * from shop_order limit 1',
    'select * from shop_order_item limit 1',
    'select * from idempotency limit 1',
    'select * from outbox limit 1',
    'select * from letter_count limit 1',
  ],
}

function freshOf(
  of: InsertOrder['of'],
  [first = {}, item = {}, key = {}, letter = {}, count = {}]: readonly Row[],
): [table: string, row: Row][] {
  const id = randomUUID()
  const name = id.slice(0, 12)
  if (of === 'enrolment') return [['registration', { ...first, id, reference: name }]]
  const lines = Array.from({ length: linesOfAnOrder }, (_, position): [string, Row] => [
    'shop_order_item',
    { ...item, order_id: id, position },
  ])
  return [
    ['idempotency', { ...key, key: id }],
    ['shop_order', { ...first, id, number: name, gift_id: id }],
    ...lines,
    ['outbox', { ...letter, id, cause: id }],
    ['outbox', { ...letter, id: `${id}-school`, cause: `${id}-school` }],
    ['letter_count', { ...count, mailbox: id }],
  ]
}

const insertInto = (table: string, row: Row, mark: (at: number) => string) =>
  `insert into ${table} (${Object.keys(row)}) values (${Object.keys(row).map((_, at) => mark(at))})`

/** There is one caller: the engine has one writer, and more callers only wait for each other. */
async function intoSqlite(file: string, of: InsertOrder['of'], ms: number): Promise<number> {
  const db = new DatabaseSync(file, { timeout: 5_000, enableForeignKeyConstraints: true })
  db.exec('pragma synchronous = full')
  const rows = samples[of].map((text) => db.prepare(text).get() ?? {})
  const statements = new Map(
    freshOf(of, rows).map(([table, row]) => [table, db.prepare(insertInto(table, row, () => '?'))]),
  )
  const rate = await rateOf(1, ms, () => {
    db.exec('begin immediate')
    for (const [table, row] of freshOf(of, rows))
      statements.get(table)?.run(...(Object.values(row) as string[]))
    db.exec('commit')
  })
  db.close()
  return rate
}

async function intoPostgres(
  url: string,
  of: InsertOrder['of'],
  callers: number,
  ms: number,
): Promise<number> {
  const pool = new pg.Pool({ connectionString: url, max: callers })
  const rows = await Promise.all(samples[of].map(async (text) => (await pool.query(text)).rows[0] as Row))
  const mark = (at: number) => `$${at + 1}`
  const rate = await rateOf(callers, ms, async () => {
    const client = await pool.connect()
    const fresh = freshOf(of, rows)
    if (fresh.length > 1) await client.query('begin')
    for (const [table, row] of fresh) {
      const text = insertInto(table, row, mark)
      await client.query({ name: table, text, values: Object.values(row) })
    }
    if (fresh.length > 1) await client.query('commit')
    client.release()
  })
  await pool.end()
  return rate
}
