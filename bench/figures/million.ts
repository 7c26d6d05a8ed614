import { openDatabase } from '../../server/db/open.ts'
import { indexWaiting } from '../../server/db/search.ts'
import { type EngineToMeasure, onBothEngines } from '../both-engines.ts'
import type { PostingOrder } from '../children/posting.ts'
import { enrolmentBodies } from '../enrolling.ts'
import type { Bench, BenchOptions, Result } from '../measure.ts'
import { timesOf } from '../million-reads.ts'
import { fillWithRows } from '../million-rows.ts'
import { startChild, startServer } from '../processes.ts'

const rows = 1_000_000
const msMax = 50
const id = 'MILLION'
const enrolling = '/api/enrollments'

/** MILLION: every list, filter, search and report of the back office, and an enrolment, at a million rows a kind. */
export const million: Bench = async (options) => {
  const fill = async (where: EngineToMeasure['where']) => {
    const db = await openDatabase(where)
    await fillWithRows(db, rows, options.log)
    // The bench does the server's work here, because the server would take an hour over it.
    while ((await indexWaiting(db, 10_000)) > 0);
    await db.write.updateTable('batch').set({ capacity: null }).where('id', 'not like', 'bench-%').execute()
    await db.close()
  }
  return onBothEngines(id, fill, (engine) => measure(engine, options))(options)
}

async function measure(
  { engine, env, isFull }: EngineToMeasure,
  { paths, log }: BenchOptions,
): Promise<Result[]> {
  await using server = await startServer({ ...env, TRUST_PROXY: '1' })
  const results: Result[] = []
  for (const [what, ms] of await timesOf(server.url, { times: isFull ? 15 : 5, paths, log })) {
    results.push({ id, what: `${what}, ${engine}`, figure: ms, unit: 'ms', promise: { atMost: msMax } })
  }
  if (paths.length === 0 || paths.includes(enrolling))
    results.push({
      id,
      what: `an enrolment, the mean of many one after the other, ${engine}`,
      figure: await millisecondsOfEnrolment(server.url),
      unit: 'ms',
      promise: { atMost: msMax },
    })
  return results
}

async function millisecondsOfEnrolment(url: string): Promise<number> {
  await using caller = startChild('posting.ts')
  const order: PostingOrder = {
    url: url + enrolling,
    bodies: await enrolmentBodies(url),
    callers: 1,
    ms: 2_000,
  }
  await caller.ask<number>(order)
  return 1_000 / (await caller.ask<number>(order))
}
