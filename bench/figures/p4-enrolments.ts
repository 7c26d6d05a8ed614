import { cpSync, mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { openDatabase } from '../../server/db/open.ts'
import { startOwnPostgres } from '../../tests/harness/postgres.ts'
import type { EnrollingOrder } from '../children/enrolling.ts'
import type { InsertOrder } from '../children/raw-inserts.ts'
import { type Bench, compare, perSecond, type Result } from '../measure.ts'
import { load, startChild, startServer, temporaryFolder } from '../processes.ts'

const callers = 50

/**
 * P4: enrolments through HTTP, every one durable, against the single insert of the same row with the engine's own
 * library; and what readers keep of their rate meanwhile.
 */
export const enrolments: Bench = async ({ school, isFull, log }) => {
  using temporary = temporaryFolder()
  const folder = temporary.path
  const results: Result[] = []
  for (const name of readdirSync(school)) {
    if (name.startsWith('malar.db')) cpSync(path.join(school, name), path.join(folder, name))
  }
  mkdirSync(path.join(folder, 'uploads'))
  const where = { file: path.join(folder, 'malar.db') }
  await liftLimits(where)
  results.push(...(await measure('SQLite', where, { DATA_DIR: folder }, isFull)))

  const postgres = await startOwnPostgres()
  if (postgres === null) return results
  await using _ = { [Symbol.asyncDispose]: postgres.stop }
  log('P4 on PostgreSQL')
  const url = await postgres.createDatabase()
  const env = {
    // A folder of its own: that of the SQLite school is marked as used, and refuses a database without anything.
    DATA_DIR: path.join(folder, 'postgres'),
    DATABASE_URL: url,
    AUTH_SECRET: 'of a benchmark, and of nothing else at all',
  }
  // A first start fills the database.
  await (await startServer(env))[Symbol.asyncDispose]()
  await liftLimits({ url })
  results.push(...(await measure('PostgreSQL', { url }, env, isFull)))
  return results
}

async function measure(
  engine: string,
  where: InsertOrder['where'],
  env: Record<string, string>,
  isFull: boolean,
): Promise<Result[]> {
  await using server = await startServer(env)
  await using enrolling = startChild('enrolling.ts')
  await using raw = startChild('raw-inserts.ts')
  const courses = (await (await fetch(`${server.url}/api/courses`)).json()) as {
    id: string
    batchId: string | null
    capacity: number | null
  }[]
  const order: EnrollingOrder = {
    url: server.url,
    // A course without a coming batch would get one of few seats.
    courseIds: courses.filter(({ batchId, capacity }) => batchId && capacity === null).map(({ id }) => id),
    callers,
    ms: isFull ? 5_000 : 2_000,
  }
  const rounds = isFull ? 7 : 3
  const writes = await compare(
    {
      id: 'P4',
      what: `enrolments over HTTP, ${callers} callers, on ${engine}, against the raw insert`,
      promise: { atLeast: 0.4 },
    },
    rounds,
    () => enrolling.ask<number>(order),
    () => raw.ask<number>({ where, callers, ms: isFull ? 3_000 : 1_500 } satisfies InsertOrder),
    perSecond,
  )
  const headers = { 'accept-encoding': 'br' }
  const read = () => load(`${server.url}/classes`, { ms: order.ms, headers })
  const reads = await compare(
    {
      id: 'P4',
      what: `readers of /classes meanwhile, on ${engine}, against without enrolments`,
      promise: { atLeast: 0.7 },
    },
    rounds,
    async () => {
      const [rate] = await Promise.all([read(), enrolling.ask({ ...order, ms: order.ms + 1_500 })])
      return rate
    },
    read,
    perSecond,
  )
  return [writes, reads]
}

/** Makes room for everybody, since P4 measures taking seats, not refusing them. */
async function liftLimits(where: InsertOrder['where']): Promise<void> {
  const db = await openDatabase(where)
  await db.write.updateTable('batch').set({ capacity: null }).execute()
  await db.close()
}
