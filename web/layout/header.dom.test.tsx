import { cleanup, screen, waitFor } from '@testing-library/react'
import { useLocation } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { componentTests, drawn, stubWire, theSchool } from '../../tests/harness/component.tsx'
import { api, setSessionEndHandler } from '../lib/api.ts'
import { session } from '../lib/session.ts'
import { Header } from './header.tsx'

componentTests()

/** Mounts a new header on each page. */
function Pages() {
  const { pathname } = useLocation()
  return (
    <div key={pathname}>
      <Header />
      <h1>Page {pathname}</h1>
    </div>
  )
}

const logged = vi.fn<(...words: unknown[]) => void>()
beforeEach(() => {
  logged.mockReset()
  vi.spyOn(console, 'error').mockImplementation(logged)
})
afterEach(() => void vi.restoreAllMocks())

const latha = {
  id: 'latha',
  email: 'latha@malar.example',
  firstname: 'Latha',
  lastname: 'Kumar',
  usertype: 'admin',
  role: 'owner',
  lacksSecondFactor: false,
}

/** Draws the header for a browser that has a session, whose user is looked up with this answer. */
function drawnFor(answer: object) {
  const wire = stubWire()
  wire.answer('GET /api/cart', 'never')
  const lookUp = (given: object) => wire.answer('GET /api/auth/user', given as never)
  const lookups = lookUp(answer)
  return { wire, lookups, lookUp, ...drawn(<Pages />, { at: '/about' }) }
}
const linksTo = (name: string) =>
  screen.queryAllByRole('link', { name }).map((link) => link.getAttribute('href'))
const signOutButton = () =>
  screen.getAllByRole<HTMLButtonElement>('button', { name: 'Sign Out' })[0] as HTMLElement

test('the header shows Sign In to a visitor without a session, and looks up no user', async () => {
  const { lookups } = drawnFor({ json: latha })
  expect(await screen.findAllByRole('link', { name: 'Sign In' })).not.toHaveLength(0)
  expect(new Set(linksTo('Sign In'))).toEqual(new Set(['/signin']))
  expect(linksTo('Admin')).toEqual([])
  expect(lookups).toEqual([])
})

test('the header shows a signed-in owner’s name and the link to /admin, and no Sign In', async () => {
  session.begin('token', { isAdmin: false, name: '' })
  drawnFor({ json: latha })
  expect(await screen.findAllByText('Welcome, Latha')).not.toHaveLength(0)
  expect(new Set(linksTo('Admin'))).toEqual(new Set(['/admin']))
  expect(linksTo('Sign In')).toEqual([])
  await waitFor(() => expect([session.isAdmin(), session.userName()]).toEqual([true, 'Latha']))
})

test('the header shows a student no Admin link once the user is looked up, even with a stored admin flag', async () => {
  session.begin('token', { isAdmin: true, name: 'Meena' })
  drawnFor({ json: { ...latha, firstname: 'Meena', usertype: 'user', role: 'none' } })
  await waitFor(() => expect(session.isAdmin()).toBe(false))
  expect(linksTo('Admin')).toEqual([])
  expect(screen.getAllByText('Welcome, Meena')).not.toHaveLength(0)
})

test('a failed user lookup is logged, clears admin flag and name, and keeps the session token', async () => {
  session.begin('token', { isAdmin: true, name: 'Kavitha' })
  drawnFor({ status: 500, json: null })
  expect(await screen.findAllByText('Welcome, User')).not.toHaveLength(0)
  expect(linksTo('Admin')).toEqual([])
  await waitFor(() => expect([session.isAdmin(), session.userName()]).toEqual([false, null]))
  expect(session.token()).toBe('token')
  expect(logged).toHaveBeenCalledWith('The user could not be looked up', expect.anything())
})

test('a failed sign-out is only logged, and the user stays signed in until the next try', async () => {
  session.begin('token', { isAdmin: true, name: 'Latha' })
  const { wire, user, address } = drawnFor({ json: latha })
  const sent = wire.answer('POST /api/auth/signout', 'offline')
  await user.click(signOutButton())
  await waitFor(() => expect(logged).toHaveBeenCalledWith('Sign-out failed', expect.anything()))
  await waitFor(() => expect(signOutButton().getAttribute('aria-busy')).not.toBe('true'))
  expect([sent.length, session.token(), address()]).toEqual([1, 'token', '/about'])
  expect(screen.queryByText(/logged out successfully/)).toBeNull()
  wire.answer('POST /api/auth/signout', { json: { success: true } })
  await user.click(signOutButton())
  expect(await screen.findByText("You've been logged out successfully")).toBeTruthy()
  expect([session.token(), address()]).toEqual([null, '/'])
})

test('two answers 401 at once end the session, and lead to the sign-in page only once', async () => {
  const wire = stubWire()
  for (const call of ['GET /api/auth/user', 'GET /api/favorites'] as const)
    wire.answer(call, { status: 401, json: null })
  session.begin('token', { isAdmin: true, name: 'Latha' })
  const lead = vi.fn()
  setSessionEndHandler(lead)
  const answers = await Promise.allSettled([
    api('GET /api/auth/user'),
    api('GET /api/favorites', { query: {} }),
  ])
  setSessionEndHandler(() => undefined)
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(lead).toHaveBeenCalledTimes(1)
  expect([session.token(), session.isAdmin(), session.userName()]).toEqual([null, false, null])
})

test('the page that opens after a sign-out does not count the last user as staff', async () => {
  session.begin('token', { isAdmin: false, name: '' })
  const { wire, user } = drawnFor({ json: latha })
  wire.answer('POST /api/auth/signout', { json: { success: true } })
  await waitFor(() => expect(session.isAdmin()).toBe(true))
  await user.click(signOutButton())
  await screen.findByRole('heading', { name: 'Page /' })
  expect(screen.getAllByRole('link', { name: 'Sign In' })).not.toHaveLength(0)
  expect([session.isAdmin(), session.userName()]).toEqual([false, null])
})

test('a long name of a school takes two lines, and a screen reader hears all of it', async () => {
  const name = 'மலர் அலங்காரக் கலை மற்றும் பூங்கொத்து வடிவமைப்புப் பயிற்சிப் பள்ளி'
  const { wire } = drawnFor({ json: latha })
  wire.answer('GET /api/school', { json: { ...theSchool, name } })
  cleanup()
  drawn(<Header />)
  const shown = await screen.findByText(name)
  expect(shown.classList).toContain('line-clamp-2')
  expect(screen.getByRole('link', { name: new RegExp(name) })).toBeTruthy()
})
