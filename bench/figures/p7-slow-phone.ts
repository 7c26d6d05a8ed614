import { once } from 'node:events'
import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { brotliCompressSync } from 'node:zlib'
import type { Browser } from '@playwright/test'
import { startBrowser } from '../browser.ts'
import { type Measured, median, type Options } from '../measure.ts'
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
  /** Total blocking time: for each task the time beyond 50 ms, added up. */
  blockedMs: number
}

/** P7: pages on a slow phone, compared with the same HTML without any JavaScript. */
export async function* slowPhone({ school, isFull, pages }: Options): AsyncGenerator<Measured> {
  await using server = await startServer({ DATA_DIR: school })
  await using asItIs = await startProxy(server.url, (html) => html)
  await using withoutScripts = await startProxy(server.url, stripScripts)
  await using browser = await startBrowser()
  for (const { page } of pages) {
    const visits: Vitals[] = []
    const baselines: Vitals[] = []
    for (let round = 0; round < (isFull ? 5 : 3); round++) {
      visits.push(await visit(browser, asItIs.url + page))
      baselines.push(await visit(browser, withoutScripts.url + page))
    }
    for (const part of ['lcp', 'cls', 'blockedMs'] as const) {
      const ours = median(visits.map((one) => one[part]))
      const baseline = median(baselines.map((one) => one[part]))
      yield { part, at: page, ours, baseline, ...(part === 'lcp' && { ratio: ours / baseline }) }
    }
  }
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

/** Removes the scripts with their inline data, and the preloads of scripts. */
function stripScripts(html: string): string {
  return html
    .replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, '')
    .replace(/<link\b[^>]*rel="modulepreload"[^>]*>/g, '')
}

/**
 * Starts a proxy before the server that changes each page by `change`. Both sides of the comparison use such a proxy.
 * The proxy compresses each page only once, like the server, because compressing on each visit would take processor
 * time from the browser.
 */
async function startProxy(target: string, change: (html: string) => string) {
  const compressed = new Map<string, Buffer>()
  const server = createServer(async (incoming, outgoing) => {
    const { host: _host, ...headers } = incoming.headers
    const isPage = headers.accept?.includes('text/html')
    if (isPage) headers['accept-encoding'] = 'identity'
    const onward = request(target + incoming.url, { method: incoming.method, headers })
    incoming.pipe(onward)
    const [answer] = (await once(onward, 'response')) as [IncomingMessage]
    if (!isPage) {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
      return
    }
    const html = await text(answer)
    const body = compressed.get(html) ?? brotliCompressSync(change(html))
    compressed.set(html, body)
    const { etag: _etag, 'content-length': _length, ...kept } = answer.headers
    outgoing.writeHead(200, { ...kept, 'content-encoding': 'br', 'content-length': body.length }).end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}
