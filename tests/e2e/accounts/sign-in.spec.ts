import type { Page } from '@playwright/test'
import {
  expect,
  failed,
  kept,
  open,
  stopClock,
  test,
  tickUntil,
  toastOf,
  type WireAnswer,
} from '../../harness/browser.ts'
import { signedIn } from '../../harness/callers.ts'

const main = (page: Page) => page.getByRole('main')
const email = (page: Page) => main(page).getByLabel('Email')
const password = (page: Page) => main(page).getByLabel('Password')
const submit = (page: Page) => main(page).locator('button[type=submit]')
const refusal = (page: Page) => main(page).getByRole('alert')

async function attempt(page: Page, address: string, secret: string) {
  await email(page).fill(address)
  await password(page).fill(secret)
  await submit(page).click()
}

test('both are required, and an address has its @; nothing is sent', async ({ page, wire }) => {
  const sent = await wire.answer('POST /api/auth/signin', { status: 500 })
  await open(page, '/signin')
  for (const [address, secret, sentence] of [
    ['', '', 'Please enter both email and password'],
    ['owner@malar.example', '', 'Please enter both email and password'],
    ['', 'secret', 'Please enter both email and password'],
    ['owner.malar.example', 'secret', 'Please enter a valid email address'],
  ] as const) {
    await attempt(page, address, secret)
    await expect(refusal(page)).toHaveText(sentence)
  }
  expect(sent).toHaveLength(0)
})

test('each refusal has its sentence; the e-mail stays, nobody is signed in', async ({ page, wire }) => {
  for (const [name, answer, sentence] of [
    [
      'no token',
      { json: { user: { id: 'u', usertype: 'admin' } } },
      'No session token received from server.',
    ],
    ['an answer without a body', { status: 200 }, 'No session token received from server.'],
    ['a text', { status: 403, text: 'This account is closed.' }, 'This account is closed.'],
    [
      'a message',
      { status: 400, json: { message: 'Please verify your address.' } },
      'Please verify your address.',
    ],
    ['an error field', { status: 429, json: { error: 'Too many attempts.' } }, 'Too many attempts.'],
    ['401 without a body', { status: 401 }, 'Invalid email or password.'],
    [
      '404 without a body',
      { status: 404 },
      'Authentication endpoint not found. Please check backend configuration.',
    ],
    ['500 without a body', { status: 500 }, 'Failed to connect to server.'],
    ['no network', 'offline', /^Cannot connect to server.+/],
  ] as [string, WireAnswer, string | RegExp][]) {
    await test.step(`refused with ${name}: '${sentence}'; the e-mail stays, nobody is signed in`, async () => {
      await wire.answer('POST /api/auth/signin', answer)
      await open(page, '/signin')
      await attempt(page, 'owner@malar.example', 'a wrong one')
      await expect(refusal(page)).toHaveText(sentence)
      await expect(submit(page)).toBeEnabled()
      await expect(submit(page)).toHaveText('Sign In')
      await expect(email(page)).toHaveValue('owner@malar.example')
      expect(await kept(page, 'sessionToken')).toBeNull()
      expect(await kept(page, 'lastSigninEmail')).toBe('owner@malar.example')
      await expect(page).toHaveURL('/signin')
    })
  }
})

test('a wrong password, asked of the real server: its sentence; the last e-mail typed is there again', async ({
  page,
  school,
}) => {
  const { email: address } = await signedIn(school, 'owner')
  failed(page.context(), `${school.url}/api/auth/signin`)
  await open(page, '/signin')
  await attempt(page, address, 'a wrong one')
  await expect(refusal(page)).toHaveText('Invalid email or password.')
  await page.reload()
  await expect(email(page)).toHaveValue(address)
  await expect(password(page)).toHaveValue('')
})

