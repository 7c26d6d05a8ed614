import type { Browser, Page } from '@playwright/test'
import { firstScripts } from '../../bench/figures/p5-first-load.ts'
import { publicPages } from '../../bench/pages.ts'
import { expect, failed, open, stopClock, test, toastOf } from '../harness/browser.ts'

/** Replaces React's developer tools, to which React reports each commit, and counts the rendered components. */
const countRendered = (page: Page) =>
  page.addInitScript(() => {
    interface Fiber {
      flags: number
      type: unknown
      alternate: Fiber | null
      child: Fiber | null
      sibling: Fiber | null
    }
    const performedWork = 1
    const rendered = (fiber: Fiber | null): number =>
      fiber === null
        ? 0
        : Number(
            typeof fiber.type === 'function' && fiber.alternate !== null && fiber.flags & performedWork,
          ) +
          rendered(fiber.child) +
          rendered(fiber.sibling)
    const commits: number[] = []
    Object.assign(window, {
      commits,
      __REACT_DEVTOOLS_GLOBAL_HOOK__: {
        supportsFiber: true,
        inject: () => 1,
        onCommitFiberRoot: (_: number, root: { current: Fiber }) => commits.push(rendered(root.current)),
        onPostCommitFiberRoot() {},
        onCommitFiberUnmount() {},
      },
    })
  })

/** Opens a page as a new visitor, whose browser has stored nothing of the site. */
async function firstVisit(browser: Browser, url: string) {
  const visitor = await browser.newPage()
  failed(visitor.context(), url)
  // The clock is stopped, because scripts that load later, for a visitor who stays, do not belong to the first load.
  await stopClock(visitor)
  await countRendered(visitor)
  const scripts = await firstScripts(visitor, url)
  // The first commit hydrates the page, and the second commit comes from the page's effects.
  const isAlive = () => (window as unknown as { commits: number[] }).commits.length > 1
  await expect.poll(() => visitor.evaluate(isAlive)).toBe(true)
  const commits = await visitor.evaluate(() => (window as unknown as { commits: number[] }).commits)
  await visitor.close()
  return { ...scripts, rendered: Math.max(...commits.slice(0, 2)) }
}

test('a first visit loads at most 6 scripts with 26 kB beyond the core, and React renders the page only once', async ({
  browser,
  school,
}) => {
  const left = publicPages.map(({ page }) => page)
  const visits = async () => {
    for (let path = left.shift(); path !== undefined; path = left.shift()) {
      const { core, more, requests, rendered } = await firstVisit(browser, school.url + path)
      expect.soft(core, `core of ${path}`).toBeGreaterThan(50_000)
      expect.soft(more, `bytes of ${path}`).toBeLessThanOrEqual(26_000)
      expect.soft(requests, `requests of ${path}`).toBeLessThanOrEqual(6)
      // The header and the footer alone have more than fifty components.
      expect.soft(rendered, `components of ${path} rendered again`).toBeLessThan(20)
    }
  }
  // A visit mostly waits until nothing more loads, so four visits run at once.
  await Promise.all([visits(), visits(), visits(), visits()])
})

test('an unknown address answers 404 with "Oops! Page not found" and a link home', async ({
  page,
  school,
}) => {
  const answer = await school.http('GET', '/no/such/page')
  expect(answer.status).toBe(404)
  expect(answer.text).toContain('Oops! Page not found')

  failed(page.context(), `${school.url}/no/such/page`)
  await open(page, '/no/such/page')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Page not found')
  await page.getByRole('main').getByRole('link', { name: 'Return to Home' }).click()
  await expect(page).toHaveURL('/')
})

test('/login redirects to /signin and keeps a "next" address only if it is of this site', async ({
  page,
  school,
}) => {
  for (const [from, to] of [
    ['/login', '/signin'],
    ['/login?next=/classes', '/signin?next=%2Fclasses'],
    ['/login?next=https://elsewhere.example/', '/signin'],
    ['/login?next=//elsewhere.example/', '/signin'],
    ['/login?next=/%5Celsewhere.example/', '/signin'],
    ['/login?next=javascript:alert(1)', '/signin'],
  ] as const) {
    const { status, headers } = await school.http('GET', from)
    expect([from, status, headers.get('location')]).toEqual([from, 302, to])
  }
  await open(page, '/login?next=/classes')
  await expect(page).toHaveURL('/signin?next=%2Fclasses')
})

test('the footer has page links, social links, contact details and © 2024', { tag: '@phone' }, async ({
  page,
}) => {
  await open(page, '/about')
  const footer = page.getByRole('contentinfo')
  for (const path of ['/', '/classes', '/about', '/contact', '/privacy', '/terms'])
    await expect(footer.locator(`a[href="${path}"]`)).toBeVisible()
  await expect(footer.getByText(/© 2024 Malar/)).toBeVisible()
  await expect(footer.locator('a[href^="tel:"]')).toBeVisible()
  await expect(footer.locator('a[href^="mailto:"]')).toBeVisible()
  for (const name of ['Instagram', 'Facebook', 'YouTube']) {
    const link = footer.getByRole('link', { name })
    await expect(link).toHaveAttribute('target', '_blank')
    await expect(link).toHaveAttribute('rel', /noopener/)
  }
})

test('only one toast is shown at a time, and it disappears at Escape or by itself after 5 s', async ({
  page,
  wire,
}) => {
  await page.clock.install()
  await wire.answer('POST /api/landing/email', 'offline')
  await open(page, '/terms')
  const box = page.getByRole('contentinfo').getByRole('textbox')
  await box.fill('meena@mail.example')
  await box.press('Enter')
  await expect(toastOf(page)).toHaveText('Failed to subscribe. Please try again.')
  await wire.restore('POST /api/landing/email')
  await box.press('Enter')
  await expect(toastOf(page)).toHaveText(['Successfully subscribed to our newsletter!'])

  await page.keyboard.press('F6')
  await expect(toastOf(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(toastOf(page)).toHaveCount(0)
  await expect(box).toBeFocused()

  await box.fill('arun@mail.example')
  await box.press('Enter')
  await expect(toastOf(page)).toHaveCount(1)
  await page.clock.runFor(5_100)
  await expect(toastOf(page)).toHaveCount(0)
})

test('a toast stays while the pointer or the focus is in it, and F6 moves the focus there and back', async ({
  page,
}) => {
  await page.clock.install()
  await open(page, '/terms')
  const box = page.getByRole('contentinfo').getByRole('textbox')
  await box.fill('meena@mail.example')
  await box.press('Enter')
  await toastOf(page).hover()
  await page.clock.runFor(6_000)
  await expect(toastOf(page)).toHaveCount(1)

  await page.keyboard.press('F6')
  await expect(toastOf(page)).toBeFocused()
  await page.mouse.move(0, 0)
  await page.clock.runFor(6_000)
  await expect(toastOf(page)).toBeFocused()

  await toastOf(page).hover()
  await page.keyboard.press('F6')
  await expect(box).toBeFocused()
  await page.clock.runFor(6_000)
  await expect(toastOf(page)).toHaveCount(1)

  await page.keyboard.press('F6')
  await toastOf(page).getByRole('button', { name: 'Dismiss' }).press('Enter')
  await expect(toastOf(page)).toHaveCount(0)
  await expect(box).toBeFocused()

  await box.fill('arun@mail.example')
  await box.press('Enter')
  await toastOf(page).hover()
  await page.keyboard.press('F6')
  await page.keyboard.press('F6')
  await page.mouse.move(0, 0)
  await expect(box).toBeFocused()
  await page.clock.runFor(5_100)
  await expect(toastOf(page)).toHaveCount(0)
})
