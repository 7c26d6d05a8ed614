import { cpSync } from 'node:fs'
import path from 'node:path'
import { openDatabase } from '../../server/db/open.ts'
import { planBatches } from '../batches.ts'
import { type Bench, compare, perCpuSecond, type Result } from '../measure.ts'
import { startChild, temporaryFolder } from '../processes.ts'

/** The lists and the calendar name every date: fifty times as many may cost five times as much. */
const pages = [
  { page: '/classes/bridal-bouquet-weekend', atLeast: 0.67 },
  { page: '/classes', atLeast: 0.2 },
  { page: '/calendar', atLeast: 0.2 },
]

/** BATCHES: the cost of class pages after a sale, with 50 batches a class against one. */
export const manyBatches: Bench = async ({ school, isFull, log }) => {
  using folder = temporaryFolder()
  await using few = startChild('rendering.ts')
  await using many = startChild('rendering.ts')
  for (const [child, count] of [
    [few, 1],
    [many, 50],
  ] as const) {
    const dataDir = path.join(folder.path, String(count))
    cpSync(school, dataDir, { recursive: true })
    log(`Planning batches: ${count} of each class`)
    const db = await openDatabase({ file: path.join(dataDir, 'malar.db') })
    await planBatches(db, count)
    await db.close()
    await child.ask(dataDir)
  }
  const results: Result[] = []
  for (const { page, atLeast } of pages) {
    const [one, fifty] = [await few.ask<number>({ page }), await many.ask<number>({ page })]
    const inKilobytes = `${Math.round(fifty / 1000)} kB, ${Math.round(one / 1000)} kB`
    const question = { how: 'anew', renders: isFull ? 200 : 40 } as const
    results.push(
      await compare(
        {
          id: 'BATCHES',
          what: `${page} after a sale, 50 batches a class against one (${inKilobytes})`,
          promise: { atLeast },
        },
        isFull ? 9 : 5,
        () => many.ask<number>(question),
        () => few.ask<number>(question),
        perCpuSecond,
      ),
    )
  }
  return results
}
