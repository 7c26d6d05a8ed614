import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { fill, press } from '../../tests/harness/back-office.tsx'
import { componentTests, drawn, stubWire } from '../../tests/harness/component.tsx'
import Invitation from './invitation.tsx'

componentTests()
afterEach(() => history.replaceState(null, '', '/'))

test('an invitation with an incomplete link speaks of no form, and offers to sign in and to call', async () => {
  stubWire()
  drawn(<Invitation />, { at: '/invitation' })
  await screen.findByText(/^Open the link in our e-mail again\./)
  expect(screen.queryByText(/choose a password/)).toBeNull()
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/signin')
  expect((await screen.findByRole('link', { name: /^Call / })).getAttribute('href')).toMatch(/^tel:/)
})

test('an expired invitation says to ask for a new one, and the typed name stays', async () => {
  const wire = stubWire()
  const sentence = 'This invitation is no longer valid. Ask for a new one.'
  wire.answer('GET /api/school', 'never')
  const sent = wire.answer('POST /api/auth/invitation', {
    status: 400,
    json: { error: sentence, code: 'code_expired' },
  })
  history.replaceState(null, '', `/invitation#${'A'.repeat(22)}`)
  const { user } = drawn(<Invitation />, { at: '/invitation' })
  const name = await screen.findByLabelText(/^First name/)
  await fill(user, name, 'Nila')
  await fill(user, document.querySelector('input[name=password]') as HTMLElement, 'marigolds at noon')
  await press(user, 'Accept invitation')
  expect((await screen.findByRole('alert')).textContent).toContain(sentence)
  expect(name).toHaveProperty('value', 'Nila')
  expect(sent[0]?.body).toMatchObject({ token: 'A'.repeat(22), firstname: 'Nila' })
})
