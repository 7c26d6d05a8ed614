import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { findBrowser } from '../../scripts/setup/browser.mjs'
import { authSecret } from '../../server/platform/secret.ts'
import { createSignedLinks } from '../../server/platform/signed-links.ts'
import type { Measured, Options } from '../measure.ts'
import { startServer } from '../processes.ts'
import { knownOrder } from '../school.ts'

/** The version of Lighthouse that npx fetches, because it is no dependency of the project. */
const version = '13.5.0'
const categories = ['performance', 'accessibility', 'best-practices', 'seo']

interface Report {
  environment: { benchmarkIndex: number }
  categories: Record<string, { score: number; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { score: number | null; title: string; numericValue?: number }>
}

/**
 * These pages ask search engines not to list them. Lighthouse lowers their SEO score for that, so the bench ignores it.
 */
const unlisted = new Set(['/signin', '/signup', '/forgot-password'])

/**
 * LIGHTHOUSE: audits pages as on a phone. `--full` audits each page five times and takes the run of median performance.
 */
export async function* lighthouse({ school, isFull, pages, paths }: Options): AsyncGenerator<Measured> {
  await using server = await startServer({ DATA_DIR: school })
  const links = createSignedLinks(authSecret({ authSecret: null, dataDir: school }))
  // `/gift` on the command line means the page of a gift, whose URL has a signature that nobody can type.
  const gift = { page: `/gift/${links.sign('gift', knownOrder)}`, isKept: false }
  const isGiftWanted = paths.length === 0 || paths.includes('/gift')
  for (const { page, isKept } of [...pages, ...(isGiftWanted ? [gift] : [])]) {
    // Lighthouse refuses a page that answers 404.
    if (page === '/no-such-page') continue
    const report = await medianOf(isFull ? 5 : 1, server.url + page)
    const value = (audit: string) => report.audits[audit]?.numericValue ?? 0
    const at = [
      page,
      `paint ${Math.round(value('largest-contentful-paint'))} ms`,
      `blocking ${Math.round(value('total-blocking-time'))} ms`,
      `shift ${value('cumulative-layout-shift').toFixed(3)}`,
      `machine ${Math.round(report.environment.benchmarkIndex)}`,
    ].join(', ')
    yield { part: 'performance', at, ours: scoreOf(report, 'performance') }
    for (const part of categories.slice(1)) {
      if (part === 'seo' && (!isKept || unlisted.has(page))) continue
      yield {
        part: 'others',
        at: [page, part, ...failuresOf(report, part)].join(', '),
        ours: scoreOf(report, part),
      }
    }
  }
}

const scoreOf = (report: Report, category: string) =>
  Math.round((report.categories[category]?.score ?? 0) * 100)

async function medianOf(runs: number, url: string): Promise<Report> {
  const reports: Report[] = []
  while (reports.length < runs) reports.push(await measure(url))
  reports.sort((a, b) => scoreOf(a, 'performance') - scoreOf(b, 'performance'))
  return reports[runs >> 1] as Report
}

/** Runs Lighthouse, and repeats it if Chromium recorded no trace, which happens now and then. */
async function measure(url: string, tries = 3): Promise<Report> {
  const browser = await findBrowser(process.execPath)
  const args = [
    '--yes',
    `lighthouse@${version}`,
    url,
    '--quiet',
    '--output=json',
    `--only-categories=${categories}`,
    `--chrome-flags=--headless=new --disable-gpu --disable-quic ${process.getuid?.() === 0 ? '--no-sandbox' : ''}`,
  ]
  const env = { ...process.env, CHROME_PATH: browser }
  try {
    const { stdout } = await promisify(execFile)('npx', args, { env, maxBuffer: 64 * 1024 * 1024 })
    return JSON.parse(stdout) as Report
  } catch (error) {
    if (tries === 1) throw error
    return measure(url, tries - 1)
  }
}

function failuresOf(report: Report, category: string): string[] {
  return (report.categories[category]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && (report.audits[id]?.score ?? 1) < 1)
    .map(({ id }) => report.audits[id]?.title ?? id)
}
