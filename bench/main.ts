// `npm run bench` measures each figure of `figures.ts` and its baseline. `npm run bench -- P1 P4` measures only these
// figures, and `npm run bench -- P7 /store` only this page. `npm run bench -- MILLION /api/admin/orders` measures only
// reads whose path begins like this. `--full` takes more and longer rounds.
import { ensureBuilt } from '../scripts/setup/build.mjs'
import { type Figure, figures } from './figures.ts'
import { log, type Measured } from './measure.ts'
import { pagesOfTheBench } from './pages.ts'
import { prepareSchool } from './school.ts'

const given = process.argv.slice(2)
const paths = given.filter((one) => one.startsWith('/'))
const names = given.filter((one) => !/^(\/|--)/.test(one)).map((one) => one.toUpperCase())
const known = [...new Set(figures.map(({ name }) => name))]
const unknown = names.filter((name) => !known.includes(name))
if (unknown.length > 0) {
  process.stderr.write(
    `There is no ${unknown.join(', ')} to be measured here: choose of ${known.join(', ')}.\n`,
  )
  process.exit(1)
}

await ensureBuilt(process.execPath)
const options = {
  isFull: given.includes('--full'),
  pages: pagesOfTheBench.filter(({ page }) => paths.length === 0 || paths.includes(page)),
  paths,
  school: await prepareSchool(),
}
const isWanted = ({ name, isLong }: Figure) => (names.length > 0 ? names.includes(name) : !isLong)
print(['figure', 'what', 'bound', 'measured', 'baseline', 'ratio', ''])
for (const [run, measuredByIt] of Map.groupBy(figures, (figure) => figure.run)) {
  if (!measuredByIt.some(isWanted)) continue
  log(measuredByIt[0]?.name ?? '')
  for await (const measured of run(options)) {
    const figure = measuredByIt.find(({ part }) => part === measured.part)
    if (figure === undefined) throw new Error(`The table has no row for ${measured.part}`)
    if (isWanted(figure)) print(rowOf(figure, measured))
  }
}
process.exit(0)

function rowOf({ name, what, unit, bound }: Figure, { at, ours, baseline, ratio }: Measured): string[] {
  const [sign, limit] = bound.split(' ')
  const figure = ratio ?? ours
  const isKept = sign === '≥' ? figure >= Number(limit) : figure <= Number(limit)
  return [
    name,
    at === undefined ? what : `${what}: ${at}`,
    ratio === undefined ? `${bound} ${unit}` : bound,
    show(ours, unit),
    baseline === undefined ? '' : show(baseline, unit),
    ratio?.toFixed(2) ?? '',
    isKept ? 'kept' : Number.isNaN(figure) ? 'NOT MEASURED' : 'FALLS SHORT',
  ]
}

function show(value: number, unit: string): string {
  const digits = value < 1_000 ? { maximumSignificantDigits: 4 } : { maximumFractionDigits: 0 }
  return `${value.toLocaleString('en', digits)} ${unit}`.trim()
}

function print(cells: readonly string[]): void {
  const widths = [8, 80, 10, 14, 14, 5, 0]
  console.log(`| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`)
}
