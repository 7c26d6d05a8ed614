import { cpSync } from 'node:fs'
import type { Browser, Page } from '@playwright/test'
import { startBrowser } from '../browser.ts'
import { type Bench, median } from '../measure.ts'
import { type StartedServer, startServer, temporaryFolder } from '../processes.ts'
import { growSchool, owner } from '../school.ts'

const rows = 10_000
const cpuSlowdown = 4

/** Time from the press in the menu to a section's content, its code not yet loaded, in a school of 10,000 rows. */
export const sectionOpening: Bench = async ({ school, isFull, log }) => {
  using temporary = temporaryFolder()
  const folder = temporary.path
  cpSync(school, folder, { recursive: true })
  growSchool(folder, rows)
  await using server = await startServer({ DATA_DIR: folder })
  await using browser = await startBrowser()
  const visits: Map<string, number>[] = []
  for (let round = 0; round < (isFull ? 5 : 3); round++) {
    log(`Sections, round ${round + 1}`)
    visits.push(await visit(browser, server))
  }
  const openedMs = (id: string) => median(visits.map((one) => one.get(id) ?? Number.POSITIVE_INFINITY))
  return [...(visits[0]?.keys() ?? [])].map((id) => ({
    id: 'SECTIONS',
    what: `#${id} opened with 10,000 orders and enrolments, processor four times slower`,
    figure: Math.round(openedMs(id)),
    unit: 'ms',
    promise: { atMost: 1000 },
  }))
}

async function visit(browser: Browser, server: StartedServer): Promise<Map<string, number>> {
  await using context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  await page.goto(`${server.url}/signin`)
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
  const opened = new Map<string, number>()
  for (const id of ids.filter((one) => one !== 'dashboard')) opened.set(id, await openSection(page, id))
  opened.set('dashboard', await openSection(page, 'dashboard'))
  return opened
}

/** A fast mouse rests on a link this long before it presses. */
const restMs = 100
const pressMs = 60

/** Time from the press until the section's words are there, no spinner is left, and the browser has painted them. */
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
            // This is after the frame that is about to be painted.
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
