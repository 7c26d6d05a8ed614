import type { Browser, Page } from '@playwright/test'
import { publicPages } from '../../bench/pages.ts'
import type { TestApp } from '../harness/app.ts'
import { expect, test } from '../harness/browser.ts'
import { hydrated } from '../harness/hydrated.ts'

const screens = [
  { width: 360, dots: 2 },
  { width: 412, dots: 1.75 },
  { width: 390, dots: 3 },
  { width: 1280, dots: 1 },
  { width: 1280, dots: 2 },
]

const venue = '/#venue'

interface Fetched {
  name: string
  /** The width in pixels of the screen, at the largest place where the picture stands. */
  needed: number
  fetched: number
  bytes: number
  offered: number[]
}

/** Every file that the browser took for a picture that is laid out. */
async function filesOf(page: Page): Promise<Fetched[]> {
  return page.evaluate(async () => {
    const images = [...document.images].filter((image) => image.srcset !== '' && image.offsetWidth > 0)
    // Also those that would be loaded later.
    for (const image of images) image.loading = 'eager'
    for (const image of images) {
      if (image.complete) continue
      await new Promise((resolve) => {
        image.addEventListener('load', resolve)
        image.addEventListener('error', resolve)
      })
    }
    const places = Map.groupBy(images, ({ currentSrc }) => currentSrc)
    return [...places.values()].flatMap((shown) => {
      // The browser uses one file for a picture that stands twice.
      const [image] = shown.sort((a, b) => b.offsetWidth - a.offsetWidth)
      if (image === undefined) return []
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
  await page.goto(school.url + path)
  await hydrated(page)
  if (path === venue) await page.getByRole('heading', { name: 'A room that is already in bloom' }).waitFor()
  const files = await filesOf(page)
  await page.close()
  return files
}

for (const screen of screens) {
  test(`no page fetches pictures a size too large, at ${screen.width} px and ${screen.dots} dots`, async ({
    browser,
    school,
  }) => {
    let count = 0
    for (const path of [...publicPages.map(({ page }) => page), venue]) {
      if (!(await school.http('GET', path)).text.includes('<picture')) continue
      const files = await look(browser, school, screen, path)
      count += files.length
      let [bytes, waste] = [0, 0]
      for (const { name, needed, fetched, bytes: own, offered } of files) {
        const said = `${name} on ${path}, which needs ${needed} of ${offered}`
        // The smallest that fits, or one that lacks little.
        if (fetched !== offered[0]) expect.soft(fetched / needed, said).toBeLessThanOrEqual(1.27)
        if (fetched !== offered.at(-1)) expect.soft(fetched / needed, said).toBeGreaterThanOrEqual(0.87)
        expect.soft(own, said).toBeGreaterThan(0)
        bytes += own
        waste += own * Math.max(0, 1 - (needed / fetched) ** 2)
      }
      expect.soft(waste, `of ${bytes} bytes on ${path}`).toBeLessThanOrEqual(bytes / 4)
    }
    expect(count).toBeGreaterThan(40)
  })
}
