import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { placeholderAddress } from '../../contract/accounts/placeholder-address.ts'
import { owner } from '../../tests/harness/back-office.tsx'
import { componentTests, drawn, stubWire, theSchool } from '../../tests/harness/component.tsx'
import SignIn from './signin.tsx'

componentTests()
afterEach(() => vi.restoreAllMocks())

const visitor = { ...owner, usertype: 'user' as const }
const kept = (name: string) => localStorage.getItem(name)

function openForm(at = '/signin', school?: typeof theSchool) {
  const wire = stubWire()
  // The form uses the site's own addresses until the school's are known.
  wire.answer('GET /api/school', school ? { json: school } : 'never')
  const page = drawn(<SignIn />, { at })
  async function attempt(email: string, password: string) {
    for (const [label, text] of [
      ['Email', email],
      ['Password', password],
    ] as const) {
      await page.user.clear(screen.getByLabelText(label))
      if (text !== '') await page.user.type(screen.getByLabelText(label), text)
    }
    await page.user.click(screen.getByRole('button', { name: 'Sign In' }))
  }
  return { wire, attempt, ...page }
}

test('the sign-in form refuses a missing e-mail or password and an e-mail without @, and sends nothing', async () => {
  const { attempt } = openForm()
  for (const [address, secret, sentence] of [
    ['', '', 'Please enter both email and password'],
    ['owner@malar.example', '', 'Please enter both email and password'],
    ['', 'secret', 'Please enter both email and password'],
    ['owner.malar.example', 'secret', 'Please enter a valid email address'],
  ] as const) {
    await attempt(address, secret)
    expect(screen.getByRole('alert').textContent).toBe(sentence)
  }
})

test.each([
  ['no token', { json: { user: owner } as never }, /^No session token received from server\.$/],
  ['an answer without a body', { json: null as never }, /^No session token received from server\.$/],
  ['a text', { status: 403, json: 'This account is closed.' }, /^This account is closed\.$/],
  [
    'a message',
    { status: 400, json: { message: 'Please verify your address.' } },
    /^Please verify your address\.$/,
  ],
  ['an error field', { status: 429, json: { error: 'Too many attempts.' } }, /^Too many attempts\.$/],
  ['401 without a body', { status: 401, json: null }, /^Invalid email or password\.$/],
  [
    '404 without a body',
    { status: 404, json: null },
    /^Authentication endpoint not found\. Please check backend configuration\.$/,
  ],
  ['500 without a body', { status: 500, json: null }, /^Failed to connect to server\.$/],
  ['no network', 'offline' as const, /^Cannot connect to server.+/],
])(
  'a sign-in that is answered with %s shows a sentence, keeps the e-mail and signs nobody in',
  async (_, answer, sentence) => {
    const { wire, attempt, address } = openForm()
    wire.answer('POST /api/auth/signin', answer)
    await attempt('owner@malar.example', 'a wrong one')
    expect((await screen.findByRole('alert')).textContent).toMatch(sentence)
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Sign In' })).toHaveProperty('disabled', false),
    )
    expect(screen.getByLabelText('Email')).toHaveProperty('value', 'owner@malar.example')
    expect(kept('sessionToken')).toBeNull()
    expect(kept('lastSigninEmail')).toBe('owner@malar.example')
    expect(address()).toBe('/signin')
  },
)

test('the sign-in button reads “Signing in...” and is disabled while the request runs', async () => {
  const { wire, attempt, user } = openForm()
  const sent = wire.answer('POST /api/auth/signin', 'never')
  await attempt('owner@malar.example', 'a password')
  expect(await screen.findByRole('button', { name: 'Signing in...' })).toHaveProperty('disabled', true)
  await user.type(screen.getByLabelText('Password'), '{Enter}')
  await waitFor(() => expect(sent).toHaveLength(1))
})

