import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { createChatFolder } from '../../../server/platform/chat.ts'
import { createMailFolder } from '../../../server/platform/mail.ts'
import { sendDueMessages } from '../../../server/platform/outbox-worker.ts'
import type { TestApp } from '../../harness/app.ts'
import { beSignedIn, expect, failed, kept, open, test, toastOf } from '../../harness/browser.ts'
import { student } from '../../harness/enrolling.ts'
import { hydrated } from '../../harness/hydrated.ts'
import { codeSentTo } from '../../harness/letters.ts'
import { addCourse, enrol } from '../../harness/seats.ts'

const main = (page: Page) => page.getByRole('main')
const heading = (page: Page) => main(page).getByRole('heading', { level: 1 })
const press = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true }).click()

/** Sends the queued e-mails into the mail folder, and returns the code of the newest e-mail to the address. */
async function codeFromMailFolder(school: TestApp, email: string): Promise<string> {
  const folder = path.join(school.folder, 'outbox')
  while (
    (await sendDueMessages({
      ...school.deps,
      mail: createMailFolder(folder),
      chat: createChatFolder(folder),
      findSender: () => school.app.services.school.sender(),
    })) > 0
  );
  const code = await codeSentTo(school, email)
  const letters = readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .map((name) => readFileSync(path.join(folder, name), 'utf8'))
    .filter((letter) => letter.includes(`To: ${email}`) || letter.includes(`To: <${email}>`))
  expect(letters.some((letter) => letter.includes(`Subject: ${code} `))).toBe(true)
  return code
}

async function signIn(page: Page, email: string, password: string) {
  await open(page, '/signin')
  await main(page).getByLabel('Email').fill(email)
  await main(page).getByLabel('Password').fill(password)
  await press(page, 'Sign In')
}

// The queued messages of the demonstration are deleted, because they would be sent too.
test.beforeEach(async ({ school }) => {
  await school.db.write.deleteFrom('outbox').execute()
})

test('a student signs up, verifies the e-mail address and enrols; a reset of the password ends the old session', {
  tag: '@phone',
}, async ({ page, school, browser, problems }) => {
  problems.allow(/The user could not be looked up/)
  await open(page, '/signup')
  await main(page).getByLabel('First name').fill('Meena')
  await main(page).getByLabel('Last name').fill('Krishnan')
  await main(page).getByLabel('Email').fill(student.email)
  await main(page).locator('input[name=password]').fill('jasmine at six o’clock')
  await press(page, 'Sign Up')
  await expect(heading(page)).toHaveText('Check your e-mail')
  await expect(heading(page)).toBeFocused()
  await expect(main(page)).toContainText(student.email)
  // The visitor reads the e-mail in another tab and reloads this tab.
  await page.reload()
  await hydrated(page)
  await expect(heading(page)).toHaveText('Check your e-mail')
  expect(page.url()).toBe(`${school.url}/signup`)

  const code = await codeFromMailFolder(school, student.email)
  await main(page).getByLabel('Code').fill(code)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/profile')
  await expect(toastOf(page)).toHaveText('Welcome, Meena! Your account is ready.')
  await expect(main(page).getByText('No courses or bookings yet')).toBeVisible()

  const course = await addCourse(school, { title: 'Temple Garlands' })
  await enrol(school, course.id, { email: student.email })

  // The link is in the header's account area, and on a phone in the menu.
  await open(page, '/')
  const menu = page.getByRole('button', { name: 'Open menu' })
  if (await menu.isVisible()) await menu.click()
  await page.getByRole('link', { name: 'Welcome, Meena' }).filter({ visible: true }).click()
  await expect(page).toHaveURL('/profile')
  const seat = main(page).getByRole('listitem').filter({ hasText: 'Temple Garlands' })
  await expect(seat).toContainText('Payment due')
  await expect(seat).toContainText(/MAL-\w{4}-\w{4}/)
  await seat.getByRole('link', { name: 'Pay now: Temple Garlands' }).click()
  await expect(heading(page)).toHaveText('Complete Your Payment')

  // Another device resets the forgotten password.
  const other = await browser.newPage({ baseURL: school.url })
  await open(other, '/forgot-password')
  await main(other).getByLabel('Email').fill(student.email)
  await press(other, 'Send code')
  await expect(heading(other)).toHaveText('Check your e-mail')
  school.deps.clock.advance(1000)
  await main(other)
    .getByLabel('Code')
    .fill(await codeFromMailFolder(school, student.email))
  await press(other, 'Continue')
  await expect(heading(other)).toHaveText('Choose a new password')
  await main(other).getByLabel('New password').fill('roses at seven o’clock')
  await press(other, 'Save new password')
  await expect(heading(other)).toHaveText('Password changed')
  await signIn(other, student.email, 'roses at seven o’clock')
  await expect(other).toHaveURL('/')
  await other.close()

  for (const call of ['auth/user', 'profile', 'profile/registrations', 'favorites'])
    failed(page.context(), `${school.url}/api/${call}`)
  await page.goto('/profile')
  await expect(page).toHaveURL(/\/signin/)
  expect(await kept(page, 'sessionToken')).toBeNull()
})

