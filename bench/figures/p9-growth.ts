import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Bench, compare, cpuMilliseconds, type Result } from '../measure.ts'
import { startChild } from '../processes.ts'
import { growSchool } from '../school.ts'

const fewRows = 1000
const manyRows = 100_000

/** P9: what a page of a list, and the dashboard, cost at 100,000 orders and enrolments against 1,000 of each. */
export const growth: Bench = async ({ school, isFull, log }) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'malar-bench-'))
  const children = [fewRows, manyRows].map((rows) => {
    const dataDir = path.join(folder, String(rows))
    cpSync(school, dataDir, { recursive: true })
    log(`Growing a school to ${rows.toLocaleString('en')} orders and enrolments`)
    growSchool(dataDir, rows)
    return { dataDir, child: startChild('growing.ts') }
  })
  try {
    const [few, many] = children
    if (!few || !many) return []
    const names = await few.child.ask<string[]>({ dataDir: few.dataDir })
    await many.child.ask({ dataDir: many.dataDir })
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
          () => many.child.ask<number>(question),
          () => few.child.ask<number>(question),
          cpuMilliseconds,
        ),
      )
    }
    return results
  } finally {
    for (const { child } of children) await child.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
