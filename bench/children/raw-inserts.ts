// P4's baseline: the row of an enrolment inserted with the engine's own library, each in a transaction of its own.
import { randomUUID } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { answerEach, rateOf } from './answer-each.ts'

export type InsertOrder = { where: { file: string } | { url: string }; callers: number; ms: number }

answerEach(({ where, callers, ms }: InsertOrder) =>
  'file' in where ? intoSqlite(where.file, ms) : intoPostgres(where.url, callers, ms),
)

const fresh = (row: Record<string, unknown>) =>
  Object.values({ ...row, id: randomUUID(), reference: randomUUID().slice(0, 12) })

/** One caller: the engine has one writer, and more of them only wait for each other. */
async function intoSqlite(file: string, ms: number): Promise<number> {
  const db = new DatabaseSync(file, { timeout: 5_000, enableForeignKeyConstraints: true })
  db.exec('pragma synchronous = full')
  const row = db.prepare(`select * from seat where kind = 'enrolment' limit 1`).get() ?? {}
  const names = Object.keys(row)
  const insert = db.prepare(`insert into seat (${names}) values (${names.map(() => '?')})`)
  const rate = await rateOf(1, ms, () => insert.run(...(fresh(row) as string[])))
  db.close()
  return rate
}

async function intoPostgres(url: string, callers: number, ms: number): Promise<number> {
  const pool = new pg.Pool({ connectionString: url, max: callers })
  const { rows } = await pool.query(`select * from seat where kind = 'enrolment' limit 1`)
  const [row = {}] = rows as Record<string, unknown>[]
  const names = Object.keys(row)
  const text = `insert into seat (${names}) values (${names.map((_, at) => `$${at + 1}`)})`
  const rate = await rateOf(callers, ms, () => pool.query({ name: 'insert', text, values: fresh(row) }))
  await pool.end()
  return rate
}
