import { beSignedIn, expect, kept, open, test, toastOf } from '../harness/browser.ts'

const allLinks = ['Home', 'About', 'Classes & Programs', 'Calendar', 'Contact']

test('the header’s five links lead to their pages, and the link of the current page is highlighted', async ({
  page,
}) => {
  await open(page, '/')
  const nav = page.getByRole('navigation', { name: 'Main' })
  await expect(nav.getByRole('link')).toHaveText(allLinks)
  for (const [name, path] of [
    ['About', '/about'],
    ['Classes & Programs', '/classes'],
    ['Calendar', '/calendar'],
    ['Contact', '/contact'],
    ['Home', '/'],
  ] as const) {
    await nav.getByRole('link', { name }).click()
    await expect(page).toHaveURL(path)
    await expect(nav.locator('[aria-current=page]')).toHaveText([name])
  }
  await expect(page.getByRole('banner')).toContainText('Chennai')
})

test('the header stays in view, and a new page starts at the top', async ({ page }) => {
  await open(page, '/')
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeInViewport()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy Policy')
  expect(await page.evaluate(() => scrollY)).toBe(0)
})

for (const { list, unfold, tag } of [
  { list: '/classes?category=Workshops', unfold: 'Read more', tag: ['@phone'] },
  { list: '/store', unfold: null, tag: [] },
]) {
  test(`Back to ${list} restores the scroll position`, { tag }, async ({ page }) => {
    await page.clock.install()
    await open(page, list)
    // The browser's own restoring is off once the script that restores scroll positions has loaded.
    await expect.poll(() => page.evaluate(() => history.scrollRestoration)).toBe('manual')
    if (unfold !== null) await page.getByRole('button', { name: unfold }).first().click()
    const link = page.locator('main h3 a').last()
    const top = async () => Math.round((await link.boundingBox())?.y ?? Number.NaN)
    // The loop waits until the list keeps its height, because cards that come into view change the height.
    await expect(async () => {
      const before = await top()
      await link.evaluate((element) => element.scrollIntoView({ block: 'center' }))
      expect(await top()).toBe(before)
    }).toPass()
    const place = await top()
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(800)
    const name = (await link.textContent()) ?? ''
    await link.click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await page.mouse.wheel(0, 200)
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0)
    await page.goBack()
    await expect(link).toBeVisible()
    expect(Math.abs((await top()) - place)).toBeLessThanOrEqual(1)
    if (unfold !== null) await expect(page.getByRole('button', { name: 'Show less' })).toHaveCount(1)
    // The script no longer corrects the scroll position after 3 s.
    await page.clock.runFor(3_000)
    await expect(page.locator('html')).not.toHaveClass('whole')
    expect(Math.abs((await top()) - place)).toBeLessThanOrEqual(1)
  })
}

test('on a phone the header shows three links, and the side menu has all five and the account', {
  tag: '@phone',
}, async ({ page }) => {
  const warnings: string[] = []
  page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()))
  await open(page, '/classes')
  const visible = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  await expect(visible.filter({ visible: true })).toHaveText(allLinks.slice(0, 3))
  const opener = page.getByRole('button', { name: 'Open menu' })
  await opener.click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect(menu.getByRole('navigation').getByRole('link')).toHaveText(allLinks)
  await expect(menu.locator('[aria-current=page]')).toHaveText(['Classes & Programs'])
  await expect(menu.getByRole('list', { name: 'Your orders and favourites' }).getByRole('link')).toHaveText([
    'Store',
    'Favourites',
    'Cart',
    'Find my order or seat',
  ])
  await expect(menu.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/signin')

  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(opener).toBeFocused()

  await opener.click()
  await menu.getByRole('link', { name: 'Contact' }).click()
  await expect(page).toHaveURL('/contact')
  await expect(menu).toBeHidden()
  await opener.click()
  // The link leads to the page that the visitor already sees: the path stays the same, but the menu still closes.
  await menu.getByRole('link', { name: 'Contact' }).click()
  await expect(menu).toBeHidden()
  // The browser opens the menu by itself, and would log a warning if the page opened the menu too.
  expect(warnings.join()).not.toContain('already open')
})

test('the header shows the user’s name from 768 px on, and all five links instead of three and a menu button from 1024 px on', async ({
  page,
  school,
}) => {
  await beSignedIn(page, school, 'user')
  await page.setViewportSize({ width: 767, height: 800 })
  await open(page, '/')
  const header = page.getByRole('banner')
  const name = header.getByText('Welcome, Test').filter({ visible: true })
  await expect(header.getByRole('button', { name: 'Sign Out' })).toBeVisible()
  await expect(name).toHaveCount(0)
  await page.setViewportSize({ width: 768, height: 800 })
  await expect(name).toHaveCount(1)
  await page.setViewportSize({ width: 1023, height: 800 })
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link').filter({ visible: true })
  await expect(links).toHaveText(allLinks.slice(0, 3))
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeVisible()
  await page.setViewportSize({ width: 1024, height: 800 })
  await expect(links).toHaveText(allLinks)
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeHidden()
})

test('signing out clears the stored session, says so, leads home, and ends the session on the server', async ({
  page,
  school,
}) => {
  const { token } = await beSignedIn(page, school, 'owner')
  await open(page, '/classes')
  await page.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click()
  await expect(toastOf(page)).toContainText('Success')
  await expect(toastOf(page)).toContainText("You've been logged out successfully")
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
  for (const key of ['sessionToken', 'isAdmin', 'userName']) expect(await kept(page, key)).toBeNull()
  expect((await school.http('GET', '/api/auth/user', { token })).status).toBe(401)
})

test('a session that ended on the server is cleared from the browser and leads to /signin', async ({
  page,
  school,
  problems,
}) => {
  const { token } = await beSignedIn(page, school, 'user')
  await school.app.services.accounts.signOut(token)
  problems.expect(/The user could not be looked up/)
  problems.expect(/status of 401/)
  await page.goto('/')
  await expect(page).toHaveURL('/signin')
  expect(await kept(page, 'sessionToken')).toBeNull()
})
