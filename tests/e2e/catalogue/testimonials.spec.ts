import type { Page } from '@playwright/test'
import { expect, open, stopClock, test, tickUntil } from '../../harness/browser.ts'

const section = (page: Page) => page.getByRole('region', { name: 'What our students say' })
const cards = (page: Page) => section(page).getByRole('listitem')
const note = 'Showing sample testimonials due to connection issues'
const row = (n: number, rest = {}) => ({
  id: `t${n}`,
  student_name: `Student ${n}`,
  course_name: `Course ${n}`,
  feedback_text: `Words ${n}`,
  rating: n,
  created_at: '2026-01-01T00:00:00.000Z',
  ...rest,
})

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('testimonials show student, course, text and stars, side by side on large screens', async ({
  page,
  wire,
}) => {
  await wire.answer('GET /api/Feedback', { json: { success: true, data: [row(5), row(1), row(9), row(-3)] } })
  await open(page, '/')
  await expect(cards(page)).toHaveCount(4)
  await expect(cards(page).first()).toHaveText(/Words 5.*Student 5.*Course 5/)
  for (const [nth, stars] of ['5', '1', '5', '1'].entries())
    await expect(cards(page).nth(nth).getByRole('img')).toHaveAccessibleName(`${stars} out of 5`)
  const [first, second] = [await cards(page).nth(0).boundingBox(), await cards(page).nth(1).boundingBox()]
  expect(second?.x).toBeGreaterThan((first?.x ?? 0) + (first?.width ?? 0) - 1)
  await expect(section(page).getByRole('button', { name: 'Next testimonial' })).toBeHidden()
})

test('testimonials on small screens are a carousel that moves every 5 s unless stopped or motion is reduced', {
  tag: '@phone',
}, async ({ page, wire }) => {
  await wire.answer('GET /api/Feedback', { json: { success: true, data: [row(5), row(4), row(3)] } })
  await stopClock(page)
  await open(page, '/')
  const texts = [/Words 5/, /Words 4/, /Words 3/]
  await tickUntil(page, () => expect(cards(page)).toHaveText(texts, { timeout: 100 }))
  await section(page).scrollIntoViewIfNeeded()
  const dots = section(page).getByRole('button', { name: /^Testimonial \d of 3$/ })
  const isShown = async (nth: number) => {
    await expect(dots.nth(nth)).toHaveAttribute('aria-current', 'true')
    await expect(cards(page).nth(nth)).toBeInViewport({ ratio: 0.9 })
  }
  await isShown(0)
  for (const nth of [1, 2, 0]) {
    await page.clock.fastForward(5_000)
    await isShown(nth)
  }
  await section(page).getByRole('button', { name: 'Previous testimonial' }).tap()
  await isShown(2)
  await section(page).getByRole('button', { name: 'Next testimonial' }).tap()
  await isShown(0)
  await dots.nth(1).tap()
  await isShown(1)

  await section(page).getByRole('button', { name: 'Pause testimonials' }).tap()
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await page.clock.fastForward(30_000)
  await isShown(1)
  await section(page).getByRole('button', { name: 'Play testimonials' }).tap()
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await page.clock.fastForward(5_000)
  await isShown(2)

  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect(section(page).getByRole('button', { name: /testimonials/ })).toHaveCount(0)
  await page.clock.fastForward(30_000)
  await isShown(2)
})

test('testimonials that fail to load are replaced by samples, an orange note with the error in red, and "Try again"', async ({
  page,
  wire,
}) => {
  // The answer arrives, but its body is not valid for this call.
  await wire.answer('GET /api/Feedback', { json: [] })
  await open(page, '/privacy')
  // A click on a link makes the browser fetch the data instead of the server.
  await page.getByRole('contentinfo').getByRole('link', { name: 'Home', exact: true }).click()
  const shownNote = section(page).getByRole('status')
  await expect(shownNote).toContainText(note)
  await expect(cards(page)).toHaveCount(3)
  const [orange, red] = await shownNote.evaluate((element) => {
    const hueOf = (of: Element) => {
      const canvas = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D
      canvas.fillStyle = getComputedStyle(of).color
      canvas.fillRect(0, 0, 1, 1)
      const [r = 0, g = 0, b = 0] = canvas.getImageData(0, 0, 1, 1).data
      return Math.round((Math.atan2(Math.sqrt(3) * (g - b), 2 * r - g - b) * 180) / Math.PI)
    }
    return [hueOf(element), hueOf(element.querySelector('span') as Element)]
  })
  expect(orange).toBeGreaterThan(15)
  expect(orange).toBeLessThan(50)
  expect(Math.abs(red as number)).toBeLessThan(25)

  await wire.restore('GET /api/Feedback')
  await shownNote.getByRole('button', { name: 'Try again' }).click()
  await expect(section(page).getByText(note)).toHaveCount(0)
  await expect(cards(page).first()).not.toContainText('Lakshmi Narayanan')
})
