import type { CDPSession, Page } from '@playwright/test'
import { publicPages } from '../../bench/pages.ts'
import { isSound, misfitsOf } from '../harness/accessibility.ts'
import { expect, failed, open, test } from '../harness/browser.ts'
import { changedBy } from '../harness/later-sheet.ts'

// Each page is opened once, and all rules for every page are checked in that one visit.
test.describe.configure({ mode: 'parallel' })

const pages = [
  ...publicPages.map(({ page }) => page),
  '/#venue',
  '/classes/diploma-in-ikebana',
  '/store/ooty-tulips',
  '/blog/koyambedu-at-five-in-the-morning',
  '/favourites',
  '/find',
  '/cart',
  '/offline',
]

interface Screen {
  width: number
  dots: number
}

/** The screens for which the test checks the browser's choice of picture files. */
const screens: Screen[] = [
  { width: 360, dots: 2 },
  { width: 412, dots: 1.75 },
  { width: 390, dots: 3 },
  { width: 1280, dots: 1 },
  { width: 1280, dots: 2 },
]
const [phone, desktop]: [Screen, Screen] = [
  { width: 360, dots: 1 },
  { width: 1280, dots: 1 },
]

/** Sets the size of the screen. A screen below 600 px counts as a phone. */
async function showOn(devtools: CDPSession, { width, dots }: Screen): Promise<void> {
  const mobile = width < 600
  await devtools.send('Emulation.setDeviceMetricsOverride', {
    width,
    height: 800,
    deviceScaleFactor: dots,
    mobile,
  })
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: mobile })
}

/** Empties the browser's cache, because the browser would show a larger cached file for a picture. */
async function forgetPictures(devtools: CDPSession): Promise<void> {
  for (const cacheDisabled of [true, false])
    await devtools.send('Network.setCacheDisabled', { cacheDisabled })
}

interface Fetched {
  name: string
  /** The largest width at which the page shows the picture, in device pixels. */
  needed: number
  /** The shown width and the part that a crop hides at the sides. */
  cropped: number
  fetched: number
  bytes: number
  offered: number[]
}

/** Lists the file that the browser loads on this screen for each visible picture. */
async function filesOf(page: Page): Promise<Fetched[]> {
  return page.evaluate(async () => {
    const isLaidOut = (image: HTMLImageElement) => image.srcset !== '' && image.offsetWidth > 0
    for (const image of [...document.images].filter(isLaidOut)) {
      // The file of a lazy picture is loaded too.
      image.loading = 'eager'
      // A picture keeps its larger file when the screen becomes smaller, so each picture is replaced by a copy, which
      // chooses again.
      const picture = image.closest('picture') ?? image
      picture.replaceWith(picture.cloneNode(true))
    }
    const images = [...document.images].filter(isLaidOut)
    for (const image of images) {
      if (image.complete) continue
      await new Promise((resolve) => {
        image.addEventListener('load', resolve)
        image.addEventListener('error', resolve)
      })
    }
    const places = Map.groupBy(images, ({ currentSrc }) => currentSrc)
    return [...places.values()].flatMap((shown) => {
      // The browser uses one file for a picture that is shown twice.
      const [image] = shown.sort((a, b) => b.offsetWidth - a.offsetWidth)
      if (image === undefined) return []
      const source = image.parentElement?.querySelector('source')?.srcset ?? ''
      // A load that a replaced picture began and did not finish has an entry of 0 bytes.
      const loads = performance.getEntriesByName(image.currentSrc) as PerformanceResourceTiming[]
      return {
        name: new URL(image.currentSrc).pathname,
        needed: image.offsetWidth * devicePixelRatio,
        cropped:
          Math.max(image.offsetWidth, (image.offsetHeight * image.naturalWidth) / image.naturalHeight) *
          devicePixelRatio,
        fetched: Number(/-(\d+)\.avif$/.exec(image.currentSrc)?.[1]),
        bytes: Math.max(0, ...loads.map(({ encodedBodySize }) => encodedBodySize)),
        offered: [...source.matchAll(/ (\d+)w/g)].map(([, width]) => Number(width)),
      }
    })
  })
}

