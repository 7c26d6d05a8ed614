import { brotliCompressSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { startBrowser } from '../browser.ts'
import type { Bench, Result } from '../measure.ts'
import { publicPages } from '../pages.ts'
import { startServer } from '../processes.ts'

/** P5, P6: what a first visit loads of scripts, as Chromium receives it, and the CSS that stands in the page. */
export const firstLoad: Bench = async ({ school }) => {
  await using server = await startServer({ DATA_DIR: school })
  await using browser = await startBrowser()
  const loads: ({ page: string; css: number } & Awaited<ReturnType<typeof firstScripts>>)[] = []
  for (const { page } of publicPages) {
    // Each page gets a new visitor, so nothing is in the browser's cache.
    const visitor = await browser.newPage()
    const scripts = await firstScripts(visitor, server.url + page)
    const css = await visitor.$$eval('style', (styles) =>
      styles.map(({ textContent }) => textContent).join(''),
    )
    loads.push({ page, ...scripts, css: brotliCompressSync(css).length })
    await visitor.close()
  }
  const largest = (key: 'core' | 'requests') => Math.max(...loads.map((load) => load[key]))
  const kilobytes = (id: string, what: string, bytes: number, atMost: number): Result => {
    return { id, what, figure: bytes / 1000, unit: 'kB', promise: { atMost } }
  }
  const shared = `scripts that all of ${loads.length} pages share (React, React Router, Query), Brotli`
  const most = { id: 'P5', what: 'requests for scripts, the most', unit: '', promise: { atMost: 6 } }
  return [
    kilobytes('P5', shared, largest('core'), 106),
    { ...most, figure: largest('requests') },
    ...loads.map(({ page, more }) => {
      return kilobytes('P5', `scripts of ${page} with its layout beyond that, Brotli`, more, 22)
    }),
    ...loads.map(({ page, css }) => kilobytes('P6', `CSS in ${page}, Brotli`, css, 14)),
  ]
}

/** The scripts that a first visit loads with a page, in bytes as they came over the wire. */
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
  await Promise.all(read)
  return bytes
}
