import type { Page } from '@playwright/test'
import { cancelSeat } from '../../../server/domains/registrations/seats/seat-ends.ts'
import { expireOffers } from '../../../server/domains/registrations/waiting-list/waiting-list.service.ts'
import { isSound } from '../../harness/accessibility.ts'
import type { TestApp } from '../../harness/app.ts'
import { expect, failed, open, test } from '../../harness/browser.ts'
import { linkTokenFor, waitFor } from '../../harness/letters.ts'
import { addCourse, enrol, seatCounts } from '../../harness/seats.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
const row = (page: Page, name: string) =>
  page.getByRole('main').locator('dt', { hasText: name }).locator('..').locator('dd')

/**
 * Adds a full course with one student, and people on its waiting list. Returns the tokens in the e-mails to these
 * people.
 */
async function fullCourse(school: TestApp, ...emails: string[]) {
  const course = await addCourse(school, { title: 'Temple Garlands', capacity: 1 })
  const seat = await enrol(school, course.id)
  const tokens: string[] = []
  for (const email of emails) {
    tokens.push(await waitFor(school, course.id, email))
  }
  const free = () =>
    school.db.transaction((tx) => cancelSeat(school.app.services.registrationDeps, tx, 'enrolment', seat.id))
  return { course, tokens: tokens as [string, ...string[]], free }
}

const stateOf = async (school: TestApp, token: string) =>
  (await school.http('GET', `/api/waiting-list/${token}`)).body.state as string

