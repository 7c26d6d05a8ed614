// `npm run bench` measures the promises of speed beside their baselines; `npm run bench -- P1 P4` only those named;
// `npm run bench -- P7 /store` only for these pages, `-- MILLION /api/admin/orders` only for reads that begin so;
// `--full` with more and longer rounds. MILLION takes long, and runs only if it is named.
import { ensureBuilt } from '../scripts/setup/build.mjs'
import { deliveryOptions } from './figures/delivery-options.ts'
import { machines } from './figures/machines.ts'
import { manyBatches } from './figures/many-batches.ts'
import { million } from './figures/million.ts'
import { orders } from './figures/orders.ts'
import { cachedPage } from './figures/p1-cached-page.ts'
import { freshRender } from './figures/p2-fresh-render.ts'
import { coursesAnswer } from './figures/p3-courses-answer.ts'
import { enrolments, enrolmentsOfManyBatches } from './figures/p4-enrolments.ts'
import { firstLoad } from './figures/p5-first-load.ts'
import { shiftWithFontSets } from './figures/p7-font-sets.ts'
import { slowPhone } from './figures/p7-slow-phone.ts'
import { memoryUnderLoad } from './figures/p8-memory.ts'
import { start } from './figures/p8-start.ts'
import { growth } from './figures/p9-growth.ts'
import { photograph } from './figures/p10-photograph.ts'
import { sectionOpening } from './figures/section-opening.ts'
import type { Bench, Result } from './measure.ts'
import { pagesOfTheBench } from './pages.ts'
import { prepareSchool } from './school.ts'

const benches: { ids: string[]; bench: Bench }[] = [
  { ids: ['P1'], bench: cachedPage },
  { ids: ['P2'], bench: freshRender },
  { ids: ['P3'], bench: coursesAnswer },
  { ids: ['P4'], bench: enrolments },
  { ids: ['ORDERS'], bench: orders },
  { ids: ['DELIVERY'], bench: deliveryOptions },
  { ids: ['P5', 'P6'], bench: firstLoad },
  { ids: ['P7'], bench: slowPhone },
  { ids: ['FONTS'], bench: shiftWithFontSets },
  { ids: ['P8'], bench: start },
  { ids: ['P8'], bench: memoryUnderLoad },
  { ids: ['P9'], bench: growth },
  { ids: ['BATCHES'], bench: manyBatches },
  { ids: ['BATCHES'], bench: enrolmentsOfManyBatches },
  { ids: ['P10'], bench: photograph },
  { ids: ['MACHINES'], bench: machines },
  { ids: ['MILLION'], bench: million },
  { ids: ['SECTIONS'], bench: sectionOpening },
]
const log = (text: string) => process.stderr.write(`${text} …\n`)

const given = process.argv.slice(2)
const isFull = given.includes('--full')
const named = given.filter((one) => !one.startsWith('--'))
const wanted = named.filter((one) => !one.startsWith('/')).map((one) => one.toUpperCase())
const paths = new Set(named.filter((one) => one.startsWith('/')))
const pages = pagesOfTheBench.filter(({ page }) => paths.size === 0 || paths.has(page))
const known = benches.flatMap(({ ids }) => ids)
const unknown = wanted.filter((id) => !known.includes(id))
if (unknown.length > 0) {
  process.stderr.write(
    `There is no ${unknown.join(', ')} to be measured here: choose of ${known.join(', ')}.\n`,
  )
  process.exit(1)
}

await ensureBuilt(process.execPath)
const school = await prepareSchool(log)
const results: Result[] = []
for (const { ids, bench } of benches) {
  if (wanted.length > 0 ? !ids.some((id) => wanted.includes(id)) : bench === million) continue
  log(ids.join(', '))
  results.push(...(await bench({ isFull, school, log, pages, paths: [...paths] })))
}
const shown = results.filter(({ id }) => wanted.length === 0 || wanted.includes(id))
process.stdout.write(`\n${tableOf(shown)}\n`)
process.exit(0)

function tableOf(rows: readonly Result[]): string {
  const cells = [
    ['', 'what', 'Malar', 'baseline', 'figure', 'promise', ''],
    ...rows.map((row) => {
      const { promise, figure, unit = 'ratio', ours, baseline = '' } = row
      const show = (value: number) =>
        `${unit === 'ratio' ? value.toFixed(2) : Number(value.toFixed(3))}${unit === 'ratio' || unit === '' ? '' : ` ${unit}`}`
      const isKept = 'atLeast' in promise ? figure >= promise.atLeast : figure <= promise.atMost
      const bound = 'atLeast' in promise ? `≥ ${promise.atLeast}` : `≤ ${promise.atMost}`
      return [
        row.id,
        row.what,
        ours ?? show(figure),
        baseline,
        show(figure),
        bound,
        isKept ? 'kept' : Number.isNaN(figure) ? 'NOT MEASURED' : 'FALLS SHORT',
      ]
    }),
  ]
  const widths = cells[0]?.map((_, at) => Math.max(...cells.map((row) => row[at]?.length ?? 0))) ?? []
  const lines = cells.map((row) => `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`)
  lines.splice(1, 0, `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`)
  return lines.join('\n')
}
