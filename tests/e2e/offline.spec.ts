import type { Page } from '@playwright/test'
import type { TestApp } from '../harness/app.ts'
import { expect, open, test } from '../harness/browser.ts'
import { hydrated } from '../harness/hydrated.ts'

test.use({ serviceWorkers: 'allow' })
test.beforeEach(({ problems }) => problems.allow(/ERR_INTERNET_DISCONNECTED/))

const namesKept = (page: Page) => page.evaluate(() => caches.keys())

/**
 * Lists the names of the browser's caches and the paths in the caches. A test must not call the function while the
 * service worker may delete a cache, because opening a deleted cache creates the cache again.
 */
const keptBy = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return { names, paths: requests.flat().map(({ url }) => new URL(url).pathname) }
  })

/** Visits a page and waits until the service worker is active. */
async function visit(page: Page, path: string) {
  await open(page, path)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect.poll(async () => (await keptBy(page)).paths).toEqual(['/offline'])
}

const storePhone = (school: TestApp, phone: string) =>
  school.db.transaction(async (tx) => {
    await tx
      .insertInto('setting')
      .values({ name: 'school.phone', value: phone, updated_at: school.deps.clock.now() })
      .execute()
    await school.db.changes.mark(tx, 'school')
  })

test('without a network every page shows the offline page with phone, hours, address and "Try again"', {
  tag: '@phone',
}, async ({ page, context }) => {
  await visit(page, '/classes')
  await context.setOffline(true)
  for (const path of ['/classes', '/contact', '/payment?enrollment=none']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’re offline')
    await expect(page.getByRole('link', { name: '+91 44 5550 0142' })).toHaveAttribute(
      'href',
      'tel:+914455500142',
    )
    await expect(page.getByText('14 Malligai Street')).toBeVisible()
    await expect(page.getByText('Sunday')).toBeVisible()
    await expect(page.getByText(/9:00 AM - /).first()).toBeVisible()
    await expect(page).toHaveURL(path)
  }
  await page.goto('/classes')
  await context.setOffline(false)
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Our Courses')
  await hydrated(page)
})

test('with a network a page shows new data even though the service worker is active', async ({
  page,
  school,
}) => {
  await visit(page, '/contact')
  await storePhone(school, '+91 44 5550 0199')
  // The server may send the old page for up to 200 ms after the change.
  await expect(async () => {
    await page.reload()
    await expect(page.getByRole('main').getByText('+91 44 5550 0199').first()).toBeVisible({ timeout: 1_000 })
  }).toPass()
})

test('the stored offline page follows changes of the school’s details, and its old copy is deleted', async ({
  page,
  context,
  school,
}) => {
  await visit(page, '/contact')
  const before = await keptBy(page)
  await storePhone(school, '+91 44 5550 0199')
  await page.goto('/about')
  await expect.poll(() => namesKept(page)).toEqual([expect.not.stringContaining(before.names[0] ?? '')])
  expect((await keptBy(page)).paths).toEqual(['/offline'])
  await context.setOffline(true)
  await page.goto('/')
  await expect(page.getByRole('link', { name: '+91 44 5550 0199' })).toBeVisible()
})

test('the service worker passes a 404 page on as the server sent it', async ({ page, school, problems }) => {
  problems.allow(/status of 404/)
  await visit(page, '/')
  const answer = await page.goto('/no/such/page')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Page not found')
  expect((await school.http('GET', '/service-worker.js')).headers.get('cache-control')).toBe('no-cache')
})

test('a link that cannot load while the browser claims to be online leads to the offline page', async ({
  page,
  context,
  problems,
}) => {
  problems.allow(/loading route module|Failed to fetch dynamically/)
  await visit(page, '/privacy')
  await page.evaluate(() => Object.defineProperty(navigator, 'onLine', { get: () => true }))
  await context.setOffline(true)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’re offline')
  await expect(page).toHaveURL('/contact')
})
