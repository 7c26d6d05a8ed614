import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Payable, StatementLine } from '../../../../../contract/money/money.ts'
import { openSection, press, type Wire } from '../../../../../tests/harness/back-office.tsx'
import { componentTests, stubWire } from '../../../../../tests/harness/component.tsx'

componentTests()

const payable: Payable = {
  kind: 'enrolment',
  id: 's1',
  reference: 'MAL-7KQ2-M9XA',
  name: 'Meena Krishnan',
  email: 'meena@mail.example',
  phone: '9876543210',
  title: 'Garlands',
  seats: 1,
  amount: '2500.00',
  due: '1500.00',
  waits: '0.00',
  payment: 'part',
  status: 'confirmed',
  holdUntil: null,
  paysAtSchool: false,
  created_at: '2026-02-20T06:30:00.000Z',
}
const line: StatementLine = {
  id: 'l1',
  day: '2026-03-01',
  description: 'UPI-MEENA',
  reference: '607212345678',
  amount: '1500.00',
  status: 'open',
  suggestion: { confidence: 'certain', action: 'settle', why: ['exact amount'], target: payable },
  target: null,
  note: null,
  receipt: null,
  decidedBy: null,
  decidedAt: null,
}

function answerAll(
  wire: Wire,
  {
    due = [],
    back = [],
    lines = [],
  }: Partial<Record<'due' | 'back', Payable[]>> & { lines?: StatementLine[] } = {},
) {
  wire.answer('GET /api/admin/money/lines', { json: { success: true, data: lines } })
  wire.answer('GET /api/admin/money/waiting', { json: { success: true, data: due } })
  wire.answer('GET /api/admin/money/to-give-back', { json: { success: true, data: back } })
  const totals = { count: due.length, amount: '2500.00', paid: '1000.00', due: '1500.00' }
  wire.answer('GET /api/admin/money/waiting-totals', { json: { success: true, data: totals } })
  wire.answer('GET /api/admin/money/to-give-back-totals', {
    json: { success: true, data: { count: back.length, waits: '0.00' } },
  })
}

test.each([
  ['money?status=open', '0 payments to settle'],
  ['money?view=received', '0 payments to settle'],
  ['money?status=matched', '0 payments settled'],
  ['money?status=refunded', '0 payments refunded'],
  ['money?status=ignored', '0 payments not ours'],
  ['money?status=all', '0 payments'],
])('the list of %s says which payments it counts', async (at, words) => {
  const wire = stubWire()
  answerAll(wire)
  openSection(wire, at)
  expect(await screen.findByRole('region', { name: words })).toBeTruthy()
})

test('the money desk opens with who owes, and each part says how much waits in it', async () => {
  const wire = stubWire()
  answerAll(wire, { due: [payable], lines: [line] })
  const { user } = openSection(wire, 'money')
  await screen.findByRole('region', { name: '1 payment due' })
  expect(screen.getByText('₹1,500')).toBeTruthy()
  expect(screen.getByText(/^Due for \d+ days$/)).toBeTruthy()
  expect(screen.queryByText('UPI-MEENA')).toBeNull()
  await screen.findByRole('link', { name: 'Received (1)' })
  await user.click(screen.getByRole('link', { name: 'Refunds due (0)' }))
  await screen.findByText('No refunds due')
  await user.click(screen.getByRole('link', { name: 'Received (1)' }))
  await screen.findByText('UPI-MEENA')
  await user.click(screen.getByRole('link', { name: 'Payments due (1)' }))
  await screen.findByRole('region', { name: '1 payment due' })
})

test('a part whose number could not be loaded has no number, and its list says that it failed', async () => {
  const wire = stubWire()
  answerAll(wire)
  wire.answer('GET /api/admin/money/waiting', { status: 500, json: null })
  wire.answer('GET /api/admin/money/waiting-totals', { status: 500, json: null })
  openSection(wire, 'money')
  await screen.findByText('We couldn’t load the payments due')
  expect(screen.getByRole('link', { name: 'Payments due' })).toBeTruthy()
})

test('certain matches are confirmed beside who owes, without a look at the payments received', async () => {
  const wire = stubWire()
  answerAll(wire, { due: [payable], lines: [line] })
  const { user } = openSection(wire, 'money')
  await press(user, 'Confirm 1 match marked “Certain”')
  const sent = wire.answer('POST /api/admin/money/confirm', {
    json: { success: true, data: [{ line: 'l1', outcome: 'settled', sentence: null }] },
  })
  answerAll(wire)
  await press(user, 'Confirm')
  await screen.findByText('Payment recorded')
  expect(sent.map(({ body }) => body)).toEqual([{ matches: [{ line: 'l1', kind: 'enrolment', id: 's1' }] }])
  await screen.findByText('No payments due')
  await screen.findByRole('link', { name: 'Received (0)' })
})
