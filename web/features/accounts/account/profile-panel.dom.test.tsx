import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Profile } from '../../../../contract/accounts/accounts.ts'
import type { OwnRegistration } from '../../../../contract/registrations/registrations.ts'
import { componentTests, drawn, stubWire } from '../../../../tests/harness/component.tsx'
import ProfilePanel from './profile-panel.tsx'

componentTests()

const seat = (id: string, changes: Partial<OwnRegistration>): OwnRegistration => ({
  id,
  kind: 'enrolment',
  reference: `MAL-${id}`,
  title: `Course ${id}`,
  batch: '2036-03-12',
  status: 'confirmed',
  payment: 'paid',
  amount: '2500.00',
  due: '0.00',
  holdUntil: null,
  guest: null,
  created_at: '2026-03-01T06:30:00.000Z',
  ...changes,
})

const profile: Profile = {
  id: 'user-1',
  firstname: 'Meena',
  lastname: 'Krishnan',
  email: 'meena@mail.example',
  phone: '9876543210',
  usertype: 'user',
  role: 'none',
  emailVerified: true,
}

function openProfile() {
  const wire = stubWire()
  wire.answer('GET /api/profile', { json: { success: true, data: profile } })
  wire.answer('GET /api/recipients', { json: { success: true, data: [] } })
  wire.answer('GET /api/auth/sessions', { json: { success: true, data: [] } })
  return wire
}

test('the password form opens on a click, keeps what was typed after a refusal, and closes on “Cancel”', async () => {
  const wire = openProfile()
  wire.answer('GET /api/profile/registrations', { json: { success: true, data: [] } })
  const { user } = drawn(<ProfilePanel orders={null} />)
  const change = () => screen.findByRole('button', { name: 'Change password' })
  await user.click(await change())
  const current = await screen.findByLabelText<HTMLInputElement>(/^Current password/)
  await waitFor(() => expect(document.activeElement).toBe(current))
  wire.answer('POST /api/profile/change-password', { status: 503, json: null })
  await user.type(current, 'jasmine at six')
  await user.type(screen.getByLabelText(/^New password/), 'roses at seven')
  await user.click(screen.getByRole('button', { name: 'Save new password' }))
  expect((await screen.findByRole('alert')).textContent).toContain('What you typed is still here.')
  expect(current.value).toBe('jasmine at six')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByLabelText(/^Current password/)).toBeNull()
  const closed = await change()
  await waitFor(() => expect(document.activeElement).toBe(closed))
  await user.click(closed)
  expect((await screen.findByLabelText<HTMLInputElement>(/^Current password/)).value).toBe('')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('each confirmed seat that is still to come leads to its page, where it can be cancelled', async () => {
  const wire = openProfile()
  const seats = [
    seat('coming', {}),
    seat('undated', { batch: 'Coming Soon' }),
    seat('over', { batch: '2026-02-20' }),
    seat('gone', { status: 'cancelled' }),
    seat('due', { status: 'pending', payment: 'due' }),
  ]
  wire.answer('GET /api/profile/registrations', { json: { success: true, data: seats } })
  drawn(<ProfilePanel orders={null} />)
  const links = await screen.findAllByRole('link', { name: /^View or cancel: / })
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/payment?enrollment=coming',
    '/payment?enrollment=undated',
  ])
  expect(screen.getByRole('link', { name: 'Pay now: Course due' })).toBeTruthy()
})
