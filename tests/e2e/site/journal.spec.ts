import sharp from 'sharp'
import { isSound } from '../../harness/accessibility.ts'
import { testNow } from '../../harness/app.ts'
import { beSignedIn, expect, open, test, toastOf } from '../../harness/browser.ts'

test('the owner writes, publishes and unpublishes a post with a picture, and a visitor reads the published post', async ({
  page,
  school,
  browser,
}) => {
  await page.clock.setFixedTime(testNow)
  await beSignedIn(page, school, 'owner')
  await open(page, '/admin#blog')
  await page.getByRole('button', { name: 'Add Post' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Post' })
  const text = dialog.getByLabel('Text', { exact: false }).and(dialog.locator('textarea'))
  const preview = dialog.getByRole('region', { name: 'Preview' })

  await dialog.getByRole('button', { name: 'Save Post' }).click()
  await expect(dialog.getByLabel(/^Title/)).toHaveAccessibleDescription('Title is required')
  await expect(text).toHaveAccessibleDescription('Text is required')

  await dialog.getByLabel(/^Title/).fill('Rain on the tuberose')
  await text.fill('Wet roads.')
  await text.selectText()
  await dialog.getByRole('button', { name: 'Bold' }).click()
  await expect(text).toHaveValue('**Wet roads.**')
  await expect(preview.locator('strong')).toHaveText('Wet roads.')
  const picture = await sharp({ create: { width: 64, height: 48, channels: 3, background: 'tomato' } })
    .jpeg()
    .toBuffer()
  await dialog
    .getByLabel('Picture for the text')
    .setInputFiles({ name: 'rain.jpg', mimeType: 'image/jpeg', buffer: picture })
  await expect(text).toHaveValue(/!\[Describe this picture\]\(\/uploads\/[0-9a-f]{32}-64\.jpg\)/)
  await expect(preview.getByRole('img', { name: 'Describe this picture' })).toBeVisible()
  await dialog.getByLabel('Author').selectOption({ label: 'Anjali Nair' })
  await dialog.getByLabel('Tags').fill('Tuberose, Rain')
  await isSound(page)
  await dialog.getByRole('button', { name: 'Save Post' }).click()
  await expect(toastOf(page)).toContainText('Post created successfully')

  expect((await school.http('GET', '/blog/rain-on-the-tuberose')).status).toBe(404)
  const card = page.getByRole('listitem', { name: 'Rain on the tuberose' })
  await expect(card).toContainText('Draft')
  await card.getByRole('button', { name: 'Publish now' }).click()
  await expect(toastOf(page)).toContainText('Post published')
  await expect(card).toContainText('Published')

  const reader = await (await browser.newContext()).newPage()
  await reader.goto(`${school.url}/blog`)
  await reader.getByRole('link', { name: 'Rain on the tuberose' }).click()
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText('Rain on the tuberose')
  await expect(reader.getByRole('article')).toContainText('Anjali Nair')
  await expect(reader.getByRole('img', { name: 'Describe this picture' })).toBeVisible()
  await reader.getByRole('link', { name: 'Rain', exact: true }).click()
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText('Posts about Rain')
  // The reader's page is closed, because it would request a tag that the next click removes.
  await reader.context().close()

  await card.getByRole('button', { name: 'More actions for' }).click()
  await page.getByRole('button', { name: 'Unpublish' }).click()
  await expect(card).toContainText('Draft')
  await expect.poll(async () => (await school.http('GET', '/blog/rain-on-the-tuberose')).status).toBe(404)
})
