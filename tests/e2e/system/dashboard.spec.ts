import type { Page } from '@playwright/test'
import { isSound } from '../../harness/accessibility.ts'
import { beSignedIn, expect, open, test, toastOf } from '../../harness/browser.ts'

const main = (page: Page) => page.getByRole('main')
const figures = (page: Page) => main(page).getByRole('list', { name: 'Figures' }).getByRole('listitem')

test.beforeEach(async ({ page, school }) => {
  await beSignedIn(page, school, 'owner')
})

test('the back office opens with six figures and their changes @both', async ({ page }) => {
  await open(page, '/admin')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
  await expect(figures(page)).toHaveCount(6)
  const [revenue, orders, students, classes, rating, products] = await figures(page).allInnerTexts()
  expect(revenue).toMatch(/Total Revenue\s+₹[\d,]+\s+\+18%/)
  expect(orders).toMatch(/Total Orders\s+112\s+\+12%/)
  expect(students).toMatch(/Active Students\s+\d+\s+\+7%/)
  expect(classes).toMatch(/Classes Completed\s+16\s+\+23%/)
  expect(rating).toMatch(/Customer Rating\s+4\.8\/5\s+\+0\.2/)
  expect(products).toMatch(/Total Products\s+22\s+\+5%/)

  const weeks = main(page).getByRole('list', { name: 'Money by week' }).getByRole('listitem')
  await expect(weeks).toHaveCount(12)
  await expect(weeks.last()).toContainText(/This week: ₹/)
  await expect(main(page).getByRole('heading', { name: 'This week’s batches' })).toBeVisible()
  await expect(main(page).getByText('20 of 24')).toBeVisible()
  await expect(main(page).getByText('9 in all')).toBeVisible()
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
  expect(wide).toBe(false)
})

test('its links do not ask again who is signed in', async ({ page, wire }) => {
  const asked = await wire.answer('GET /api/auth/user', () => undefined)
  await open(page, '/admin')
  await expect(main(page).getByRole('link', { name: '20 of 24' })).toBeVisible()
  // The guard, and what stands behind it.
  expect(asked.length).toBeLessThanOrEqual(2)
})

test('every figure leads to the list behind it, by keyboard', async ({ page }) => {
  await open(page, '/admin')
  const leads = async (name: string | RegExp, hash: string, title: string) => {
    await main(page).getByRole('link', { name }).first().focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/admin${hash}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await page.goBack()
    await expect(figures(page)).toHaveCount(6)
  }
  await leads('Total Revenue', '#event-class-enrollments?payment=paid', 'Event & Class Enrollments')
  await leads('Total Orders', '#orders', 'Orders')
  await leads('Active Students', '#students', 'Students')
  await leads('Classes Completed', '#classes', 'Classes')
  await leads('Customer Rating', '#feedback', 'Feedback')
  await leads('Total Products', '#products', 'Products')
  await leads('Holds about to expire', '#event-class-enrollments?payment=due', 'Event & Class Enrollments')
  await leads('Messages that failed', '#outbox?state=failed', 'Messages')
  await leads('Letters held back', '#outbox?state=held', 'Messages')
  await leads('Enquiries unanswered', '#category-visitor-list?answered=no', 'Category Visitor List')
  await leads('20 of 24', '#subscribers', 'Subscribers')
  await leads('9 in all', '#visitors', 'Visitors')
})

test('a failed load says its sentence and offers a way on; a failed refresh leaves what is there', async ({
  page,
  wire,
}) => {
  await wire.answer('GET /api/getDashboardData', { status: 500 })
  await open(page, '/admin')
  await expect(toastOf(page)).toContainText('Failed to fetch dashboard data')
  await expect(main(page).getByRole('heading', { name: 'Recent visitors' })).toBeVisible()
  await expect(figures(page)).toHaveCount(0)
  await expect(main(page).getByText('The figures could not be loaded.')).toBeVisible()
  await wire.restore('GET /api/getDashboardData')
  await main(page).getByRole('button', { name: 'Refresh' }).click()
  await expect(toastOf(page)).toContainText('Dashboard refreshed successfully')
  await expect(figures(page)).toHaveCount(6)

  await wire.answer('GET /api/landing/contacts', 'offline')
  await main(page).getByRole('button', { name: 'Refresh' }).click()
  await expect(toastOf(page)).toContainText('Failed to fetch landing contacts')
  await expect(main(page).getByText('20 of 24')).toBeVisible()
})

test('an enquiry is marked answered and leaves the morning’s list', async ({ page, school }) => {
  await school.http('POST', '/api/categoryuserdata', {
    body: {
      fullname: 'Asha Pillai',
      emailaddress: 'asha@mail.example',
      phoneno: '9876501234',
      enquiry: 'Venue',
    },
  })
  await open(page, '/admin')
  await expect(main(page).getByText('Asha Pillai')).toBeVisible()
  await main(page).getByRole('link', { name: 'Enquiries unanswered' }).click()
  await page.getByRole('button', { name: 'Mark answered: Asha Pillai' }).click()
  await expect(page.getByRole('button', { name: 'Mark answered: Asha Pillai' })).toBeHidden()
  await open(page, '/admin')
  await expect(figures(page)).toHaveCount(6)
  await expect(main(page).getByText('Asha Pillai')).toBeHidden()
})

test('the dashboard, the audit log, the bin, visitors and subscribers are sound @phone', async ({ page }) => {
  for (const hash of ['dashboard', 'audit', 'bin', 'visitors', 'subscribers']) {
    await open(page, `/admin#${hash}`)
    await expect(main(page).getByRole('button', { name: 'Refresh' })).toBeVisible()
    await test.step(hash, () => isSound(page))
  }
})
