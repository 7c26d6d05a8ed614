import type { Page } from '@playwright/test'
import { isSound } from '../../harness/accessibility.ts'
import { beSignedIn, expect, kept, open, test, toastOf } from '../../harness/browser.ts'
import { signedIn } from '../../harness/callers.ts'
import { newestLetterTo } from '../../harness/letters.ts'
import { enrol } from '../../harness/seats.ts'

/** The specified order of these sections. Each group of the menu keeps it. */
const specifiedOrder = [
  'dashboard',
  'products',
  'orders',
  'classes',
  'event-class-enrollments',
  'category-visitor-list',
  'feedback',
  'office-timing',
  'students',
  'instructors',
  'impact',
  'event-pricing',
  'custom-requests',
]
const groupTitles = [
  'Today',
  'Classes',
  'People',
  'Inbox',
  'Shop',
  'Money',
  'Website',
  'Settings',
  'Advanced',
]
const aside = (page: Page) =>
  page.locator('aside').filter({ has: page.getByRole('navigation', { name: 'Sections' }) })
const menu = (page: Page) => aside(page).getByRole('navigation', { name: 'Sections' })

async function enter(page: Page, path = '/admin') {
  await open(page, path)
  await expect(page.getByRole('banner').getByRole('link', { name: 'Back to Site' })).toBeVisible()
}

test('the link in an e-mail to staff opens its record after sign-in', { tag: '@phone' }, async ({
  page,
  school,
}) => {
  const courses = (await school.http('GET', '/api/courses')).body as { id: string }[]
  const { reference } = await enrol(school, courses[0]?.id ?? '')
  const { text } = await newestLetterTo(school, 'hello@malar.example')
  const [, link = ''] = new RegExp(`(/admin#\\S+${reference})\n`).exec(text) ?? []
  const { email, password } = await signedIn(school, 'staff')

  await open(page, link)
  await expect(page).toHaveURL('/signin')
  const form = page.getByRole('main')
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('Password').fill(password)
  await form.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL(link)
  await expect(form).toContainText(reference)
  await expect(page.getByLabel('Search enrolments')).toHaveValue(reference)
})

test('a reload that interrupts the user lookup does not sign the user out', async ({
  page,
  school,
  wire,
}) => {
  await beSignedIn(page, school, 'owner')
  let cutOff = (_: 'offline') => {}
  const cut = new Promise<'offline'>((resolve) => {
    cutOff = resolve
  })
  const questions = await wire.answer('GET /api/auth/user', () => (questions.length === 1 ? cut : undefined))
  await page.goto('/admin')
  await expect.poll(() => questions.length).toBe(1)
  // A browser ends its open requests just before the new page replaces the old page.
  await page.route('/admin', async (route) => {
    const failure = page.waitForEvent('requestfailed', (request) => request === questions[0])
    cutOff('offline')
    await failure
    await route.continue()
  })
  await page.reload()
  await expect(menu(page)).toBeVisible()
  await expect(page).toHaveURL('/admin')
})

test('the menu has its order, a section keeps its title and address over a reload, and staff can sign out', async ({
  page,
  school,
  wire,
}) => {
  await beSignedIn(page, school, 'owner')
  const problem = 'Less than 100 MB is free on the data folder’s disk. Free up space.'
  await wire.answer('GET /api/admin/disk', { json: { success: true, data: { problem } } })
  const { text, headers } = await school.http('GET', '/admin')
  expect(text).not.toContain('Enrollments')
  expect(headers.get('cache-control')).toContain('no-store')

  await enter(page)
  const groups = await menu(page)
    .getByRole('list')
    .evaluateAll((lists) =>
      lists.map((list) => ({
        title: list.getAttribute('aria-label'),
        ids: [...list.querySelectorAll('a')].map(({ hash }) => hash.slice(1)),
      })),
    )
  expect(groups.map(({ title }) => title)).toEqual(groupTitles)
  const specified = groups.map(({ ids }) => ids.filter((id) => specifiedOrder.includes(id)))
  expect(specified.flat().toSorted()).toEqual(specifiedOrder.toSorted())
  for (const own of specified) expect(own).toEqual(specifiedOrder.filter((id) => own.includes(id)))
  const ids = groups.flatMap((group) => group.ids)
  // The back office opens the first section of the menu.
  await expect(menu(page).locator('[aria-current=page]')).toHaveAttribute('href', new RegExp(`#${ids[0]}$`))

  await menu(page).getByRole('link', { name: 'Impact Management' }).click()
  await expect(page).toHaveURL('/admin#impact')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Impact Management')
  await expect(page.getByRole('banner')).toContainText('Site impact values')
  await expect(page.getByText('4 impact(s) total')).toBeVisible()
  await expect(page.getByRole('alert')).toContainText(problem)
  await isSound(page)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Impact Management')
  await page.goBack()
  await expect(menu(page).locator('[aria-current=page]')).toHaveAttribute('href', new RegExp(`#${ids[0]}$`))

  await page.getByRole('link', { name: 'Back to Site' }).click()
  await expect(page).toHaveURL('/')
  await page.getByRole('banner').getByRole('link', { name: 'Admin' }).click()
  await menu(page).getByRole('button', { name: 'Sign Out' }).click()
  await expect(toastOf(page)).toContainText("You've been logged out successfully")
  await expect(page).toHaveURL('/')
  expect(await kept(page, 'sessionToken')).toBeNull()
})

