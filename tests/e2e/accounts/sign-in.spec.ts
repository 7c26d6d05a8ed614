import { expect, failed, kept, test, toastOf } from '../../harness/browser.ts'
import { signedIn } from '../../harness/callers.ts'
import { hydrated } from '../../harness/hydrated.ts'

test('sign-in refuses a wrong password, keeps the e-mail address over a reload, and leads back to the profile', async ({
  page,
  school,
}) => {
  const owner = await signedIn(school, 'owner')
  failed(page.context(), `${school.url}/api/auth/signin`)
  const main = page.getByRole('main')
  const email = main.getByLabel('Email')
  const password = main.getByLabel('Password')
  const submit = main.getByRole('button', { name: 'Sign In' })
  await page.goto('/profile')
  await expect(page).toHaveURL('/signin?next=/profile')
  await hydrated(page)
  await email.fill(owner.email)
  await password.fill('a wrong one')
  await submit.click()
  await expect(main.getByRole('alert')).toHaveText('Invalid email or password.')
  await page.reload()
  await expect(email).toHaveValue(owner.email)
  await expect(password).toHaveValue('')

  await password.fill(owner.password)
  await submit.click()
  await expect(toastOf(page)).toHaveText("Welcome back, Test! You've successfully signed in.")
  await expect(page).toHaveURL('/profile')
  await expect(main.getByText(owner.email).first()).toBeVisible()
  expect(await kept(page, 'sessionToken')).toMatch(/.+\..+/)
  expect(await kept(page, 'isAdmin')).toBe('true')
  expect(await kept(page, 'userName')).toBe('Test')
  expect(await kept(page, 'lastSigninEmail')).toBeNull()
})
