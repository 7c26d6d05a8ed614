import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { isSound } from '../../harness/accessibility.ts'
import { beSignedIn, expect, open, test, toastOf } from '../../harness/browser.ts'

const main = (page: Page) => page.getByRole('main')

test('staff change the headline and a picture, see the preview, publish both, and go back', {
  tag: '@phone',
}, async ({ page, school, browser }) => {
  await beSignedIn(page, school, 'manager')
  await open(page, '/admin#pages')
  await main(page).getByRole('link', { name: 'Home' }).click()
  const form = page.getByRole('form', { name: 'Home' })
  await form.getByLabel('Headline', { exact: true }).fill('Tie your first garland')
  const hero = form.getByRole('group', { name: 'Pictures beside the headline' })
  while ((await hero.getByRole('listitem').count()) > 0)
    await hero.getByRole('button', { name: 'Remove picture 1' }).click()
  const picture = { create: { width: 1200, height: 1400, channels: 3 as const, background: '#8a3b5c' } }
  await hero.locator('input[type=file]').setInputFiles({
    name: 'garland.jpg',
    mimeType: 'image/jpeg',
    buffer: await sharp(picture).jpeg().toBuffer(),
  })
  await hero.getByLabel('What picture 1 shows').fill('A garland of jasmine')
  await expect(main(page).getByText('Draft saved. Visitors don’t see it yet.')).toBeVisible()
  await isSound(page)
  // A phone shows either the form or the preview.
  const turns = main(page).getByRole('button', { name: 'Preview', exact: true })
  if (await turns.isVisible()) await turns.click()
  const preview = page.frameLocator('iframe[title="Preview of Home"]')
  await expect(preview.getByRole('heading', { level: 1 })).toHaveAccessibleName('Tie your first garland')
  await expect(preview.getByRole('img', { name: 'A garland of jasmine' })).toBeVisible()
  await main(page).getByRole('button', { name: 'As on a computer' }).click()
  // A stranger sees no account of staff.
  await expect(preview.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
  if (await turns.isVisible()) await main(page).getByRole('button', { name: 'Edit', exact: true }).click()

  const context = await browser.newContext({ baseURL: school.url })
  const visitor = await context.newPage()
  const headline = visitor.getByRole('heading', { level: 1 })
  await visitor.goto('/')
  await expect(headline).toHaveAccessibleName('Start Your Floral Journey With Us')
  await main(page).getByRole('button', { name: 'Publish' }).click()
  await expect(toastOf(page)).toContainText('Visitors see it now.')
  await expect(async () => {
    await visitor.reload()
    await expect(headline).toHaveAccessibleName('Tie your first garland', { timeout: 500 })
  }).toPass()
  await expect(visitor.getByRole('img', { name: 'A garland of jasmine' })).toBeVisible()

  await main(page).getByRole('button', { name: 'Versions' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Look at version 1' }).click()
  await expect(
    page.frameLocator('dialog iframe, [role=dialog] iframe').getByRole('heading', { level: 1 }),
  ).toHaveAccessibleName('Start Your Floral Journey With Us')
  await dialog.getByRole('button', { name: 'Go back to version 1' }).click()
  await expect(toastOf(page)).toContainText('The earlier version is on the site again.')
  await expect(async () => {
    await visitor.reload()
    await expect(headline).toHaveAccessibleName('Start Your Floral Journey With Us', { timeout: 500 })
  }).toPass()
  await context.close()
})
