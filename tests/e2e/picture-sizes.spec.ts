import type { Browser, Page } from '@playwright/test'
import { publicPages } from '../../bench/pages.ts'
import type { TestApp } from '../harness/app.ts'
import { expect, failed, test } from '../harness/browser.ts'
import { hydrated } from '../harness/hydrated.ts'

const screens = [
  { width: 360, dots: 2 },
  { width: 412, dots: 1.75 },
  { width: 390, dots: 3 },
  { width: 1280, dots: 1 },
  { width: 1280, dots: 2 },
]

const venue = '/#venue'

interface Shown {
  name: string
  /** In pixels of the screen. */
  needed: number
  fetched: number
  bytes: number
  offered: number[]
}

/** Every picture of the page that is laid out, in the file that the browser took. */
async function picturesOf(page: Page): Promise<Shown[]> {
  return page.evaluate(async () => {
    const images = [...document.images].filter((image) => image.srcset !== '' && image.offsetWidth > 0)
    // Also those that would be loaded later.
    for (const image of images) image.loading = 'eager'
    await Promise.all(images.map((image) => image.decode()))
    return images.map((image) => {
      const source = image.parentElement?.querySelector('source')?.srcset ?? ''
      const [entry] = performance.getEntriesByName(image.currentSrc) as PerformanceResourceTiming[]
      return {
        name: new URL(image.currentSrc).pathname,
        needed: image.offsetWidth * devicePixelRatio,
        fetched: Number(/-(\d+)\.avif$/.exec(image.currentSrc)?.[1]),
        bytes: entry?.encodedBodySize ?? 0,
        offered: [...source.matchAll(/ (\d+)w/g)].map(([, width]) => Number(width)),
      }
    })
  })
}

async function look(browser: Browser, school: TestApp, screen: (typeof screens)[number], path: string) {
  const page = await browser.newPage({
    viewport: { width: screen.width, height: 800 },
    deviceScaleFactor: screen.dots,
    isMobile: screen.width < 600,
  })
  if (path === '/no-such-page') failed(page.context(), school.url + path)
  await page.goto(school.url + path)
  await hydrated(page)
  if (path === venue) await page.getByRole('heading', { name: 'A room that is already in bloom' }).waitFor()
  const pictures = await picturesOf(page)
  await page.close()
  return pictures
}

for (const screen of screens) {
  test(`no page fetches pictures a size too large, at ${screen.width} px and ${screen.dots} dots`, async ({
    browser,
    school,
  }) => {
    let count = 0
    for (const path of [...publicPages.map(({ page }) => page), venue]) {
      const pictures = await look(browser, school, screen, path)
      count += pictures.length
      let [bytes, waste] = [0, 0]
      for (const { name, needed, fetched, bytes: own, offered } of pictures) {
        const said = `${name} on ${path}, which needs ${needed} of ${offered}`
        // The smallest that fits; where a dot is small the browser takes one that lacks a tenth.
        if (fetched !== offered[0]) expect.soft(fetched / needed, said).toBeLessThanOrEqual(1.27)
        if (fetched !== offered.at(-1)) expect.soft(fetched / needed, said).toBeGreaterThanOrEqual(0.87)
        expect.soft(own, said).toBeGreaterThan(0)
        bytes += own
        waste += own * Math.max(0, 1 - (needed / fetched) ** 2)
      }
      expect.soft(waste, `of ${bytes} bytes on ${path}`).toBeLessThanOrEqual(bytes / 4)
    }
    expect(count).toBeGreaterThan(60)
  })
}
