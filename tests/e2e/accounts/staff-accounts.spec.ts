import type { Page } from '@playwright/test'
import { confirmedForMs } from '../../../server/platform/staff-rights.ts'
import { isSound } from '../../harness/accessibility.ts'
import { codeOfApp } from '../../harness/authenticator.ts'
import { beSignedIn, expect, failed, kept, open, test, toastOf } from '../../harness/browser.ts'
import { lastConfirmed, signedIn } from '../../harness/callers.ts'
import { lettersTo, wrongCode } from '../../harness/letters.ts'

const main = (page: Page) => page.getByRole('main')
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'))
const press = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true }).click()
const pressInDialog = (page: Page, name: string) =>
  dialog(page).getByRole('button', { name, exact: true }).click()

async function signIn(page: Page, email: string, password: string) {
  await open(page, '/signin')
  await main(page).getByLabel('Email').fill(email)
  await main(page).getByLabel('Password').fill(password)
  await press(page, 'Sign In')
}

test('an invited manager accepts the invitation, switches two-factor on, and signs in with an authenticator app', async ({
  page,
  school,
  browser,
  problems,
}) => {
  problems.allow(/The user could not be looked up/)
  // The browser writes these lines about the manager's wrong password and codes, and about her ended session.
  problems.allow(/the server responded with a status of 40[01]/)
  await beSignedIn(page, school, 'owner')
  await open(page, '/admin#accounts')
  await expect(heading(page)).toHaveText('Accounts')
  await expect(main(page).getByText('Test owner')).toBeVisible()
  await press(page, 'Invite someone')
  await dialog(page).getByLabel('Email').fill('nila@mail.example')
  await pressInDialog(page, 'Send invitation')
  await expect(toastOf(page)).toContainText('Invitation sent')
  await expect(main(page).getByText('nila@mail.example')).toBeVisible()

  const [letter] = await lettersTo(school, 'nila@mail.example')
  const hers = await browser.newPage({ baseURL: school.url })
  await open(hers, `/invitation#${letter?.data['token']}`)
  await main(hers).getByLabel('First name').fill('Nila')
  await main(hers).locator('input[name=password]').fill('marigolds at noon')
  await press(hers, 'Accept invitation')
  await expect(heading(hers)).toHaveText('Your account is ready')
  await main(hers).getByRole('link', { name: 'Sign In' }).click()
  await expect(main(hers).getByLabel('Email')).toHaveValue('nila@mail.example')
  await main(hers).getByLabel('Password').fill('marigolds at noon')
  await press(hers, 'Sign In')
  await expect(hers).toHaveURL('/admin')

  // A manager does not see Accounts in the menu. The page at the address of Accounts says who may open it.
  const menu = hers.getByRole('navigation', { name: 'Sections' })
  await expect(menu.getByRole('link', { name: 'Security' })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Accounts' })).toHaveCount(0)
  await hers.goto('/admin#accounts')
  await expect(main(hers)).toContainText('You can’t open Accounts')
  await expect(main(hers)).toContainText('Only an owner can open it.')

  await menu.getByRole('link', { name: 'Security' }).click()
  await press(hers, 'Turn on')
  await pressInDialog(hers, 'Continue')
  await expect(dialog(hers).getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  const secret = (await dialog(hers).locator('strong').innerText()).replace(/\s/g, '')
  const code = () => codeOfApp(secret, school.deps.clock.ms())
  await dialog(hers).locator('input[name=code]').fill(wrongCode(code()))
  await pressInDialog(hers, 'Turn on')
  await expect(dialog(hers).getByText('That code isn’t right. Check it and try again.')).toBeVisible()
  await dialog(hers).locator('input[name=code]').fill(code())
  await pressInDialog(hers, 'Turn on')
  await expect(toastOf(hers)).toHaveText('Two-factor sign-in is on')
  const codes = main(hers).getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const [recovery = ''] = await codes.allInnerTexts()
  await press(hers, 'I’ve saved my codes')
  await expect(main(hers)).toContainText('10 recovery codes left')
  await hers.getByRole('button', { name: 'Sign Out' }).click()
  await expect(hers).toHaveURL('/')

  // The password is the first step of the sign-in, and the code is the second.
  await signIn(hers, 'nila@mail.example', 'marigolds at noon')
  await expect(main(hers).getByLabel('Code')).toBeFocused()
  await expect(main(hers)).toContainText('One more step to sign in as nila@mail.example.')
  expect(await kept(hers, 'sessionToken')).toBeNull()
  school.deps.clock.advance(30_000)
  await main(hers).getByLabel('Code').fill(code())
  await hers.keyboard.press('Enter')
  await expect(hers).toHaveURL('/admin')

  // Another device signs in with a recovery code, and the manager's first device signs the other device out.
  const other = await browser.newPage({ baseURL: school.url })
  await signIn(other, 'nila@mail.example', 'marigolds at noon')
  await main(other).getByLabel('Code').fill(recovery)
  await press(other, 'Sign In')
  await expect(other).toHaveURL('/admin')
  await hers.goto('/admin#security')
  const devices = main(hers).getByRole('list', { name: 'Devices' }).getByRole('listitem')
  await expect(devices).toHaveCount(2)
  await press(hers, 'Sign out of all other devices')
  await expect(toastOf(hers)).toHaveText('Signed out of all other devices')
  await expect(devices).toHaveCount(1)
  await other.reload()
  await expect(other).toHaveURL('/signin')
  await other.close()

  await hers.close()
})

test('the owner resets a colleague’s lost second factor, and disables the colleague’s account', {
  tag: '@phone',
}, async ({ page, school }) => {
  const staff = await signedIn(school, 'staff')
  const { token, email, password } = staff
  const begun = await school.http('POST', '/api/profile/two-factor', { token })
  const code = codeOfApp(begun.body.data.secret, school.deps.clock.ms())
  await school.http('POST', '/api/profile/two-factor/confirm', { token, body: { code } })
  const signInAgain = () => school.http('POST', '/api/auth/signin', { body: { email, password } })
  expect((await signInAgain()).body.code).toBe('totp_required')

  await beSignedIn(page, school, 'owner')
  await open(page, '/admin#accounts')
  await main(page).getByRole('button', { name: 'Actions for Test staff' }).click()
  // The whole menu is in view above its card, even on a phone, and the name stays visible.
  await expect(page.getByRole('menu')).toBeInViewport({ ratio: 1 })
  await expect(main(page).getByText('Test staff', { exact: true })).toBeInViewport()
  await page.getByRole('menuitem', { name: 'Reset two-factor sign-in' }).click()
  await pressInDialog(page, 'Reset')
  await expect(toastOf(page)).toContainText('Test staff can now sign in with just a password.')
  expect((await signInAgain()).status).toBe(200)

  await main(page).getByRole('button', { name: 'Actions for Test staff' }).click()
  await page.getByRole('menuitem', { name: 'Disable' }).click()
  await pressInDialog(page, 'Disable')
  await expect(toastOf(page)).toContainText('Test staff can no longer sign in.')
  await expect(main(page).getByText('Disabled')).toBeVisible()
  expect((await signInAgain()).status).toBe(401)
})

test('inviting staff and exporting students ask for the password again, and continue once it is right', {
  tag: '@phone',
}, async ({ page, school }) => {
  const owner = await beSignedIn(page, school, 'owner')
  const confirming = page.getByRole('dialog', { name: 'Confirm it’s you' })
  const form = page.getByRole('dialog', { name: 'Invite someone' })
  failed(page.context(), `${school.url}/api/admin/accounts/invitations`)
  failed(page.context(), `${school.url}/api/auth/confirm`)
  await open(page, '/admin#accounts')
  await press(page, 'Invite someone')
  await form.getByLabel('Email').fill('nila@mail.example')
  await form.getByRole('radio', { name: /^Front desk/ }).check()
  await lastConfirmed(school, owner, confirmedForMs)
  await form.getByRole('button', { name: 'Send invitation' }).click()
  await expect(confirming.getByLabel('Your password')).toBeFocused()
  await isSound(page)

  // Esc keeps the form, and a message says that nothing was sent.
  await page.keyboard.press('Escape')
  await expect(confirming).toHaveCount(0)
  await expect(form.getByRole('alert')).toContainText('Enter your password again to do this.')
  await expect(form.getByLabel('Email')).toHaveValue('nila@mail.example')

  await form.getByRole('button', { name: 'Send invitation' }).click()
  await confirming.getByLabel('Your password').fill('not that one')
  await page.keyboard.press('Enter')
  await expect(confirming.getByText('That isn’t your current password. Try again.')).toBeVisible()
  // The dialog shows no number of passkeys for an account without a passkey.
  await expect(confirming.getByText('0', { exact: true })).toHaveCount(0)
  await confirming.getByLabel('Your password').fill(owner.password)
  await page.keyboard.press('Enter')
  await expect(toastOf(page)).toContainText('Invitation sent')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(main(page).getByText('Front desk')).toBeVisible()

  // The export of a list of people also asks for the password.
  failed(page.context(), `${school.url}/api/admin/people-data/lists`)
  await open(page, '/admin#students')
  const save = main(page).getByRole('button', { name: 'Export CSV of Course Students' })
  await save.waitFor()
  await lastConfirmed(school, owner, confirmedForMs)
  await save.click()
  await confirming.getByLabel('Your password').fill(owner.password)
  const download = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  expect((await download).suggestedFilename()).toMatch(/^course-students-/)
})

test('an owner without a required second factor must set it up before the back office opens', {
  tag: '@phone',
}, async ({ page, school }) => {
  const owner = await beSignedIn(page, school, 'owner')
  await school.app.services.secondFactorRule.set(owner, true)
  await open(page, '/admin')
  await expect(heading(page)).toHaveText('One step before you begin')
  await isSound(page)
  await press(page, 'Set up two-factor sign-in')
  await pressInDialog(page, 'Continue')
  const secret = (await dialog(page).locator('strong').innerText()).replace(/\s/g, '')
  await dialog(page).locator('input[name=code]').fill(codeOfApp(secret, school.deps.clock.ms()))
  await pressInDialog(page, 'Turn on')
  await expect(heading(page)).toHaveText('Save your codes')
  await expect(heading(page)).toBeFocused()
  await expect(main(page).getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)
  await isSound(page)
  await press(page, 'Continue to the back office')
  await expect(heading(page)).not.toHaveText('Save your codes')

  // The owner switches the second factor off, so the back office closes at the next call.
  failed(page.context(), `${school.url}/api/admin/security-rules`)
  await open(page, '/admin#security')
  await expect(main(page)).toContainText('10 recovery codes left')
  await press(page, 'Turn off')
  await pressInDialog(page, 'Turn off')
  await expect(heading(page)).toHaveText('One step before you begin')
})

test('a browser that has signed in before can sign in while other browsers wait after wrong passwords', async ({
  page,
  school,
}) => {
  const user = await signedIn(school, 'user')
  const guess = (password: string) =>
    school.http('POST', '/api/auth/signin', { body: { email: user.email, password } })
  await signIn(page, user.email, user.password)
  await expect(page).toHaveURL('/')
  expect(await kept(page, 'deviceTokens')).toMatch(/^\["[\w-]{22}"\]$/)
  await page.evaluate(() => localStorage.removeItem('sessionToken'))
  for (let count = 0; count < 5; count++) await guess('a wrong one')
  expect((await guess(user.password)).status).toBe(429)

  failed(page.context(), `${school.url}/api/auth/signin`)
  await signIn(page, user.email, user.password)
  await expect(page).toHaveURL('/')
  await page.evaluate(() => localStorage.clear())
  await signIn(page, user.email, user.password)
  await expect(main(page).getByRole('alert')).toHaveText(
    'Too many wrong passwords or codes. Wait 30 seconds and try again, or choose “Forgot your password?”.',
  )
  await expect(main(page).getByLabel('Password')).toHaveValue(user.password)
})
