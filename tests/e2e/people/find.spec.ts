import { isSound } from '../../harness/accessibility.ts'
import { testNow } from '../../harness/app.ts'
import { expect, kept, open, test } from '../../harness/browser.ts'
import { confirmButton, dialogOf, fillAndReview, student } from '../../harness/enrolling.ts'
import { lettersTo } from '../../harness/letters.ts'
import { addCourse } from '../../harness/seats.ts'

const title = 'Temple Garlands'

test('a visitor finds a seat again in the browser that booked it, and in another browser by the link in the e-mail', {
  tag: '@phone',
}, async ({ page, school, browser }) => {
  await page.clock.setFixedTime(testNow)
  await addCourse(school, { title })
  await open(page, '/')
  await expect(page.getByRole('list', { name: 'Your orders and seats' })).toHaveCount(0)
  await open(page, '/classes')
  await fillAndReview(page, title)
  await confirmButton(page).click()
  await expect(dialogOf(page)).toContainText('Reference')
  const [seat] = JSON.parse((await kept(page, 'seatsTaken')) ?? '{}').ids

  await open(page, '/')
  await isSound(page)
  await page.getByRole('list', { name: 'Your orders and seats' }).getByRole('link', { name: title }).click()
  await expect(page).toHaveURL(`/payment?enrollment=${seat}`)
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page
    .getByRole('dialog', { name: 'Menu' })
    .getByRole('link', { name: 'Find my order or seat' })
    .click()
  await expect(page).toHaveURL('/find')
  const here = page.getByRole('list', { name: 'From this browser' })
  await expect(here.getByRole('listitem')).toContainText('Waiting for your payment')
  await isSound(page)
  await page.getByRole('button', { name: 'Forget these in this browser' }).click()
  await expect(here).toHaveCount(0)
  await expect(page.getByText('This browser has no orders or seats.')).toBeVisible()

  const elsewhere = await (await browser.newContext()).newPage()
  await elsewhere.clock.setFixedTime(testNow)
  await open(elsewhere, `${school.url}/contact`)
  await elsewhere.getByRole('banner').getByRole('link', { name: 'Find my order or seat' }).click()
  const form = elsewhere.getByRole('form', { name: 'By e-mail' })
  await form.getByRole('button', { name: 'Send me the links' }).click()
  await expect(form).toContainText('Please enter your email address')
  await form.getByLabel('Email').fill(student.email)
  await form.getByRole('button', { name: 'Send me the links' }).click()
  await expect(form).toContainText(`Check the inbox of ${student.email}`)
  const letter = (await lettersTo(school, student.email)).find(({ template }) => template === 'own-links')
  const sender = await school.app.services.school.sender()
  const { text } = school.deps.letters.render('own-links', letter?.data, sender, { hasTypedWords: false })
  const [link = ''] = /\/payment\?enrollment=\S+/.exec(text) ?? []
  await open(elsewhere, school.url + link)
  await expect(elsewhere.getByRole('heading', { level: 1 })).toHaveText('Complete Your Payment')
  // The browser that opened the link now lists the seat too.
  await open(elsewhere, `${school.url}/find`)
  await expect(elsewhere.getByRole('list', { name: 'From this browser' })).toContainText(title)
  await elsewhere.context().close()

  expect(
    (await school.http('PATCH', `/api/enrollments/${seat}/status`, { body: { status: 'confirmed' } })).status,
  ).toBe(200)
  await open(page, link.replace(/#.*/, ''))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your seat is confirmed')
  await expect(page.getByRole('main').locator('a[href^="tel:"]')).toHaveCount(1)
})
