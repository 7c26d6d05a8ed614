import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { placeholderAddress } from '../../../contract/accounts/placeholder-address.ts'
import { fill, owner, press } from '../../../tests/harness/back-office.tsx'
import { componentTests, drawn, stubWire, theSchool } from '../../../tests/harness/component.tsx'
import FirstAddressPage from './first-address-page.tsx'

componentTests()

function open() {
  const wire = stubWire()
  localStorage.setItem('sessionToken', 'a-token')
  wire.answer('GET /api/auth/user', { json: { ...owner, email: placeholderAddress } })
  wire.answer('GET /api/school', { json: theSchool })
  return { wire, ...drawn(<FirstAddressPage />, { at: '/admin' }) }
}

test('an empty name and another account’s e-mail address get an error message, and typed text stays', async () => {
  const { wire, user } = open()
  await press(user, 'Save and continue')
  await screen.findByText('First name is required')
  await fill(user, screen.getByLabelText(/First name/), 'Asha')
  await fill(user, screen.getByLabelText(/E-mail/), 'other@neela.example')
  const error = 'Another account uses this e-mail address now.'
  wire.answer('PUT /api/profile/first-address', {
    status: 409,
    json: {
      success: false,
      error,
      message: error,
      code: 'conflict',
      fields: { email: error },
      requestId: 'r',
    },
  } as never)
  await press(user, 'Save and continue')
  await screen.findByText(error)
  expect((screen.getByLabelText(/First name/) as HTMLInputElement).value).toBe('Asha')
})

test('name and e-mail address are sent once', async () => {
  const { wire, user } = open()
  await fill(user, screen.getByLabelText(/First name/), 'Asha')
  await fill(user, screen.getByLabelText(/E-mail/), 'asha@neela.example')
  const sent = wire.answer('PUT /api/profile/first-address', { json: { success: true, data: {} } } as never)
  await press(user, 'Save and continue')
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toMatchObject({ firstname: 'Asha', email: 'asha@neela.example' })
})
