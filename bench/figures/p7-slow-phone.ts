import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync } from 'node:zlib'
import type { Browser } from '@playwright/test'
import { startBrowser } from '../browser.ts'
import { type Bench, median, milliseconds, type Result } from '../measure.ts'
import { startServer } from '../processes.ts'

/** Lighthouse's slow 4G, applied to the connection itself. */
const slow4g = {
  latency: 150,
  downloadThroughput: 1_638_400 / 8,
  uploadThroughput: 750_000 / 8,
  offline: false,
}
const phone = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
}
const cpuSlowdown = 4

interface Vitals {
  lcp: number
  cls: number
  /** The sum of each task's time beyond 50 ms. */
  blockedMs: number
}

/** P7: pages on a slow phone, against the same HTML with no JavaScript at all. */
export const slowPhone: Bench = async ({ school, isFull, log, pages }) => {
  await using server = await startServer({ DATA_DIR: school })
  await using asItIs = await startProxy(server.url, (html) => html)
  await using withoutScripts = await startProxy(server.url, stripScripts)
  await using browser = await startBrowser()
  const results: Result[] = []
  for (const { page } of pages) {
    log(`P7 ${page}`)
    const ours: Vitals[] = []
    const baseline: Vitals[] = []
    for (let round = 0; round < (isFull ? 5 : 3); round++) {
      ours.push(await visit(browser, asItIs.url + page))
      baseline.push(await visit(browser, withoutScripts.url + page))
    }
    const of = (key: keyof Vitals, visits = ours) => median(visits.map((one) => one[key]))
    results.push(
      {
        id: 'P7',
        what: `largest paint of ${page} on a slow phone, against the page without scripts`,
        ours: milliseconds(of('lcp')),
        baseline: milliseconds(of('lcp', baseline)),
        figure: of('lcp') / of('lcp', baseline),
        promise: { atMost: 1.1 },
      },
      {
        id: 'P7',
        what: `layout shift of ${page}`,
        ours: of('cls').toFixed(4),
        baseline: of('cls', baseline).toFixed(4),
        figure: of('cls'),
        unit: '',
        promise: { atMost: 0.01 },
      },
      {
        id: 'P7',
        what: `long tasks of ${page}, beyond 50 ms each`,
        ours: milliseconds(of('blockedMs')),
        baseline: milliseconds(of('blockedMs', baseline)),
        figure: of('blockedMs'),
        unit: 'ms',
        promise: { atMost: 150 },
      },
    )
  }
  return results
}

export async function visit(browser: Browser, url: string): Promise<Vitals> {
  await using context = await browser.newContext(phone)
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', slow4g)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
  await page.addInitScript(() => {
    const vitals = { lcp: 0, cls: 0, blockedMs: 0 }
    Object.assign(window, { vitals })
    const observe = (type: string, take: (entry: PerformanceEntry) => void) =>
      new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
    observe('largest-contentful-paint', (entry) => {
      vitals.lcp = entry.startTime
    })
    observe('layout-shift', (entry) => {
      vitals.cls += (entry as PerformanceEntry & { value: number }).value
    })
    observe('longtask', (entry) => {
      vitals.blockedMs += Math.max(0, entry.duration - 50)
    })
  })
  await page.goto(url, { waitUntil: 'networkidle' })
  await page.waitForFunction(() => (window as unknown as { vitals: Vitals }).vitals.lcp > 0)
  return await page.evaluate(
    () =>
      new Promise<Vitals>((resolve) => {
        requestAnimationFrame(() =>
          setTimeout(() => resolve((window as unknown as { vitals: Vitals }).vitals)),
        )
      }),
  )
}

/** Removes everything that would fetch or run code, and its data. */
function stripScripts(html: string): string {
  return html
    .replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, '')
    .replace(/<link\b[^>]*rel="modulepreload"[^>]*>/g, '')
}

/**
 * A proxy that passes everything to the server, and each page through `change`; both sides of the comparison use one.
 * It compresses each page once, like the server: compressing on each visit took longer for the larger page, on cores
 * that the browser needs.
 */
async function startProxy(target: string, change: (html: string) => string) {
  const compressed = new Map<string, Buffer>()
  const compress = (html: string): Buffer => {
    const known = compressed.get(html)
    if (known) return known
    const body = brotliCompressSync(change(html))
    compressed.set(html, body)
    return body
  }
  const server = createServer((incoming, outgoing) => {
    const { host: _host, ...headers } = incoming.headers
    const isPage = incoming.headers.accept?.includes('text/html')
    const asked = isPage ? { ...headers, 'accept-encoding': 'identity' } : headers
    const onward = request(
      target + incoming.url,
      { method: incoming.method, headers: asked },
      async (answer) => {
        if (!isPage) {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
          answer.pipe(outgoing)
          return
        }
        const html = Buffer.concat(await Array.fromAsync(answer as AsyncIterable<Buffer>)).toString()
        const body = compress(html)
        const { etag: _etag, 'content-length': _length, ...kept } = answer.headers
        outgoing
          .writeHead(200, { ...kept, 'content-encoding': 'br', 'content-length': body.length })
          .end(body)
      },
    )
    incoming.pipe(onward)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}
