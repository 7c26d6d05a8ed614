import { openDatabase } from '../../server/db/open.ts'
import { indexWaiting } from '../../server/db/search.ts'
import { type EngineToMeasure, onBothEngines } from '../both-engines.ts'
import type { Bench, BenchOptions, Result } from '../measure.ts'
import { timesOf } from '../million-reads.ts'
import { fillWithRows } from '../million-rows.ts'
import { startServer } from '../processes.ts'

const rows = 1_000_000
const msMax = 50
const id = 'MILLION'

/** MILLION: every list, filter, search and report of the back office at a million enrolments, orders and letters. */
export const million: Bench = async (options) => {
  const fill = async (where: EngineToMeasure['where']) => {
    const db = await openDatabase(where)
    await fillWithRows(db, rows, options.log)
    // The server would take an hour, so that nobody waits for it.
    while ((await indexWaiting(db, 10_000)) > 0);
    await db.close()
  }
  return onBothEngines(id, fill, (engine) => measure(engine, options))(options)
}

async function measure(
  { engine, env, isFull }: EngineToMeasure,
  { paths, log }: BenchOptions,
): Promise<Result[]> {
  await using server = await startServer(env)
  const results: Result[] = []
  for (const [what, ms] of await timesOf(server.url, { times: isFull ? 15 : 5, paths, log })) {
    results.push({ id, what: `${what}, ${engine}`, figure: ms, unit: 'ms', promise: { atMost: msMax } })
  }
  return results
}
