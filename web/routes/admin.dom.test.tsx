import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { componentTests, drawn, stubWire } from '../../tests/harness/component.tsx'
import Admin from './admin.tsx'

componentTests()

test.each([
  [500, true],
  [403, false],
])('a user who cannot be looked up (%s) goes to sign-in; the token stays: %s', async (status, keepsToken) => {
  localStorage.setItem('sessionToken', 'a-token')
  localStorage.setItem('isAdmin', 'true')
  stubWire().answer('GET /api/auth/user', { status, json: { error: 'No' } })
  const { address } = drawn(<Admin />, { at: '/admin#orders' })
  expect(screen.getByRole('status', { name: 'Checking access' })).toBeTruthy()
  await waitFor(() => expect(address()).toBe('/signin'))
  expect(localStorage.getItem('isAdmin')).toBeNull()
  expect(localStorage.getItem('sessionToken') !== null).toBe(keepsToken)
})
