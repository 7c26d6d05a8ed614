import { screen, within } from '@testing-library/react'
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
  await screen.findByRole('link', { name: 'Received (1 to settle)' })
  await user.click(screen.getByRole('link', { name: 'Refunds due (0)' }))
  await screen.findByText('No refunds due')
  await user.click(screen.getByRole('link', { name: 'Received (1 to settle)' }))
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
  await screen.findByRole('link', { name: 'Received' })
})

const order: Payable = {
  ...payable,
  kind: 'order',
  id: 'o1',
  reference: 'MAL-U8YT-TRPZ',
  name: 'Nandini Kannan',
  title: 'Order',
  amount: '2590.00',
  due: '2590.00',
  payment: 'checking',
  status: 'pending',
  holdUntil: '2026-03-02T12:00:00.000Z',
}
const fee: Payable = { ...order, kind: 'order-charge', id: 'f1', reference: 'MAL-U8YT-FEEZ', due: '80.00' }

test('a seat is marked as paid on the money desk, as it is now and not as the list has it', async () => {
  const wire = stubWire()
  answerAll(wire, { due: [payable] })
  const { user } = openSection(wire, 'money')
  const read = wire.answer('GET /api/admin/seats/:kind/:id', { status: 500, json: null })
  await press(user, 'Mark paid: Meena Krishnan, MAL-7KQ2-M9XA')
  await screen.findByText('Error')
  expect(read.map(({ path }) => path)).toEqual(['/api/admin/seats/enrolment/s1'])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test.each([
  [order, 'POST /api/admin/orders/:id/payment', '₹2,590 is due'],
  [fee, 'POST /api/admin/order-charges/:id/payment', '₹80 is due'],
] as const)('an order and a fee are marked as paid on the money desk', async (row, endpoint, hint) => {
  const wire = stubWire()
  answerAll(wire, { due: [row] })
  const { user } = openSection(wire, 'money')
  await press(user, `Mark paid: Nandini Kannan, ${row.reference}`)
  const dialog = within(await screen.findByRole('dialog', { name: 'Mark paid' }))
  dialog.getByText(hint)
  const sent = wire.answer(endpoint, { status: 500, json: null })
  await press(user, 'Mark paid', dialog)
  await screen.findByText('We couldn’t record the payment. Try again.')
  expect(sent).toMatchObject([{ body: { method: 'upi', due: row.due } }])
})

test('the managing of a seat and of an order has one name, and an order leads to the section Orders', async () => {
  const wire = stubWire()
  answerAll(wire, { due: [payable, order] })
  openSection(wire, 'money')
  await screen.findByRole('button', { name: 'Manage Meena Krishnan, MAL-7KQ2-M9XA' })
  const link = screen.getByRole('link', { name: /^Manage ?order MAL-U8YT-TRPZ$/ })
  expect(link.getAttribute('href')).toBe('/admin#orders?q=MAL-U8YT-TRPZ')
})
