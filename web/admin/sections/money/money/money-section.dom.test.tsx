import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openSection } from '../../../../../tests/harness/back-office.tsx'
import { componentTests, stubWire } from '../../../../../tests/harness/component.tsx'

componentTests()

test.each([
  ['money', '0 payments to settle'],
  ['money?status=matched', '0 payments settled'],
  ['money?status=refunded', '0 payments refunded'],
  ['money?status=ignored', '0 payments not ours'],
  ['money?status=all', '0 payments'],
])('the list of %s says which payments it counts', async (at, words) => {
  const wire = stubWire()
  const none = { json: { success: true as const, data: [] } }
  wire.answer('GET /api/admin/money/lines', none)
  wire.answer('GET /api/admin/money/waiting', none)
  wire.answer('GET /api/admin/money/to-give-back', none)
  const totals = { count: 0, amount: '0.00', paid: '0.00', due: '0.00' }
  wire.answer('GET /api/admin/money/waiting-totals', { json: { success: true, data: totals } })
  wire.answer('GET /api/admin/money/to-give-back-totals', {
    json: { success: true, data: { count: 0, waits: '0.00' } },
  })
  openSection(wire, at)
  const list = await screen.findByRole('region', { name: 'Payments received' })
  expect(await within(list).findByText(words)).toBeTruthy()
})