test('sign-up shows the server’s errors if the form’s rules cannot load, and keeps the input without a network', async ({
  page,
  context,
  school,
  problems,
}) => {
  problems.allow(/Failed to load resource|Failed to fetch dynamically/)
  const rules = /\/assets\/accounts-[\w-]+\.js/
  await page.route(rules, (route) => route.abort('internetdisconnected'))
  await open(page, '/signup')
  const rulesRequested = page.waitForRequest(rules)
  const email = main(page).getByLabel('Email')
  await email.fill(student.email)
  await rulesRequested
  failed(context, `${school.url}/api/auth/signup`)
  await press(page, 'Sign Up')
  for (const sentence of ['First name is required', 'Choose a password'])
    await expect(main(page).getByText(sentence, { exact: true })).toBeVisible()
  await expect(main(page).getByLabel('First name')).toBeFocused()

  await main(page).getByLabel('First name').fill('Meena')
  await main(page).locator('input[name=password]').fill('jasmine at six o’clock')
  await context.setOffline(true)
  await press(page, 'Sign Up')
  const note = main(page).getByRole('alert')
  await expect(note).toContainText('We couldn’t reach our server. Check your connection and try again.')
  await expect(note).toContainText('What you typed is still here.')
  await expect(email).toHaveValue(student.email)
  await context.setOffline(false)
  await page.unroute(rules)

  // The sign-up is kept even if the script of the next step cannot load, because the e-mail is already requested.
  const step = /\/assets\/code-form-[\w-]+\.js/
  await page.route(step, (route) => route.abort('internetdisconnected'))
  await press(page, 'Sign Up')
  await expect(heading(page)).toHaveText('We couldn’t show this page')
  await page.unroute(step)
  await press(page, 'Try again')
  await expect(heading(page)).toHaveText('Check your e-mail')
  await expect(main(page)).toContainText(student.email)
})

test('an unverified owner verifies the address, saves details, and changes password and e-mail address', {
  tag: '@phone',
}, async ({ page, school }) => {
  const owner = await beSignedIn(page, school, 'owner')
  await open(page, '/profile')
  await expect(main(page).getByText('Verify your e-mail address')).toBeVisible()
  await press(page, 'Send code')
  await expect(main(page).getByLabel('Code')).toBeVisible()
  await main(page)
    .getByLabel('Code')
    .fill(await codeFromMailFolder(school, owner.email))
  await press(page, 'Verify')
  await expect(toastOf(page)).toHaveText('E-mail address verified')
  await expect(main(page).getByText('No courses or bookings yet')).toBeVisible()

  await main(page).getByLabel('First name').fill('')
  await press(page, 'Save details')
  await expect(main(page).getByText('First name is required')).toBeVisible()
  await main(page).getByLabel('First name').fill('Asha')
  await main(page).getByLabel('Phone').fill('98765 43210')
  await press(page, 'Save details')
  await expect(toastOf(page)).toHaveText('Details saved')
  const { body } = await school.http('GET', '/api/profile', { token: owner.token })
  expect(body.data).toMatchObject({ firstname: 'Asha', phone: '9876543210' })

  failed(page.context(), `${school.url}/api/profile/change-password`)
  await press(page, 'Change password')
  await main(page).getByLabel('Current password').fill('not that one')
  await main(page).getByLabel('New password').fill('roses at seven o’clock')
  await press(page, 'Save new password')
  await expect(main(page).getByText('That isn’t your current password. Try again.')).toBeVisible()
  await expect(main(page).getByLabel('New password')).toHaveValue('roses at seven o’clock')
  await main(page).getByLabel('Current password').fill(owner.password)
  await press(page, 'Save new password')
  await expect(toastOf(page)).toContainText('Password changed')
  await expect(main(page).getByLabel('New password')).toHaveCount(0)
  // The session on this device stays valid after the change of the password.
  await page.reload()
  await expect(main(page).getByLabel('First name')).toHaveValue('Asha')

  await press(page, 'Change e-mail address')
  await expect(main(page).getByLabel('New e-mail address')).toBeFocused()
  await main(page).getByLabel('New e-mail address').fill('asha@new.example')
  await main(page).getByLabel('Your password').fill('roses at seven o’clock')
  await press(page, 'Send code')
  await expect(main(page).getByText('We’ve sent an e-mail to asha@new.example')).toBeVisible()
  // The form for the code stays visible until another e-mail is on its way.
  const letter = Promise.withResolvers<void>()
  await page.route('**/api/profile/email', async (route) => {
    await letter.promise
    await route.continue()
  })
  await press(page, 'Send a new code')
  await expect(main(page).getByRole('button', { name: 'Sending...' })).toBeVisible()
  await expect(main(page).getByLabel('Code')).toBeVisible()
  letter.resolve()
  await expect(main(page).getByRole('button', { name: 'Sending...' })).toHaveCount(0)
  await main(page)
    .getByLabel('Code')
    .fill(await codeFromMailFolder(school, 'asha@new.example'))
  await press(page, 'Change e-mail address')
  await expect(toastOf(page)).toContainText('E-mail address changed')
  await expect(main(page).getByText('asha@new.example').first()).toBeVisible()
})