async function fetchesFewBytes(page: Page, path: string, { width, dots }: Screen): Promise<number> {
  const files = await filesOf(page)
  let [bytes, waste] = [0, 0]
  for (const { name, needed, cropped, fetched, bytes: own, offered } of files) {
    const place = `${name} on ${path} at ${width} px and ${dots} dots, which needs ${needed} of ${offered}`
    // The file is the smallest file that fits, or a file that is slightly too small.
    if (fetched !== offered[0]) expect.soft(fetched / cropped, place).toBeLessThanOrEqual(1.27)
    if (fetched !== offered.at(-1)) expect.soft(fetched / needed, place).toBeGreaterThanOrEqual(0.87)
    expect.soft(own, place).toBeGreaterThan(0)
    bytes += own
    waste += own * Math.max(0, 1 - (cropped / fetched) ** 2)
  }
  expect
    .soft(waste, `of ${bytes} bytes on ${path} at ${width} px and ${dots} dots`)
    .toBeLessThanOrEqual(bytes / 4)
  return files.length
}

const pagesForFingers = ['/', '/classes', '/signin']

/** Lists the controls that are not high enough for a finger. */
async function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, a[href], input, select')]
      .filter(
        (element) =>
          element.checkVisibility() && element.closest('[aria-hidden=true], .skip-link, p, dialog') === null,
      )
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.height > 0 && box.height < 31.5)
      .map(
        ({ element, box }) =>
          `${element.outerHTML.slice(0, 100)} ${Math.round(box.width)}x${Math.round(box.height)}`,
      ),
  )
}

const visit = async (page: Page, path: string) => {
  // The offline page has no scripts to wait for.
  await (path === '/offline' ? page.goto(path) : open(page, path))
  if (path === '/#venue')
    await page.getByRole('heading', { name: 'A room that’s already in bloom' }).waitFor()
  await expect(page.getByRole('main').getByRole('heading', { level: 1 }).first()).toBeVisible()
}

const parts = 4
for (let part = 0; part < parts; part++) {
  test(`each public page is accessible, fits double text size, and loads no oversized picture (${part + 1} of ${parts})`, async ({
    page,
    school,
  }) => {
    failed(page.context(), `${school.url}/no-such-page`)
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Network.enable')
    const sheets: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'stylesheet') sheets.push(request.url())
    })
    let pictures = 0
    for (const path of pages.filter((_, nth) => nth % parts === part)) {
      sheets.length = 0
      await test.step(`${path} has no accessibility faults at 1280 and 320 px, in light and dark`, async () => {
        await visit(page, path)
        await isSound(page)
        await page.setViewportSize({ width: 320, height: 740 })
        await isSound(page)
        // The cart and the favourites are known to the browser alone, so their code brings its rules.
        const own = ['/cart', '/favourites'].includes(path)
          ? [expect.stringMatching(/\/assets\/more-\w+\.css$/)]
          : []
        expect(sheets, 'stylesheets requested before a dialog is opened').toEqual(own)
      })
      await test.step(`${path} fits at twice its text size, and no word is cut`, async () => {
        await page.evaluate(() => {
          document.documentElement.style.fontSize = '200%'
        })
        for (const width of [360, 1280]) {
          await page.setViewportSize({ width, height: 740 })
          const { wide, cut } = await misfitsOf(page)
          expect([wide, cut], `${width} px`).toEqual([[], []])
        }
        await page.evaluate(() => {
          document.documentElement.style.fontSize = ''
        })
      })
      await test.step(`${path} looks the same when the second stylesheet loads, at 1280 and 360 px`, async () => {
        for (const screen of [desktop, phone]) {
          await showOn(devtools, screen)
          const { count, changed } = await changedBy(page, 'the later sheet')
          expect(count).toBeGreaterThan(100)
          expect(changed, `${screen.width} px`).toEqual([])
        }
        if (pagesForFingers.includes(path)) expect(await smallTargets(page)).toEqual([])
      })
      await test.step(`${path} fetches no picture a size too large`, async () => {
        for (const screen of screens) {
          await showOn(devtools, screen)
          await forgetPictures(devtools)
          pictures += await fetchesFewBytes(page, path, screen)
        }
        await showOn(devtools, desktop)
        await page.setViewportSize({ width: 1280, height: 800 })
      })
    }
    expect(pictures, 'pictures on all screens').toBeGreaterThan(30)
  })
}
