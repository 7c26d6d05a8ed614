import { brotliCompressSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { hydrated } from '../../tests/harness/hydrated.ts'
import { startBrowser } from '../browser.ts'
import type { Measured, Options } from '../measure.ts'
import { startServer } from '../processes.ts'

/** P5, P6: the scripts of a first visit, as Chromium receives them, and the CSS that is part of the HTML. */
export async function* firstLoad({ school, pages }: Options): AsyncGenerator<Measured> {
  await using server = await startServer({ DATA_DIR: school })
  await using browser = await startBrowser()
  const most = { core: 0, requests: 0 }
  for (const { page, isKept } of pages) {
    // Each page gets a new visitor, because nothing may be in the browser's cache.
    const visitor = await browser.newPage()
    // The clock is stopped, because scripts that load for a visitor who stays longer are no part of the first load.
    const now = Date.now()
    await visitor.clock.install({ time: now - 3_600_000 })
    await visitor.clock.pauseAt(now)
    const { core, more, requests } = await firstScripts(visitor, server.url + page)
    const css = await visitor.$$eval('style', (styles) =>
      styles.map(({ textContent }) => textContent).join(''),
    )
    await visitor.close()
    // A private page loads more scripts as soon as it is hydrated (decision 0081).
    yield { part: isKept ? 'page' : 'private page', at: page, ours: more / 1000 }
    yield { part: 'css', at: page, ours: brotliCompressSync(css).length / 1000 }
    if (!isKept) continue
    most.core = Math.max(most.core, core)
    most.requests = Math.max(most.requests, requests)
  }
  yield { part: 'core', ours: most.core / 1000 }
  yield { part: 'requests', ours: most.requests }
}

/** Measures the scripts of a first visit, in compressed bytes. */
export async function firstScripts(visitor: Page, url: string) {
  const bytes = { core: 0, more: 0, requests: 0 }
  const read: Promise<void>[] = []
  visitor.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return
    read.push(
      response.allHeaders().then((headers) => {
        if (headers['content-encoding'] !== 'br') throw new Error(`${response.url()} came uncompressed`)
        const isCore = /\/(core|rolldown-runtime)-[^/]*$/.test(response.url())
        bytes[isCore ? 'core' : 'more'] += Number(headers['content-length'])
        bytes.requests++
      }),
    )
  })
  await visitor.goto(url, { waitUntil: 'networkidle' })
  // `networkidle` may come too early, because scripts are requested only after the first paint (decision 0037).
  await hydrated(visitor)
  await Promise.all(read)
  return bytes
}
