import { screen } from '@testing-library/react'
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

test('each confirmed seat that is still to come leads to its page, where it can be cancelled', async () => {
  const wire = stubWire()
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
  wire.answer('GET /api/profile', { json: { success: true, data: profile } })
  wire.answer('GET /api/recipients', { json: { success: true, data: [] } })
  wire.answer('GET /api/auth/sessions', { json: { success: true, data: [] } })
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
