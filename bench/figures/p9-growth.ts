import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Bench, interleaved, type Result } from '../measure.ts'
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
      const rounds = await interleaved(
        isFull ? 11 : 7,
        () => many.child.ask<number>(question),
        () => few.child.ask<number>(question),
      )
      results.push({
        id: 'P9',
        what: `${name}, 100,000 orders and enrolments against 1,000`,
        ours: `${rounds.ours.toFixed(2)} cpu ms`,
        baseline: `${rounds.baseline.toFixed(2)} cpu ms`,
        figure: rounds.ratio,
        promise: { atMost: 1.5 },
      })
    }
    return results
  } finally {
    for (const { child } of children) await child.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
