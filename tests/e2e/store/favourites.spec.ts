import type { Page } from '@playwright/test'
import { isSound } from '../../harness/accessibility.ts'
import { expect, kept, open, test } from '../../harness/browser.ts'
import { signedIn } from '../../harness/callers.ts'

const heart = (page: Page, title: string) =>
  page.getByRole('button', { name: `Favourite: ${title}`, exact: true })
const ikebana = 'Diploma in Ikebana'
const orchids = 'Orchid Care and Arrangement'

test('a guest’s favourites stay in the browser and join the account at sign-in', async ({
  page,
  school,
  wire,
}) => {
  const courses: { id: string; title: string }[] = (await school.http('GET', '/api/courses')).body
  const idOf = (title: string) => courses.find((course) => course.title === title)?.id ?? ''
  const user = await signedIn(school, 'user')
  await school.http('POST', '/api/favorites', { token: user.token, body: { courseIds: [idOf(orchids)] } })

  await open(page, '/classes')
  await heart(page, ikebana).click()
  await expect(heart(page, ikebana)).toHaveAttribute('aria-pressed', 'true')
  await page.reload()
  await expect(heart(page, ikebana)).toHaveAttribute('aria-pressed', 'true')
  await expect(heart(page, orchids)).toHaveAttribute('aria-pressed', 'false')

  await open(page, '/signin?next=/classes')
  // The list that was requested before the sign-in arrives only after both lists were joined.
  const joined = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().endsWith('/api/favorites'),
  )
  await wire.answer('GET /api/favorites', async () => {
    const before = await school.http('GET', '/api/favorites', { token: user.token })
    await joined
    return { json: before.body }
  })
  await page.getByLabel('Email').first().fill(user.email)
  await page.getByLabel('Password').fill(user.password)
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/classes')
  for (const title of [ikebana, orchids])
    await expect(heart(page, title)).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => kept(page, 'favouriteCourses')).toBeNull()

  const removed = page.waitForResponse((response) => response.request().method() === 'DELETE')
  await heart(page, orchids).click()
  expect((await removed).status()).toBe(200)
  const { body } = await school.http('GET', '/api/favorites', { token: user.token })
  expect(body.data).toEqual([idOf(ikebana)])
})

test('a guest’s favourites page lists flowers and courses, and drops unmarked favourites at the next visit', {
  tag: '@phone',
}, async ({ page }) => {
  await open(page, '/store')
  await heart(page, 'Gerberas, a dozen').click()
  await open(page, '/classes')
  await heart(page, ikebana).click()
  await open(page, '/favourites')
  await expect(page.getByRole('region', { name: 'Flowers' }).getByRole('listitem')).toHaveCount(1)
  await expect(page.getByRole('region', { name: 'Courses' }).getByRole('listitem')).toHaveCount(1)
  await isSound(page)
  for (const title of [ikebana, 'Gerberas, a dozen']) {
    await heart(page, title).click()
    await expect(heart(page, title)).toHaveAttribute('aria-pressed', 'false')
  }
  await page.reload()
  await expect(page.getByRole('main')).toContainText('No favourites yet')
})