test.each([
  ['owner', owner, '/admin'],
  ['ordinary visitor', visitor, '/'],
])('an %s is greeted after the sign-in, and sent to the fitting page after 100 ms', async (_, who, path) => {
  const { wire, attempt, address } = openForm()
  wire.answer('POST /api/auth/signin', {
    json: { success: true, sessionToken: 'a.token', user: who } as never,
  })
  const wait = setTimeout
  let leave = () => {}
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms?: number) => {
    if (ms !== 100) return wait(run, ms)
    leave = run
    return 0
  }) as never)
  await attempt('owner@malar.example', 'a password')
  await screen.findByText("Welcome back, Meenakshi! You've successfully signed in.")
  expect(address()).toBe('/signin')
  expect(kept('sessionToken')).toBe('a.token')
  expect(kept('isAdmin')).toBe(who === owner ? 'true' : null)
  expect(kept('userName')).toBe('Meenakshi')
  expect(kept('lastSigninEmail')).toBeNull()
  act(() => leave())
  await waitFor(() => expect(address()).toBe(path))
})

test('the first owner of a new school is not welcomed back by a name that is not hers', async () => {
  const { wire, attempt, address } = openForm('/signin', { ...theSchool, isDemonstration: false })
  wire.answer('POST /api/auth/signin', {
    json: { success: true, sessionToken: 'a.token', user: { ...owner, email: placeholderAddress } } as never,
  })
  await attempt(placeholderAddress, 'a password')
  await waitFor(() => expect(address()).toBe('/admin'))
  expect(screen.queryByText(/Welcome back,/)).toBeNull()
})

test('a sign-in response without a user is followed by a call for the current user', async () => {
  const { wire, attempt, address } = openForm()
  wire.answer('POST /api/auth/signin', { json: { sessionToken: 'a.token' } as never })
  wire.answer('GET /api/auth/user', { json: owner })
  await attempt('owner@malar.example', 'a password')
  await waitFor(() => expect(address()).toBe('/admin'))
  expect(kept('isAdmin')).toBe('true')
})

test('if the call for the current user fails after the sign-in, nobody is signed in and no session is stored', async () => {
  const { wire, attempt, address } = openForm()
  wire.answer('POST /api/auth/signin', { json: { sessionToken: 'a.token' } as never })
  wire.answer('GET /api/auth/user', { status: 500, json: null })
  await attempt('owner@malar.example', 'a password')
  expect((await screen.findByRole('alert')).textContent).toBe('Failed to connect to server.')
  expect(address()).toBe('/signin')
  expect(kept('sessionToken')).toBeNull()
})

test('the second step of the sign-in refuses a missing or wrong code with an error message', async () => {
  const { wire, attempt, user, address } = openForm()
  wire.answer('POST /api/auth/signin', {
    status: 401,
    json: { error: 'The code, please.', code: 'totp_required' },
  })
  await attempt('owner@malar.example', 'a password')
  const code = await screen.findByLabelText(/^Code/)
  expect(document.activeElement).toBe(code)
  expect(screen.getByText('owner@malar.example')).toBeTruthy()
  expect(kept('sessionToken')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Sign In' }))
  await screen.findByText('Enter the code from your authenticator app.')
  wire.answer('POST /api/auth/signin', {
    status: 400,
    json: { error: 'That code is not right.', code: 'code_invalid' },
  })
  await user.type(code, '123456{Enter}')
  await screen.findByText('That code is not right.')
  const sent = wire.answer('POST /api/auth/signin', {
    json: { success: true, sessionToken: 'a.token', user: owner } as never,
  })
  await user.type(code, '{Enter}')
  await waitFor(() => expect(address()).toBe('/admin'))
  expect(sent[0]?.body).toMatchObject({
    email: 'owner@malar.example',
    password: 'a password',
    code: '123456',
  })
})

test.each([
  ['//elsewhere.example', '/'],
  ['https://elsewhere.example', '/'],
  ['/%5Celsewhere.example', '/'],
  ['/classes', '/classes'],
])('after the sign-in the “next” address %s leads to %s', async (next, path) => {
  const { wire, attempt, address } = openForm(`/signin?next=${next}`)
  wire.answer('POST /api/auth/signin', {
    json: { success: true, sessionToken: 'a.token', user: visitor } as never,
  })
  await attempt('owner@malar.example', 'a password')
  await waitFor(() => expect(address()).toBe(path))
})

test.each([
  ['Forgot your password?', '/forgot-password'],
  ['Sign up', '/signup'],
])('on the sign-in page the link “%s” opens in a new tab', (name, path) => {
  openForm()
  const link = screen.getByRole('link', { name })
  expect(link.getAttribute('href')).toBe(path)
  expect(link.getAttribute('target')).toBe('_blank')
  expect(link.getAttribute('rel')).toContain('noopener')
})
