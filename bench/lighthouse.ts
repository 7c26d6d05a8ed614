// `npm run lighthouse` measures every public page as on a phone; `npm run lighthouse -- /classes` only those named.
// `--full` measures each five times and takes the run of median performance.
// Lighthouse is no dependency of ours: npx fetches it.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { findBrowser } from '../scripts/setup/browser.mjs'
import { ensureBuilt } from '../scripts/setup/build.mjs'
import { authSecret } from '../server/platform/secret.ts'
import { createSignedLinks } from '../server/platform/signed-links.ts'
import { pagesOfTheBench } from './pages.ts'
import { startServer } from './processes.ts'
import { knownOrder, prepareSchool } from './school.ts'

const version = '13.5.0'
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const promised = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 }

interface Report {
  environment: { benchmarkIndex: number }
  categories: Record<string, { score: number; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { score: number | null; title: string; numericValue?: number }>
}

/** These pages tell search engines to stay away. Lighthouse counts that against SEO, and we do not. */
const unlisted = new Set(['/signin', '/signup', '/forgot-password'])

const asked = process.argv.slice(2).filter((one) => one !== '--full')
const runs = process.argv.includes('--full') ? 5 : 1
const log = (text: string) => process.stderr.write(`${text} …\n`)
await ensureBuilt(process.execPath)
const dataDir = await prepareSchool(log)
const server = await startServer({ DATA_DIR: dataDir })
const browser = await findBrowser(process.execPath)
const rows: string[] = []
let isKept = true
const links = createSignedLinks(authSecret({ authSecret: null, dataDir }))
const giftPath = `/gift/${links.sign('gift', knownOrder)}`
for (const { page, isKept: isForAll } of [...pagesOfTheBench, { page: giftPath, isKept: false }]) {
  // Lighthouse refuses a page that answers 404.
  if (page === '/no-such-page' || (asked.length > 0 && !asked.some((one) => isMeant(page, one)))) continue
  log(page)
  const report = await medianOf(runs, server.url + page)
  const scores = categories.map((name) => Math.round((report.categories[name]?.score ?? 0) * 100))
  const short = categories.filter(
    (name, at) =>
      (scores[at] ?? 0) < promised[name] && !(name === 'seo' && (!isForAll || unlisted.has(page))),
  )
  const why = short.filter((name) => name !== 'performance').flatMap((name) => failuresOf(report, name))
  if (short.length > 0) isKept = false
  const ms = (audit: string) => `${Math.round(report.audits[audit]?.numericValue ?? 0)} ms`
  rows.push(
    `| ${[page, ...scores, ms('largest-contentful-paint'), ms('total-blocking-time'), (report.audits['cumulative-layout-shift']?.numericValue ?? 0).toFixed(3), Math.round(report.environment.benchmarkIndex), short.length === 0 ? 'kept' : `FALLS SHORT: ${[...short, ...why].join('; ')}`].join(' | ')} |`,
  )
}
await server[Symbol.asyncDispose]()
process.stdout.write(
  `\n| page | performance | accessibility | best practices | SEO | LCP | TBT | CLS | machine | |\n|---|---|---|---|---|---|---|---|---|---|\n${rows.join('\n')}\n`,
)
process.exit(isKept ? 0 : 1)

/** `/gift` means the gift's page, because nobody can type its address. */
function isMeant(page: string, asked: string): boolean {
  return page === asked || page.startsWith(`${asked}/${knownOrder}.`)
}

async function medianOf(runs: number, url: string): Promise<Report> {
  const reports: Report[] = []
  for (let run = 0; run < runs; run++) reports.push(await measureAgain(url))
  const performance = ({ categories: { performance: one } }: Report) => one?.score ?? 0
  return reports.sort((a, b) => performance(a) - performance(b))[runs >> 1] as Report
}

/** Now and then Chromium records no trace, and Lighthouse asks to be run again. */
async function measureAgain(url: string, tries = 3): Promise<Report> {
  return measure(url).catch((error: unknown) => {
    if (tries === 1) throw error
    return measureAgain(url, tries - 1)
  })
}

async function measure(url: string): Promise<Report> {
  const { stdout } = await promisify(execFile)(
    'npx',
    [
      '--yes',
      `lighthouse@${version}`,
      url,
      '--quiet',
      '--output=json',
      `--only-categories=${categories.join(',')}`,
      `--chrome-flags=--headless=new --disable-gpu --disable-quic ${process.getuid?.() === 0 ? '--no-sandbox' : ''}`,
    ],
    { env: { ...process.env, CHROME_PATH: browser }, maxBuffer: 64 * 1024 * 1024 },
  )
  return JSON.parse(stdout) as Report
}

function failuresOf(report: Report, category: string): string[] {
  return (report.categories[category]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && (report.audits[id]?.score ?? 1) < 1)
    .map(({ id }) => report.audits[id]?.title ?? id)
}
