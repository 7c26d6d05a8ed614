import { expect, failed, open, test, type WireAnswer } from '../../harness/browser.ts'

const slug = 'diploma-in-ikebana'

test('a course page shows facts, answers and enrolment, and says when a course is unknown, loading or failed', async ({
  page,
  school,
  wire,
}) => {
  for (const path of ['/classes/no-such-course', '/api/courses/no-such-course'])
    failed(page.context(), school.url + path)
  await open(page, '/classes/no-such-course')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Page not found')
  // All unknown courses share one page. The links on this page work.
  await page.getByRole('main').getByRole('link', { name: 'Return to Home' }).click()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Classes' }).click()
  const held = Promise.withResolvers<WireAnswer>()
  await wire.answer('GET /api/courses/:slug', () => held.promise)
  await page.getByRole('main').getByRole('link', { name: 'Diploma in Ikebana' }).click()
  await expect(page).toHaveURL(`/classes/${slug}`)
  await expect(page.getByRole('status', { name: 'Loading course' })).toBeVisible()
  held.resolve({ status: 500 })
  await expect(page.getByRole('status').filter({ hasText: 'We couldn’t load this course.' })).toBeVisible()
  await wire.restore('GET /api/courses/:slug')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Diploma in Ikebana')
  const facts = page.getByRole('complementary', { name: 'Dates and fee' })
  for (const name of ['Next batch', 'Duration', 'Seats', 'Instructor'])
    await expect(facts).toContainText(name)
  await expect(facts).toContainText('Only 2 left')
  await facts.getByRole('button', { name: /Enroll Now/ }).click()
  await expect(page.getByRole('dialog')).toContainText('Diploma in Ikebana')
  await page.keyboard.press('Escape')
  await page.getByText('Do I need experience?').click()
  await expect(page.getByText(/^No\. The diploma/)).toBeVisible()
})

test('a bar on a phone shows price, date and Enroll Now while the page’s own button is out of view', {
  tag: '@phone',
}, async ({ page }) => {
  await open(page, `/classes/${slug}`)
  const real = page.getByRole('button', { name: /^Enroll Now/ })
  const bar = page.locator('[data-bar]')
  await expect(bar).toContainText(/^₹39,500\w{3}, \d+ March 2026Enroll Now$/)
  await expect(bar).toBeInViewport({ ratio: 1 })
  // The bar hides its button from the keyboard and from screen readers, which use the page's own button.
  await expect(real).toHaveCount(1)
  await expect(bar.locator('button')).toHaveAttribute('tabindex', '-1')

  await real.scrollIntoViewIfNeeded()
  await expect(bar).toHaveCount(0)
  const last = page.getByText('Where is it?')
  await last.evaluate((element) => scrollBy(0, element.getBoundingClientRect().bottom - innerHeight + 10))
  await expect(bar).toBeVisible()
  const place = await page.evaluate(() => scrollY)
  await bar.locator('button').tap()
  await expect(page.getByRole('dialog')).toContainText('Diploma in Ikebana')
  await page.keyboard.press('Escape')
  await expect(real).toBeFocused()
  expect(await page.evaluate(() => scrollY)).toBe(place)

  // The bar does not cover the element that has the focus.
  await last.focus()
  const [question, edge] = [await last.boundingBox(), await bar.boundingBox()]
  expect((question?.y ?? 0) + (question?.height ?? 0)).toBeLessThanOrEqual(edge?.y ?? 0)
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expect(bar).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Privacy Policy' })).toBeInViewport()
})

test('the first view of a course page on a computer shows price, date and a button, however long the text is', async ({
  page,
  school,
  wire,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const { body } = await school.http('GET', `/api/courses/${slug}`)
  const description = 'Flowers in water. '.repeat(250)
  await wire.answer('GET /api/courses/:slug', { json: { ...body, description } })
  await open(page, `/classes/${slug}`)
  await expect(page.getByText(/water\. Flowers in/)).toBeVisible()
  const quick = page
    .locator('main [aria-hidden=true]')
    .filter({ hasText: /₹39,500.*Enroll Now$/ })
    .first()
  await expect(quick).toBeInViewport({ ratio: 1 })
  await quick.getByText('Enroll Now').click()
  await expect(page.getByRole('dialog')).toContainText('Diploma in Ikebana')
})
