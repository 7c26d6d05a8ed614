import { cpSync } from 'node:fs'
import path from 'node:path'
import { openDatabase } from '../../server/db/open.ts'
import { planBatches } from '../batches.ts'
import { type Bench, compare, cpuMilliseconds, type Result } from '../measure.ts'
import { startChild, temporaryFolder } from '../processes.ts'
import { growSchool } from '../school.ts'

/** P9: the cost of the main lists and calls at 100,000 orders and enrolments against 1,000, with 50 batches a class. */
export const growth: Bench = async ({ school, isFull, log }) => {
  using folder = temporaryFolder()
  await using few = startChild('growing.ts')
  await using many = startChild('growing.ts')
  let names: string[] = []
  for (const [child, rows] of [
    [few, 1_000],
    [many, 100_000],
  ] as const) {
    const dataDir = path.join(folder.path, String(rows))
    cpSync(school, dataDir, { recursive: true })
    log(`Growing a school to ${rows.toLocaleString('en')} orders and enrolments`)
    growSchool(dataDir, rows)
    const db = await openDatabase({ file: path.join(dataDir, 'malar.db') })
    await planBatches(db, 50)
    await db.close()
    names = await child.ask<string[]>({ dataDir })
  }
  const results: Result[] = []
  for (const name of names) {
    const question = { name, times: isFull ? 60 : 25 }
    results.push(
      await compare(
        {
          id: 'P9',
          what: `${name}, 100,000 orders and enrolments against 1,000`,
          promise: { atMost: 1.5 },
        },
        isFull ? 11 : 7,
        () => many.ask<number>(question),
        () => few.ask<number>(question),
        cpuMilliseconds,
      ),
    )
  }
  return results
}
