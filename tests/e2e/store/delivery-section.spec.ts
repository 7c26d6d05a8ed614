import { isSound } from '../../harness/accessibility.ts'
import { beSignedIn, expect, open, test, toastOf } from '../../harness/browser.ts'

test.beforeEach(async ({ page, school }) => {
  await beSignedIn(page, school, 'owner')
})

test('staff add a zone, a slot and a closed day by keyboard, and errors are shown at their fields', {
  tag: '@phone',
}, async ({ page, school, problems }) => {
  const dialog = page.getByRole('dialog')
  const view = (name: string) =>
    page.getByRole('navigation', { name: 'Delivery' }).getByRole('link', { name })
  await open(page, '/admin#delivery')
  await expect(page.getByRole('main').getByText('11 pm – 12:30 am, the night before')).toBeVisible()
  await isSound(page)

  await view('Zones').press('Enter')
  await page.getByRole('button', { name: 'Add Zone' }).press('Enter')
  await dialog.getByLabel('Name').fill('Coimbatore')
  await dialog.getByLabel('Pincodes').fill('641, 600004')
  await dialog.getByLabel('Standard fee').fill('250')
  problems.allow(/409/)
  await dialog.getByLabel('Name').press('Enter')
  await expect(dialog.getByText(/^600004 is already in the zone Centre/).last()).toBeVisible()
  await expect(dialog.getByLabel('Pincodes')).toBeFocused()
  await isSound(page)
  await dialog.getByLabel('Pincodes').fill('641')
  await dialog.getByLabel('Name').press('Enter')
  await expect(toastOf(page)).toContainText('Zone created successfully')
  await expect(page.getByRole('main').getByText('₹250').first()).toBeVisible()

  await view('Delivery times').press('Enter')
  await page.getByRole('button', { name: 'Add Delivery Time' }).press('Enter')
  await dialog.getByLabel('Name').fill('Early')
  await dialog.getByLabel(/^From\b/).fill('07:00')
  await dialog.getByLabel(/^To\b/).fill('06:00')
  await dialog.getByLabel(/^Closing time\b/).fill('06:00')
  problems.allow(/400/)
  await dialog.getByLabel('Name').press('Enter')
  await expect(
    dialog.getByText(/Only a midnight delivery time can start the evening before/).last(),
  ).toBeVisible()
  await dialog.getByLabel(/^To\b/).fill('09:00')
  await dialog.getByLabel('Orders a day').fill('3')
  await dialog.getByLabel('Name').press('Enter')
  await expect(toastOf(page).filter({ hasText: 'Delivery time created' })).toBeVisible()

  await view('Closed days').press('Enter')
  await page.getByRole('button', { name: 'Add Day' }).press('Enter')
  await dialog.getByLabel(/^Day\b/).fill('2026-03-05')
  await dialog.getByLabel('Closed for').fill('a wedding')
  await dialog.getByLabel('Closed for').press('Enter')
  await expect(page.getByRole('main').getByText('Closed for a wedding').first()).toBeVisible()
  await isSound(page)

  const address = '/api/delivery-options?pincode=641001&from=2026-03-04&days=2'
  const { body } = await school.http('GET', address)
  const reasons = body.days.map(
    ({ options }: { options: { name: string; reason: string | null }[] }) =>
      options.find(({ name }) => name === 'Early')?.reason,
  )
  expect(reasons).toEqual([null, 'Closed for a wedding'])

  // The contact page and the footer announce the closed day.
  const { text } = await school.http('GET', '/contact')
  expect(text.match(/>Closed on 5 March for a wedding</g)).toHaveLength(2)
})
