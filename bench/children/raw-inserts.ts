// P4's baseline: the row of an enrolment inserted with the engine's own library, each in a transaction of its own.
import { randomUUID } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { answerEach } from './answer-each.ts'

export type InsertOrder = { where: { file: string } | { url: string }; callers: number; ms: number }

answerEach(({ where, callers, ms }: InsertOrder) =>
  'file' in where ? intoSqlite(where.file, ms) : intoPostgres(where.url, callers, ms),
)

const fresh = (row: Record<string, unknown>) =>
  Object.values({ ...row, id: randomUUID(), reference: randomUUID().slice(0, 12) })

/** One caller: the engine has one writer, and more of them only wait for each other. */
function intoSqlite(file: string, ms: number): number {
  const db = new DatabaseSync(file, { timeout: 5_000, enableForeignKeyConstraints: true })
  db.exec('pragma synchronous = full')
  const row = db.prepare(`select * from seat where kind = 'enrolment' limit 1`).get() ?? {}
  const names = Object.keys(row)
  const insert = db.prepare(`insert into seat (${names}) values (${names.map(() => '?')})`)
  const began = performance.now()
  let done = 0
  for (; performance.now() - began < ms; done++) insert.run(...(fresh(row) as string[]))
  const rate = (done * 1000) / (performance.now() - began)
  db.close()
  return rate
}

async function intoPostgres(url: string, callers: number, ms: number): Promise<number> {
  const pool = new pg.Pool({ connectionString: url, max: callers })
  const row = ((await pool.query(`select * from seat where kind = 'enrolment' limit 1`)).rows[0] ??
    {}) as Record<string, unknown>
  const names = Object.keys(row)
  const text = `insert into seat (${names}) values (${names.map((_, at) => `$${at + 1}`)})`
  const began = performance.now()
  let done = 0
  const call = async () => {
    for (; performance.now() - began < ms; done++) {
      await pool.query({ name: 'insert', text, values: fresh(row) })
    }
  }
  await Promise.all(Array.from({ length: callers }, call))
  const rate = (done * 1000) / (performance.now() - began)
  await pool.end()
  return rate
}
