import { constants, inflateSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { testNow } from '../harness/app.ts'
import { expect, open, test } from '../harness/browser.ts'
import { readyProduct } from '../harness/buying.ts'
import { confirmButton, dialogOf, fillAndReview } from '../harness/enrolling.ts'

/** Expects that the printed page has the school's letterhead and address, light colours, and no buttons. */
async function isFitForPaper(page: Page) {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.locator('header address')).toContainText('14 Malligai Street')
  await expect(page.locator('header address')).toBeVisible()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  for (const footer of await page.locator('footer').all()) await expect(footer).toBeHidden()
  await expect(page.getByRole('button')).toHaveCount(0)
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
    'rgb(255, 255, 255)',
  )
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
}

test('a course page prints with all answers, and without navigation and buttons', async ({ page }) => {
  await open(page, '/classes/diploma-in-ikebana')
  await isFitForPaper(page)
  await expect(page.getByText('Do I need experience?')).toBeVisible()
  const answers = page.locator('details > p')
  for (const answer of await answers.all()) await expect(answer).toBeVisible()
  expect((await page.pdf({ format: 'A4' })).length).toBeGreaterThan(10_000)
})

/** The printable area of an A4 sheet, in CSS pixels (96 per inch). */
const paper = { width: 680, height: 1009 }

test('each course page prints on at most one and a half sheets', async ({ page, school }) => {
  const courses: { slug: string }[] = (await school.http('GET', '/api/courses')).body
  for (const { slug } of courses) {
    await open(page, `/classes/${slug}`)
    await page.setViewportSize(paper)
    await page.emulateMedia({ media: 'print' })
    const height = await page.evaluate(() => document.body.scrollHeight)
    expect([slug, height <= 1.5 * paper.height]).toEqual([slug, true])
    await page.emulateMedia({ media: 'screen' })
  }
})

test('an enrolment’s confirmation and the page of its paid seat print under the school’s letterhead', async ({
  page,
}) => {
  await open(page, '/classes')
  await fillAndReview(page, 'Diploma in Ikebana')
  await confirmButton(page).click()
  await expect(dialogOf(page)).toHaveAccessibleName('Enrolment received')
  await isFitForPaper(page)
  await expect(page.locator('main')).toBeHidden()
  await expect(dialogOf(page)).toContainText('Reference')
  expect((await dialogOf(page).boundingBox())?.y).toBeLessThan(200)

  await page.emulateMedia({ media: 'screen' })
  await dialogOf(page).getByRole('link', { name: 'Pay now' }).click()
  page.once('dialog', (alert) => void alert.accept())
  await page.getByRole('button', { name: 'Pay Now' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your seat is confirmed')
  await isFitForPaper(page)
  await expect(page.getByRole('main')).toContainText('Diploma in Ikebana')
})

test('the confirmation of an event booking prints alone under the school’s letterhead', async ({
  page,
  school,
}) => {
  await page.clock.setFixedTime(testNow)
  const courses: { title: string; nextbatch: string }[] = (await school.http('GET', '/api/courses')).body
  const { nextbatch, title } = courses.find((one) => one.title === 'Table Flowers for the Home') ?? {}
  await open(page, `/calendar?day=${nextbatch}`)
  await page.getByRole('button', { name: `Book Now: ${title}` }).click()
  const dialog = dialogOf(page)
  await dialog.getByLabel('First Name').fill('Arun')
  await dialog.getByLabel('Last Name').fill('Raj')
  await dialog.getByLabel('Email').fill('arun@mail.example')
  await dialog.getByLabel('WhatsApp Number').fill('8765432109')
  await dialog.getByRole('button', { name: 'Continue to payment' }).click()
  await dialog.getByRole('button', { name: 'Complete Booking' }).click()
  await expect(dialog).toContainText('MAL-')
  await isFitForPaper(page)
  await expect(page.locator('main')).toBeHidden()
  await expect(dialog).toContainText(title ?? '')
  expect((await dialog.boundingBox())?.y).toBeLessThan(200)
})

test('lists, a product and the home page print whole, without buttons and fields to search', async ({
  page,
  school,
}) => {
  const { slug } = await readyProduct(school)
  for (const path of ['/', '/classes', '/store', `/store/${slug}`]) {
    await page.emulateMedia({ media: 'screen', reducedMotion: 'no-preference' })
    await open(page, path)
    await isFitForPaper(page)
    await expect(page.getByRole('search')).toHaveCount(0)
    // The letters of the home page's headline appear one by one on a screen.
    const letters = page.getByRole('heading', { level: 1 }).locator('span span span')
    const shown = await letters.evaluateAll((all) =>
      all.map((letter) => getComputedStyle(letter).animationName),
    )
    expect(new Set(shown).difference(new Set(['none']))).toEqual(new Set())
  }
})

/** Counts the pieces of text on the first sheet of paper that is `height` pixels high. */
async function textsOnFirstSheet(page: Page, height: number): Promise<number> {
  const pdf = await page.pdf({ width: '794px', height: `${height}px`, pageRanges: '1' })
  const streams = pdf.toString('latin1').matchAll(/\/FlateDecode[^>]*>>\s*stream\r?\n(.*?)endstream/gs)
  const texts = [...streams].map(([, stream = '']) => {
    const drawn = inflateSync(Buffer.from(stream, 'latin1'), { finishFlush: constants.Z_SYNC_FLUSH })
    return drawn.toString('latin1').match(/\bT[jJ]\b/g)?.length ?? 0
  })
  return Math.max(...texts)
}

test('the text of a policy begins on the first sheet, also on paper that is hardly too short for it', async ({
  page,
}) => {
  await open(page, '/terms/hall')
  await expect(page.getByRole('heading', { name: 'Contact' })).toBeVisible()
  const heights = Array.from({ length: 13 }, (_, step) => 600 + 25 * step)
  const texts = await Promise.all(heights.map((height) => textsOnFirstSheet(page, height)))
  expect(Math.min(...texts)).toBeGreaterThan(100)
})
