import type { CDPSession, Page } from '@playwright/test'
import { confirmedForMs } from '../../../server/platform/staff-rights.ts'
import { isSound } from '../../harness/accessibility.ts'
import type { TestApp } from '../../harness/app.ts'
import { beSignedIn, expect, failed, kept, open, test, toastOf } from '../../harness/browser.ts'
import { lastConfirmed } from '../../harness/callers.ts'

const main = (page: Page) => page.getByRole('main')
const dialog = (page: Page) => page.getByRole('dialog')
const press = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true }).click()
const pressInDialog = (page: Page, name: string) =>
  dialog(page).getByRole('button', { name, exact: true }).click()
const passkeys = (page: Page) => main(page).getByRole('list', { name: 'Passkeys' }).getByRole('listitem')

/** Serves the site at `localhost`, because browsers allow passkeys there and not at the harness's IP address. */
function atLocalhost(school: TestApp): string {
  const siteUrl = school.url.replace('127.0.0.1', 'localhost')
  school.deps.config.siteUrl = siteUrl
  return siteUrl
}

/** Adds the browser's virtual device that makes passkeys. The device's user agrees to each request. */
async function withDevice(page: Page): Promise<{ cdp: CDPSession; authenticatorId: string }> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  })
  return { cdp, authenticatorId }
}

test('a passkey is added, used to sign in, renamed and removed', { tag: '@phone' }, async ({
  page,
  school,
}) => {
  const site = atLocalhost(school)
  await beSignedIn(page, school, 'owner')
  const { cdp, authenticatorId } = await withDevice(page)
  await open(page, `${site}/admin#security`)
  await expect(main(page)).toContainText('You have no passkeys yet.')
  await press(page, 'Add a passkey')
  await pressInDialog(page, 'Continue')
  await expect(dialog(page).getByText('Enter a name for the passkey')).toBeVisible()
  await dialog(page).getByLabel('Name').fill('My phone')
  // The user refuses the device's request.
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
  await pressInDialog(page, 'Continue')
  await expect(dialog(page).getByRole('alert')).toContainText('No passkey was added')
  await expect(dialog(page).getByLabel('Name')).toHaveValue('My phone')
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true })
  await pressInDialog(page, 'Continue')
  await expect(toastOf(page)).toHaveText('Passkey added')
  await expect(passkeys(page)).toHaveCount(1)
  await expect(passkeys(page)).toContainText('My phone')
  await expect(passkeys(page)).toContainText('Never used')
  await isSound(page)

  // The user tries to add the same device again.
  await press(page, 'Add a passkey')
  await dialog(page).getByLabel('Name').fill('Again')
  await pressInDialog(page, 'Continue')
  await expect(dialog(page).getByRole('alert')).toContainText(
    'This device already has a passkey for your account.',
  )
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await expect(dialog(page)).toHaveCount(0)

  // The user signs out, and signs in again with the passkey alone.
  await page.evaluate(() => localStorage.clear())
  await open(page, `${site}/signin?next=/admin%23security`)
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
  await press(page, 'Sign in with a passkey')
  await expect(main(page).getByRole('alert')).toHaveText(
    'No passkey was used. Try again, or sign in with your password.',
  )
  expect(await kept(page, 'sessionToken')).toBeNull()
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true })
  await press(page, 'Sign in with a passkey')
  await expect(toastOf(page)).toContainText('Welcome back, Test!')
  await expect(page).toHaveURL(`${site}/admin#security`)
  expect(await kept(page, 'isAdmin')).toBe('true')
  await expect(passkeys(page)).toContainText('Last used')

  await press(page, 'Rename My phone')
  await dialog(page).getByLabel('Name').fill('Her phone')
  await pressInDialog(page, 'Save')
  await expect(toastOf(page)).toHaveText('Passkey renamed')
  await press(page, 'Remove Her phone')
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Remove passkey “Her phone”?')
  await isSound(page)
  // The password was entered too long ago, so the removal must be confirmed. The passkey itself can confirm the
  // removal.
  const token = (await kept(page, 'sessionToken')) ?? ''
  await lastConfirmed(school, { token }, confirmedForMs)
  const [{ id }] = (await school.http('GET', '/api/profile/passkeys', { token })).body.data
  failed(page.context(), `${site}/api/profile/passkeys/${id}`)
  await question.getByRole('button', { name: 'Remove', exact: true }).click()
  const confirming = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await expect(confirming.getByLabel('Your password')).toBeFocused()
  await pressInDialog(page, 'Use a passkey instead')
  await expect(toastOf(page)).toHaveText('Passkey removed')
  await expect(main(page)).toContainText('You have no passkeys yet.')

  // The device still has the passkey, but the school has deleted it.
  await page.evaluate(() => localStorage.clear())
  await open(page, `${site}/signin`)
  failed(page.context(), `${site}/api/auth/passkey`)
  await press(page, 'Sign in with a passkey')
  await expect(main(page).getByRole('alert')).toHaveText(
    'No account here uses this passkey. Sign in with your password.',
  )
})