test('a visitor joins the waiting list on the course page, and the link in the e-mail confirms the place', async ({
  page,
  school,
}) => {
  const { course } = await fullCourse(school, 'first@mail.example')
  await open(page, `/classes/${course.slug}`)
  await page
    .getByRole('button', { name: /Tell me when a seat opens/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Full Name').fill('Meena')
  await dialog.getByLabel('Email').fill('joining@mail.example')
  await dialog.getByLabel('Phone Number').fill('9840012345')
  await dialog.getByRole('button', { name: 'Join the waiting list' }).click()
  await expect(dialog.getByRole('status')).toContainText(
    'Open the e-mail we sent to joining@mail.example and follow the link in it.',
  )
  const token = await linkTokenFor(school, 'joining@mail.example')
  // Opening the page without the proof in the address confirms nothing.
  await open(page, `/waiting-list/${token}`)
  await expect(heading(page)).toHaveText('Confirm your place')
  await isSound(page)
  await open(page, '/contact')
  await open(page, `/waiting-list/${token}#proof=${token}`)
  await expect(heading(page)).toHaveText('You’re on the waiting list')
  await expect(row(page, 'Your place')).toHaveText('Number 2')
  expect(new URL(page.url()).hash).toBe('')
})

test('the button on the page of a waiting-list place confirms the place', { tag: '@phone' }, async ({
  page,
  school,
}) => {
  const { course } = await fullCourse(school)
  const body = { fullName: 'Meena', email: 'button@mail.example', phone: '9840012346', courseId: course.id }
  await school.http('POST', '/api/waiting-list', { body })
  await open(page, `/waiting-list/${await linkTokenFor(school, body.email)}`)
  await button(page, 'Confirm my place').click()
  await expect(heading(page)).toHaveText('You’re on the waiting list')
})

test('opening a waiting-list offer changes nothing, and taking the offered seat leads to its payment', {
  tag: '@phone',
}, async ({ page, school }) => {
  const { course, tokens, free } = await fullCourse(school, 'uma@mail.example', 'next@mail.example')
  const [token, next = ''] = tokens
  await open(page, `/waiting-list/${token}`)
  await expect(heading(page)).toHaveText('You’re on the waiting list')
  await expect(row(page, 'Your place')).toHaveText('Number 1')
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await free()
  await page.reload()
  await expect(heading(page)).toHaveText('A seat has opened for you')
  await expect(row(page, 'Fee')).toHaveText('₹12,500')
  await expect(row(page, 'Held until')).toContainText('3 March')
  await isSound(page)
  expect(await stateOf(school, token)).toBe('offered')
  await button(page, 'Take the seat and pay').click()
  await expect(heading(page)).toHaveText('Complete Your Payment')
  await expect(row(page, 'Course')).toHaveText('Temple Garlands')
  expect(await stateOf(school, next)).toBe('waiting')
  expect(await seatCounts(school, course.id)).toMatchObject({ taken: 1, live: 1 })
  await open(page, `/waiting-list/${token}`)
  await expect(heading(page)).toHaveText('You’ve taken this seat')
  await page.getByRole('link', { name: 'View your seat' }).click()
  await expect(heading(page)).toHaveText('Complete Your Payment')
})

test('a waiting person gives up an offered seat only after confirming it, and the next person gets an offer', {
  tag: '@phone',
}, async ({ page, school }) => {
  const { tokens, free } = await fullCourse(school, 'uma@mail.example', 'next@mail.example')
  const [token, next = ''] = tokens
  await free()
  await open(page, `/waiting-list/${token}`)
  await button(page, 'Decline the seat').click()
  await button(page, 'Keep the seat').click()
  await expect(button(page, 'Take the seat and pay')).toBeVisible()
  await button(page, 'Decline the seat').click()
  await button(page, 'Yes, decline the seat').click()
  await expect(heading(page)).toHaveText('You’re no longer on the list')
  expect(await stateOf(school, next)).toBe('offered')
  await page.getByRole('link', { name: 'See the course' }).click()
  await expect(heading(page)).toHaveText('Temple Garlands')
})

test('the page of a waiting-list offer that has ended says so and links to the course', async ({
  page,
  school,
}) => {
  const { tokens, free } = await fullCourse(school, 'uma@mail.example', 'next@mail.example')
  const [token] = tokens
  await free()
  // The page's next call waits for the click. On a busy machine, the page could otherwise show too early that the offer
  // ended.
  const pressed = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/seat'),
  )
  await page.route(`**/api/waiting-list/${token}`, async (route) => {
    await pressed
    await route.continue()
  })
  await open(page, `/waiting-list/${token}`)
  await expect(heading(page)).toHaveText('A seat has opened for you')
  school.deps.clock.advance(24 * 60 * 60_000)
  await expireOffers(school.app.services.registrationDeps)
  failed(page.context(), `${school.url}/api/waiting-list/${token}/seat`)
  await button(page, 'Take the seat and pay').click()
  await expect(heading(page)).toHaveText('This offer has ended')
  await expect(page.getByRole('main')).toContainText('you can join the list again')
  await expect(page.getByRole('link', { name: 'See the course' })).toBeVisible()
})

test('a forged waiting-list link shows an error, and a place can be given up after a failed attempt without a network', async ({
  page,
  school,
  wire,
}) => {
  const { tokens } = await fullCourse(school, 'uma@mail.example')
  const forged = `${'a'.repeat(22)}.${'b'.repeat(32)}`
  for (const path of ['/waiting-list', '/api/waiting-list'])
    failed(page.context(), `${school.url}${path}/${forged}`)
  await open(page, `/waiting-list/${forged}`)
  await expect(heading(page)).toHaveText('This link no longer works')
  await wire.answer('GET /api/waiting-list/:token', 'offline')
  await open(page, `/waiting-list/${tokens[0]}`)
  // The page shows the place that was in the server's HTML.
  await expect(heading(page)).toHaveText('You’re on the waiting list')
  await wire.restore('GET /api/waiting-list/:token')
  await wire.answer('DELETE /api/waiting-list/:token', 'offline')
  await button(page, 'Leave the list').click()
  await button(page, 'Yes, leave the list').click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('We couldn’t reach our server')
  await wire.restore('DELETE /api/waiting-list/:token')
  await button(page, 'Yes, leave the list').click()
  await expect(heading(page)).toHaveText('You’re no longer on the list')
})

test('opening an unsubscribe link changes nothing, and its button unsubscribes', { tag: '@phone' }, async ({
  page,
  school,
  wire,
}) => {
  const email = 'reader@mail.example'
  await school.http('POST', '/api/landing/email', { body: { email } })
  const token = await linkTokenFor(school, email)
  const rows = () =>
    school.db.read.selectFrom('newsletter_subscriber').select('id').where('email', '=', email).execute()
  await wire.answer('POST /unsubscribe/:token', 'offline')
  await open(page, `/unsubscribe/${token}`)
  await expect(heading(page)).toHaveText('Unsubscribe from the newsletter?')
  await isSound(page)
  await button(page, 'Unsubscribe').click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('We couldn’t reach our server')
  expect(await rows()).toHaveLength(1)
  await wire.restore('POST /unsubscribe/:token')
  await button(page, 'Unsubscribe').click()
  await expect(heading(page)).toHaveText('You’re unsubscribed')
  expect(await rows()).toHaveLength(0)
})
