import { brotliCompressSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { hydrated } from '../../tests/harness/hydrated.ts'
import { startBrowser } from '../browser.ts'
import type { Bench, Result } from '../measure.ts'
import { startServer } from '../processes.ts'

/** Pages that one person sees fetch their part as soon as they are alive (decision 0081). */
const ofOnePersonMax = 42

/** P5, P6: the scripts of a first visit, as Chromium receives them, and the CSS that stands in the page. */
export const firstLoad: Bench = async ({ school, pages }) => {
  await using server = await startServer({ DATA_DIR: school })
  await using browser = await startBrowser()
  const loads: ({ page: string; isKept: boolean; css: number } & Awaited<ReturnType<typeof firstScripts>>)[] =
    []
  for (const { page, isKept } of pages) {
    // Each page gets a new visitor, because nothing may be in the browser's cache.
    const visitor = await browser.newPage()
    // The clock stands still: the scripts of a visitor who stays are no part of the first load.
    const now = Date.now()
    await visitor.clock.install({ time: now - 3_600_000 })
    await visitor.clock.pauseAt(now)
    const scripts = await firstScripts(visitor, server.url + page)
    const css = await visitor.$$eval('style', (styles) =>
      styles.map(({ textContent }) => textContent).join(''),
    )
    loads.push({ page, isKept, ...scripts, css: brotliCompressSync(css).length })
    await visitor.close()
  }
  const largest = (key: 'core' | 'requests') =>
    Math.max(...loads.filter(({ isKept }) => isKept).map((load) => load[key]))
  const kilobytes = (id: string, what: string, bytes: number, atMost: number): Result => {
    return { id, what, figure: bytes / 1000, unit: 'kB', promise: { atMost } }
  }
  const shared = `scripts that all of ${loads.length} pages share (React, React Router, Query), Brotli`
  const most = {
    id: 'P5',
    what: 'requests for scripts of a page for all, the most',
    unit: '',
    promise: { atMost: 6 },
  }
  return [
    kilobytes('P5', shared, largest('core'), 106),
    { ...most, figure: largest('requests') },
    ...loads.map(({ page, isKept, more }) => {
      const what = `scripts of ${page} with its layout beyond that, Brotli`
      return kilobytes('P5', what, more, isKept ? 23.5 : ofOnePersonMax)
    }),
    ...loads.map(({ page, css }) => kilobytes('P6', `CSS in ${page}, Brotli`, css, 10)),
  ]
}

/** The scripts of a first visit, in bytes as they came over the wire. */
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
  // Scripts are asked for after the first paint (decision 0037), which may come after a quiet moment.
  await hydrated(visitor)
  await Promise.all(read)
  return bytes
}