test("the button reads 'Signing in...' and is disabled while the request runs", async ({ page, wire }) => {
  const held = Promise.withResolvers<WireAnswer>()
  const sent = await wire.answer('POST /api/auth/signin', () => held.promise)
  await open(page, '/signin')
  await attempt(page, 'owner@malar.example', 'a password')
  await expect(submit(page)).toHaveText('Signing in...')
  await expect(submit(page)).toBeDisabled()
  await password(page).press('Enter')
  held.resolve({ status: 401 })
  await expect(submit(page)).toHaveText('Sign In')
  expect(sent).toHaveLength(1)
})

for (const [who, path] of [
  ['owner', '/admin'],
  ['staff', '/admin'],
  ['user', '/'],
] as const) {
  test(`${who} is greeted, and goes to ${path} after 100 ms`, async ({ page, school }) => {
    const caller = await signedIn(school, who)
    await stopClock(page)
    await open(page, '/signin')
    await attempt(page, caller.email, caller.password)
    await expect(toastOf(page)).toHaveText("Welcome back, Test! You've successfully signed in.")
    expect(await kept(page, 'sessionToken')).toMatch(/.+\..+/)
    expect(await kept(page, 'isAdmin')).toBe(who === 'user' ? null : 'true')
    expect(await kept(page, 'userName')).toBe('Test')
    expect(await kept(page, 'lastSigninEmail')).toBeNull()
    await page.clock.runFor(99)
    await expect(page).toHaveURL('/signin')
    await page.clock.runFor(1)
    await tickUntil(page, () => expect(page).toHaveURL(path, { timeout: 100 }))
  })
}

test('an answer without a user is followed by the current-user call', async ({ page, school, wire }) => {
  const caller = await signedIn(school, 'owner')
  await wire.answer('POST /api/auth/signin', { json: { sessionToken: caller.token } })
  await open(page, '/signin')
  await attempt(page, caller.email, caller.password)
  await expect(page).toHaveURL('/admin')
  expect(await kept(page, 'isAdmin')).toBe('true')
})

test('that current-user call failing is a refusal, and leaves nobody half signed in', async ({
  page,
  school,
  wire,
  problems,
}) => {
  // The header also asks who is signed in, as soon as there is a token.
  problems.allow(/The user could not be looked up/)
  const caller = await signedIn(school, 'owner')
  await wire.answer('POST /api/auth/signin', { json: { sessionToken: caller.token } })
  await wire.answer('GET /api/auth/user', { status: 500 })
  await open(page, '/signin')
  await attempt(page, caller.email, caller.password)
  await expect(refusal(page)).toHaveText('Failed to connect to server.')
  await expect(page).toHaveURL('/signin')
  expect(await kept(page, 'sessionToken')).toBeNull()
})

test('a next of this site is followed after signing in, another is not', async ({ page, school }) => {
  const caller = await signedIn(school, 'user')
  for (const [next, path] of [
    ['//elsewhere.example', '/'],
    ['https://elsewhere.example', '/'],
    ['/%5Celsewhere.example', '/'],
    ['/classes', '/classes'],
  ] as const) {
    await page.addInitScript(() => {
      if (location.pathname === '/signin') localStorage.clear()
    })
    await open(page, `/signin?next=${next}`)
    await attempt(page, caller.email, caller.password)
    await expect(page).toHaveURL(path)
  }
})

test('Forgot your password? and Sign up open in a new tab', async ({ page, context }) => {
  await open(page, '/signin')
  for (const [name, path] of [
    ['Forgot your password?', '/forgot-password'],
    ['Sign up', '/signup'],
  ] as const) {
    const link = main(page).getByRole('link', { name })
    await expect(link).toHaveAttribute('target', '_blank')
    await expect(link).toHaveAttribute('rel', /noopener/)
    const opened = context.waitForEvent('page')
    await link.click()
    const tab = await opened
    await expect(tab).toHaveURL(path)
    expect(await tab.evaluate(() => window.opener)).toBeNull()
    await tab.close()
  }
})
