import { readdirSync, readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import type { Browser } from '@playwright/test'
import { startBrowser } from '../browser.ts'
import type { Bench } from '../measure.ts'
import { startServer } from '../processes.ts'

const pages = [
  '/',
  '/classes',
  '/classes/diploma-in-floral-design',
  '/payment',
  '/signin',
  '/shop',
  '/calendar',
  '/about',
  '/contact',
  '/privacy',
  '/terms',
  '/signup',
  '/forgot-password',
  '/no-such-page',
]
const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`

/** P5, P6: what a first visit loads of scripts, as Chromium receives it, and the CSS that stands in the page. */
export const firstLoad: Bench = async ({ school }) => {
  const server = await startServer({ DATA_DIR: school })
  const browser = await startBrowser()
  try {
    const loads: ({ page: string } & Awaited<ReturnType<typeof scriptsOf>>)[] = []
    for (const page of pages) loads.push({ page, ...(await scriptsOf(browser, server.url + page)) })
    const largest = (key: 'core' | 'more' | 'requests') =>
      loads.reduce((most, one) => (one[key] > most[key] ? one : most))
    const core = largest('core')
    const more = largest('more')
    const requests = largest('requests')
    const css = readdirSync('build/client/assets').find((name) => /^app-.*\.css$/.test(name)) ?? ''
    const cssBytes = brotliCompressSync(readFileSync(`build/client/assets/${css}`)).length
    return [
      {
        id: 'P5',
        what: `scripts that all of ${pages.length} pages share (React, React Router, Query), Brotli`,
        ours: kilobytes(core.core),
        baseline: '',
        figure: core.core / 1000,
        unit: 'kB',
        promise: { atMost: 106 },
      },
      {
        id: 'P5',
        what: `a page with its layout beyond that, the largest: ${more.page}`,
        ours: kilobytes(more.more),
        baseline: '',
        figure: more.more / 1000,
        unit: 'kB',
        promise: { atMost: 22 },
      },
      {
        id: 'P5',
        what: `requests for scripts, the most: ${requests.page}`,
        ours: String(requests.requests),
        baseline: '',
        figure: requests.requests,
        unit: '',
        promise: { atMost: 6 },
      },
      {
        id: 'P6',
        what: 'CSS in the page, Brotli',
        ours: kilobytes(cssBytes),
        baseline: '',
        figure: cssBytes / 1000,
        unit: 'kB',
        promise: { atMost: 14 },
      },
    ]
  } finally {
    await browser.close()
    await server.stop()
  }
}

async function scriptsOf(browser: Browser, url: string) {
  const context = await browser.newContext()
  const page = await context.newPage()
  const bytes = { core: 0, more: 0, requests: 0 }
  const read: Promise<void>[] = []
  page.on('response', (response) => {
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
  await page.goto(url, { waitUntil: 'networkidle' })
  await Promise.all(read)
  await context.close()
  return bytes
}
