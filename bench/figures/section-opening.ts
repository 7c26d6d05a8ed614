import type { Browser, Page } from '@playwright/test'
import { startBrowser } from '../browser.ts'
import { fillWithRows } from '../many-rows.ts'
import { log, type Measured, median, type Options } from '../measure.ts'
import { startServer } from '../processes.ts'
import { copyOfSchool, owner } from '../school.ts'

const cpuSlowdown = 4

/** SECTIONS: the time from the click in the menu to a section's content. The section's code is not loaded before. */
export async function* sectionOpening({ school, isFull }: Options): AsyncGenerator<Measured> {
  using folder = copyOfSchool(school)
  await fillWithRows(folder.where, 10_000)
  await using server = await startServer({ DATA_DIR: folder.path })
  await using browser = await startBrowser()
  const times = new Map<string, number[]>()
  for (let round = 0; round < (isFull ? 5 : 3); round++) {
    log(`Sections, round ${round + 1}`)
    await visit(browser, server.url, (id, ms) => times.set(id, [...(times.get(id) ?? []), ms]))
  }
  for (const [id, each] of times) yield { at: `#${id}`, ours: Math.round(median(each)) }
}

async function visit(browser: Browser, url: string, tell: (id: string, ms: number) => void): Promise<void> {
  await using context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  await page.goto(`${url}/signin`)
  await page.getByRole('main').getByLabel('Email').fill(owner.email)
  await page.getByRole('main').getByLabel('Password').fill(owner.password)
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
  await page.waitForURL('**/admin**')
  const menu = page.getByRole('navigation', { name: 'Sections' })
  await menu.first().waitFor()
  await page.waitForLoadState('networkidle')
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
  const ids = await page
    .locator('aside a[href*="#"]')
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).hash.slice(1)))
  for (const id of [...ids.filter((one) => one !== 'dashboard'), 'dashboard'])
    tell(id, await openSection(page, id))
}

/** A fast user's pointer rests on a link this long before the click. */
const restMs = 100
const pressMs = 60

/** Measures the time from the click until the section's text is painted and no spinner is left. */
async function openSection(page: Page, id: string): Promise<number> {
  const link = page.locator(`aside a[href$="#${id}"]`)
  const opened = await page.evaluateHandle((hash) => {
    const main = document.querySelector('main')
    const before = main?.textContent ?? ''
    const { promise, resolve } = Promise.withResolvers<number>()
    addEventListener(
      'pointerdown',
      () => {
        const began = performance.now()
        const look = () => {
          // `innerText` would lay out the whole section each time.
          const words = main?.textContent ?? ''
          const isThere = words !== before && words.length > 40 && !main?.querySelector('.animate-spin')
          if (isThere && location.hash === `#${hash}`) {
            // The timeout ends after the frame that is about to be painted.
            requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)))
          } else requestAnimationFrame(look)
        }
        look()
      },
      { once: true, capture: true },
    )
    return { promise }
  }, id)
  await link.hover()
  await new Promise((resolve) => setTimeout(resolve, restMs))
  await link.click({ delay: pressMs })
  return opened.evaluate(({ promise }) => promise)
}
