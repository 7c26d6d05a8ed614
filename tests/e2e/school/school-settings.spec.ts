import { beSignedIn, expect, open, test, toastOf } from '../../harness/browser.ts'

const settings = '/admin#school-settings'

test('a change is previewed, saved, and stands in the footer of the next page', { tag: '@phone' }, async ({
  page,
  school,
}) => {
  await beSignedIn(page, school, 'owner')
  await open(page, settings)
  const form = page.getByRole('form', { name: 'School settings' })
  await form.getByLabel('Name', { exact: false }).first().fill('Poonga')
  await form.getByLabel('Facebook').fill('')
  await form.getByLabel('Address', { exact: false }).first().fill('1 Beach Road\nPuducherry 605001')
  const preview = page.getByRole('region', { name: 'How it will look' })
  await expect(preview).toContainText('© 2024 Poonga')
  await expect(preview).toContainText('Instagram · YouTube')
  await form.getByRole('button', { name: 'Save settings' }).click()
  await expect(toastOf(page)).toContainText('School settings saved')
  await page.getByText('History').click()
  await expect(page.getByText('1 Beach Road, Puducherry 605001').first()).toBeVisible()

  await open(page, '/')
  const footer = page.getByRole('contentinfo')
  await expect(footer).toContainText('© 2024 Poonga')
  await expect(footer).toContainText('Puducherry 605001')
  await expect(footer.getByRole('link', { name: 'Facebook' })).toHaveCount(0)
  await expect(footer.getByRole('link', { name: 'YouTube' })).toBeVisible()
})

test('what is wrong has its sentence beside its field, and nothing typed is lost', async ({
  page,
  school,
}) => {
  await beSignedIn(page, school, 'owner')
  await open(page, settings)
  const form = page.getByRole('form', { name: 'School settings' })
  await form.getByLabel('UPI id').fill('nobody')
  await form.getByLabel('Phone').fill('call us')
  await form.getByRole('button', { name: 'Save settings' }).click()
  await expect(form.getByText('Please enter a UPI id such as name@bank')).toBeVisible()
  await expect(form.getByLabel('Phone')).toBeFocused()
  await expect(form.getByLabel('UPI id')).toHaveValue('nobody')
  // The page asks before it is left.
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Bin' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click()
  await expect(form.getByLabel('Phone')).toHaveValue('call us')
})

test('somebody else’s change is noticed: mine can be kept over it', async ({ page, school, problems }) => {
  problems.allow(/status of 409/)
  const { token } = await beSignedIn(page, school, 'owner')
  await open(page, settings)
  const form = page.getByRole('form', { name: 'School settings' })
  await form.getByLabel('Tagline').fill('Mine')
  await school.http('PUT', '/api/admin/school-settings', {
    token,
    body: { city: 'Madurai', tagline: 'Theirs' },
  })
  await form.getByRole('button', { name: 'Save settings' }).click()
  const note = page.getByRole('alert').filter({ hasText: 'Someone changed this' })
  await expect(note).toContainText('Theirs')
  await note.getByRole('button', { name: 'Keep mine' }).click()
  await expect(form.getByLabel('City')).toHaveValue('Madurai')
  await form.getByRole('button', { name: 'Save settings' }).click()
  await expect(toastOf(page)).toContainText('School settings saved')
  expect((await school.http('GET', '/api/school')).body).toMatchObject({ city: 'Madurai', tagline: 'Mine' })
})

test('staff see where money goes and cannot change it', async ({ page, school }) => {
  await beSignedIn(page, school, 'staff')
  await open(page, settings)
  const form = page.getByRole('form', { name: 'School settings' })
  await expect(form.getByText('Only the owner can change where money goes.')).toBeVisible()
  await expect(form.getByLabel('UPI id')).toHaveAttribute('readonly', '')
})

test('staff cannot lead people to another site for a new password', async ({ page, school, problems }) => {
  problems.allow(/status of 403/)
  await beSignedIn(page, school, 'staff')
  await open(page, settings)
  const form = page.getByRole('form', { name: 'School settings' })
  const address = form.getByLabel('Forgot-password address')
  await address.fill('https://elsewhere.example/forgot')
  await form.getByRole('button', { name: 'Save settings' }).click()
  await expect(form.getByRole('alert')).toContainText('Only the owner can lead people to another site here.')
  await expect(address).toBeFocused()
  await address.fill('/help')
  await form.getByRole('button', { name: 'Save settings' }).click()
  await expect(toastOf(page)).toContainText('School settings saved')
})

test('the API’s page: searched, opened, downloaded', async ({ page, school }) => {
  await beSignedIn(page, school, 'owner')
  await open(page, '/admin#api')
  await page.getByLabel('Search the API').fill('school settings put')
  await expect(page.getByRole('status').filter({ hasText: /^1 of \d+ endpoints$/ })).toBeVisible()
  await page.getByText('/api/admin/school-settings').click()
  await expect(page.getByRole('main')).toContainText('upiName')
  await expect(page.getByRole('main')).toContainText('Idempotency-Key')
  const downloaded = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download openapi.json' }).click()
  expect((await downloaded).suggestedFilename()).toBe('openapi.json')
})
