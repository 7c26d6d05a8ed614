import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { StaffAccount } from '../../../../contract/accounts/staff-accounts.ts'
import { openMenu, openSection, press } from '../../../../tests/harness/back-office.tsx'
import { componentTests, stubWire } from '../../../../tests/harness/component.tsx'
import { exampleSchool } from '../../../../tests/harness/example-school.ts'

componentTests()

const own: StaffAccount = {
  id: 'u1',
  name: 'Meenakshi',
  email: 'owner@malar.example',
  role: 'owner',
  instructorId: null,
  instructor: null,
  lastSignInAt: null,
  disabledAt: null,
  hasTwoFactor: false,
  isOwn: true,
  created_at: '2026-03-01T06:30:00.000Z',
}

test('the last owner cannot give up the role, and the open dialog says why', async () => {
  const wire = stubWire()
  const sentence = 'This is the only owner. Make someone else an owner first.'
  wire.answer('GET /api/admin/accounts', { json: { success: true, accounts: [own], invitations: [] } })
  wire.answer('GET /api/instructors', { json: { success: true, data: [] } })
  wire.answer('PUT /api/admin/accounts/:id', { status: 409, json: { error: sentence, code: 'last_owner' } })
  const { user } = openSection(wire, 'accounts')
  await openMenu(user, 'Actions for Meenakshi')
  const disable = await screen.findByRole('menuitem', { name: 'Disable' })
  expect(disable.getAttribute('aria-disabled')).toBe('true')
  await user.click(screen.getByRole('menuitem', { name: 'Change role' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('radio', { name: /^Manager/ }))
  await press(user, 'Save', dialog)
  expect((await dialog.findByRole('alert')).textContent).toContain(sentence)
})

describe('the list of passkeys', () => {
  function answerSecurity() {
    const wire = stubWire()
    wire.answer('GET /api/profile/two-factor', {
      json: { success: true, data: { isOn: false, recoveryCodesLeft: 0 } },
    })
    wire.answer('GET /api/auth/sessions', { json: { success: true, data: [] } })
    wire.answer('GET /api/admin/security-rules', 'never')
    wire.answer('GET /api/profile/passkeys', { json: { success: true, data: [] } })
    return wire
  }

  test('the page says that the passkeys could not be loaded, and “Try again” loads them', async () => {
    const wire = answerSecurity()
    wire.answer('GET /api/school', { json: { ...exampleSchool, siteUrl: location.origin } })
    wire.answer('GET /api/profile/passkeys', { status: 500, json: null })
    const { user } = openSection(wire, 'security')
    await screen.findByText('We couldn’t load your passkeys.')
    wire.answer('GET /api/profile/passkeys', { json: { success: true, data: [] } })
    await press(user, 'Try again')
    await screen.findByText('You have no passkeys yet.')
  })

  test('a site at a bare IP address has no button to add a passkey, and the page says why', async () => {
    const wire = answerSecurity()
    wire.answer('GET /api/school', { json: { ...exampleSchool, siteUrl: 'http://127.0.0.1:3000' } })
    openSection(wire, 'security')
    await screen.findByText(/so they don’t work at http:\/\/127\.0\.0\.1:3000\./)
    expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull()
  })
})

test('staff can sign out another of their devices', async () => {
  const wire = stubWire()
  const device = { device: 'Firefox on Android', lastUsedAt: own.created_at, created_at: own.created_at }
  const devices = [
    { id: 's1', isThis: true, ...device },
    { id: 's2', isThis: false, ...device },
  ]
  wire.answer('GET /api/school', 'never')
  wire.answer('GET /api/profile/two-factor', 'never')
  wire.answer('GET /api/profile/passkeys', 'never')
  wire.answer('GET /api/admin/security-rules', 'never')
  wire.answer('GET /api/auth/sessions', () => ({ json: { success: true, data: [...devices] } }))
  const ended = wire.answer('DELETE /api/auth/sessions/:id', () => {
    devices.pop()
    return { json: { success: true } }
  })
  const { user } = openSection(wire, 'security')
  await press(user, /^Sign out: Firefox on Android/)
  await screen.findByText('Device signed out')
  expect(ended[0]?.path).toBe('/api/auth/sessions/s2')
  expect(await screen.findByText('This device')).toBeTruthy()
  expect(within(screen.getByRole('list', { name: 'Devices' })).getAllByRole('listitem')).toHaveLength(1)
})
