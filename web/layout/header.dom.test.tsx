import { screen, waitFor } from '@testing-library/react'
import { useLocation } from 'react-router'
import { expect, test } from 'vitest'
import { componentTests, drawn, stubWire } from '../../tests/harness/component.tsx'
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

test('the page that opens after a sign-out does not count the last user as staff', async () => {
  const wire = stubWire()
  wire.answer('GET /api/cart', 'never')
  wire.answer('GET /api/auth/user', {
    json: {
      id: 'latha',
      email: 'latha@malar.example',
      firstname: 'Latha',
      lastname: 'Owner',
      usertype: 'admin',
      role: 'owner',
      lacksSecondFactor: false,
    },
  } as never)
  wire.answer('POST /api/auth/signout', { json: { success: true } })
  session.begin('token', { isAdmin: false, name: '' })
  const { user } = drawn(<Pages />, { at: '/about' })
  await waitFor(() => expect(session.isAdmin()).toBe(true))
  await user.click(screen.getAllByRole('button', { name: 'Sign Out' })[0] as HTMLElement)
  await screen.findByRole('heading', { name: 'Page /' })
  expect(screen.getAllByRole('link', { name: 'Sign In' })).not.toHaveLength(0)
  expect([session.isAdmin(), session.userName()]).toEqual([false, null])
})
