import type { Page } from '@playwright/test'
import { isSound, shortenLists } from '../../harness/accessibility.ts'
import { beSignedIn, expect, open, test } from '../../harness/browser.ts'

const main = (page: Page) => page.getByRole('main')
const figures = (page: Page) => main(page).getByRole('list', { name: 'Figures' }).getByRole('listitem')

test.beforeEach(async ({ page, school }) => {
  await beSignedIn(page, school, 'owner')
})

test('the dashboard shows six figures with their changes, and lists an enquiry until it is answered', async ({
  page,
  school,
  wire,
}) => {
  await school.http('POST', '/api/categoryuserdata', {
    body: {
      fullname: 'Asha Pillai',
      emailaddress: 'asha@mail.example',
      phoneno: '9876501234',
      enquiry: 'Venue',
    },
  })
  const lookups = await wire.answer('GET /api/auth/user', () => undefined)
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
  await expect(main(page).getByRole('link', { name: '20 of 24' })).toBeVisible()
  await expect(main(page).getByText('9 in total')).toBeVisible()
  // The guard and the page behind it each look the user up. The links cause no look-up.
  expect(lookups.length).toBeLessThanOrEqual(2)

  await expect(main(page).getByText('Asha Pillai')).toBeVisible()
  await main(page).getByRole('link', { name: 'Unanswered enquiries' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/admin#category-visitor-list?answered=no')
  await page.getByRole('button', { name: 'Mark answered: Asha Pillai' }).click()
  await expect(page.getByRole('button', { name: 'Mark answered: Asha Pillai' })).toBeHidden()
  await page.goBack()
  await expect(figures(page)).toHaveCount(6)
  await expect(main(page).getByText('Asha Pillai')).toBeHidden()
})

test('dashboard, audit log, bin, visitors and subscribers have no accessibility faults @phone', async ({
  page,
}) => {
  await shortenLists(page, 4)
  for (const hash of ['dashboard', 'audit', 'bin', 'visitors', 'subscribers']) {
    await open(page, `/admin#${hash}`)
    await expect(main(page).getByRole('button', { name: 'Refresh' })).toBeVisible()
    await test.step(hash, () => isSound(page))
  }
})
