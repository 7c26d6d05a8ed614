import { beSignedIn, expect, open, test, toastOf } from '../../harness/browser.ts'

const settings = '/admin#school-settings'

test('a page of the school settings warns about unsaved changes, shows a preview, and changes the footer once saved', {
  tag: '@phone',
}, async ({ page, school }) => {
  await beSignedIn(page, school, 'owner')
  await open(page, settings)
  await page.getByRole('main').getByRole('link', { name: 'School Name' }).click()
  const form = page.getByRole('form', { name: 'School' })
  await form.getByLabel('Name', { exact: false }).first().fill('Poonga')
  await form.getByLabel('Facebook').fill('')
  await form.getByLabel('Address', { exact: false }).first().fill('1 Beach Road\nPuducherry 605001')
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview).toContainText('© 2024 Poonga')
  await expect(preview).toContainText('Instagram · YouTube')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Bin' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click()
  await expect(preview).toContainText('© 2024 Poonga')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(toastOf(page)).toContainText('School settings saved')
  await page.getByText('History').click()
  await expect(page.getByText('1 Beach Road, Puducherry 605001').first()).toBeVisible()

  await page.reload()
  await expect(form.getByLabel('Name', { exact: false }).first()).toHaveValue('Poonga')
  await page.goBack()
  await expect(page.getByRole('main').getByRole('link', { name: 'Payments' })).toBeVisible()

  await open(page, '/')
  const footer = page.getByRole('contentinfo')
  await expect(footer).toContainText('© 2024 Poonga')
  await expect(footer).toContainText('Puducherry 605001')
  await expect(footer.getByRole('link', { name: 'Facebook' })).toHaveCount(0)
  await expect(footer.getByRole('link', { name: 'YouTube' })).toBeVisible()
})

test('staff search the page of the API, open an endpoint, and download openapi.json', async ({
  page,
  school,
}) => {
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