test('a closed group of the menu stays closed over a reload, and shows the sum of its numbers, also on a phone', async ({
  page,
  school,
}) => {
  const enquiry = { fullname: 'Asha Iyer', emailaddress: 'asha@mail.example', phoneno: '9876501234' }
  await school.http('POST', '/api/categoryuserdata', { body: { ...enquiry, enquiry: 'Venue' } })
  await beSignedIn(page, school, 'owner')
  await enter(page, '/admin#impact')
  const inbox = menu(page).getByRole('button', { name: 'Inbox' })
  const enquiries = menu(page).getByRole('link', { name: 'Category Visitor List' })
  await expect(enquiries).toHaveAccessibleDescription(/^\d+ unanswered enquir(y|ies)$/)
  const before = Number(await enquiries.innerText().then((text) => /\d+/.exec(text)?.[0]))
  await inbox.click()
  await expect(enquiries).toBeHidden()
  await expect(inbox).toHaveAccessibleDescription(new RegExp(`^${before} unanswered enquir`))
  await isSound(page)

  await page.reload()
  await expect(inbox).toHaveAttribute('aria-expanded', 'false')
  await expect(enquiries).toBeHidden()
  await school.http('POST', '/api/categoryuserdata', { body: { ...enquiry, enquiry: 'Corporate' } })
  await menu(page).getByRole('link', { name: 'Feedback' }).click()
  await expect(inbox).toHaveAccessibleDescription(new RegExp(`^${before + 1} unanswered enquiries`))

  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByRole('button', { name: 'Open menu' }).click()
  const drawer = page.getByRole('dialog', { name: 'Menu' })
  await expect(drawer.getByRole('link', { name: 'Category Visitor List' })).toBeHidden()
  await drawer.getByRole('button', { name: 'Inbox' }).press('Enter')
  await expect(drawer.getByRole('link', { name: 'Category Visitor List' })).toBeVisible()
  await isSound(page)
})

test('the sidebar is 256 px wide or 48 px with icons, stays so for 7 days, and is a drawer below 768 px', async ({
  page,
  context,
  school,
}) => {
  await beSignedIn(page, school, 'owner')
  await enter(page, '/admin#impact')
  const width = () => aside(page).evaluate((element) => element.getBoundingClientRect().width)
  const cookie = async () => (await context.cookies(school.url)).find(({ name }) => name === 'sidebar_state')
  expect(await width()).toBe(256)
  await page.getByRole('button', { name: 'Toggle Sidebar' }).click()
  await expect.poll(width).toBe(48)
  const set = await cookie()
  expect(set?.value).toBe('false')
  const days = ((set?.expires ?? 0) - Date.now() / 1000) / 86_400
  expect(days).toBeGreaterThan(6.9)
  expect(days).toBeLessThanOrEqual(7)
  // The links still have their accessible names when only icons are shown.
  await expect(menu(page).getByRole('link', { name: 'Classes', exact: true })).toBeVisible()

  await page.reload()
  await expect.poll(width).toBe(48)
  await page.keyboard.press('Control+b')
  await expect.poll(width).toBe(256)
  expect((await cookie())?.value).toBe('true')
  await page.keyboard.press('Meta+b')
  await expect.poll(width).toBe(48)
  await page.keyboard.press('Control+Shift+b')
  expect(await width()).toBe(48)

  await page.setViewportSize({ width: 767, height: 740 })
  await expect(aside(page)).toBeHidden()
  const opener = page.getByRole('button', { name: 'Open menu' })
  const drawer = page.getByRole('dialog', { name: 'Menu' })
  await opener.click()
  await expect(drawer).toBeVisible()
  await expect.poll(async () => (await drawer.boundingBox())?.width).toBe(288)
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(opener).toBeFocused()
  await page.keyboard.press('Control+b')
  await expect(drawer).toBeVisible()
  await drawer.getByRole('link', { name: 'Feedback', exact: true }).click()
  await expect(drawer).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Feedback')
  await page.setViewportSize({ width: 768, height: 740 })
  await expect(aside(page)).toBeVisible()
})
