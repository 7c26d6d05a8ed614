import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { MoneyEntry, Payable } from '../../../contract/money/money.ts'
import { fieldIn, fill, press } from '../../../tests/harness/back-office.tsx'
import { componentTests, drawn, stubWire } from '../../../tests/harness/component.tsx'
import { DialogButton, type Openable } from '../../ui/lazy-dialog.tsx'
import { RefundDialog } from './refund-dialog.tsx'

componentTests()

const row: Payable = {
  kind: 'enrolment',
  id: 'seat-1',
  reference: 'MAL-7K3F-9QXD',
  name: 'Meena Krishnan',
  email: 'meena@mail.example',
  phone: '9876543210',
  title: 'Bridal Bouquets',
  seats: 1,
  amount: '2500.00',
  due: '0.00',
  waits: '2000.00',
  payment: 'attention',
  status: 'cancelled',
  holdUntil: null,
  paysAtSchool: false,
  created_at: '2026-03-01T06:30:00.000Z',
}
const entry: MoneyEntry = {
  id: 'r1',
  number: 'R-2026-0001',
  kind: 'received',
  receipt: null,
  amount: '2500.00',
  total: '2500.00',
  left: '2500.00',
  method: 'upi',
  reference: '606112345671',
  note: null,
  day: '2026-03-02',
  recordedAt: '2026-03-02T06:30:00.000Z',
  by: null,
}

async function opened(payerUpiId: string | null, more: Partial<Payable> = {}, entries = [entry]) {
  const wire = stubWire()
  const payable = { ...row, ...more }
  wire.answer('GET /api/admin/money/of/:kind/:id', {
    json: { success: true, data: { payable, entries, payerUpiId } },
  })
  const noted = vi.fn<() => void>()
  const Refund = (props: Openable) => <RefundDialog {...props} row={payable} onNoted={noted} />
  const { user } = drawn(<DialogButton of={Refund}>Refund</DialogButton>)
  await press(user, 'Refund')
  const dialog = within(await screen.findByRole('dialog', { name: 'Record refund' }))
  return { wire, user, dialog, noted }
}

test('the form says to whom the money goes, how it came, and what the school keeps', async () => {
  const { dialog } = await opened(null)
  await dialog.findByText(/606112345671/)
  const facts = dialog.getAllByRole('term').map((term) => [term.textContent, term.nextSibling?.textContent])
  expect(facts).toEqual([
    ['Refund to', 'Meena Krishnan'],
    ['Phone', '9876543210'],
    ['E-mail', 'meena@mail.example'],
    ['Paid by', 'UPI, ₹2,500, Mon, 2 March 2026, 606112345671'],
    ['Refund due', '₹2,000'],
    ['The school keeps', '₹500'],
  ])
  expect(dialog.getByRole('link', { name: '9876543210' }).getAttribute('href')).toBe('tel:+919876543210')
})

test('a refund by UPI has the id of the bank statement, and a code for exactly the sum', async () => {
  const { dialog, user } = await opened('meena@okbank')
  expect(dialog.queryByLabelText(/^UPI id to pay to/)).toBeNull()
  await user.selectOptions(fieldIn(dialog, 'Refund method'), 'upi')
  await waitFor(() => expect(fieldIn(dialog, 'UPI id to pay to').value).toBe('meena@okbank'))
  const link = () =>
    dialog.queryByRole('link', { name: 'Open a UPI app', hidden: true })?.getAttribute('href')
  expect(link()).toBe(
    'upi://pay?pa=meena@okbank&pn=Meena%20Krishnan&am=2000.00&cu=INR&tr=MAL-7K3F-9QXD&tn=MAL-7K3F-9QXD%20Refund',
  )
  await fill(user, fieldIn(dialog, 'Amount'), '1500.50')
  expect(link()).toContain('&am=1500.50&')
  await fill(user, fieldIn(dialog, 'UPI id to pay to'), 'meena')
  expect(link()).toBeUndefined()
  await fill(user, fieldIn(dialog, 'UPI id to pay to'), 'meena.k@ybl')
  expect(link()).toContain('pa=meena.k@ybl&')
})

test('a typed UPI id is not sent, and without one the refund is recorded too', async () => {
  const { dialog, user, wire, noted } = await opened(null)
  const sent = wire.answer('POST /api/admin/money/refund', { json: { success: true, data: row } })
  await user.selectOptions(fieldIn(dialog, 'Refund method'), 'upi')
  expect(fieldIn(dialog, 'UPI id to pay to').value).toBe('')
  await fill(user, fieldIn(dialog, 'UPI id to pay to'), 'meena@ybl')
  await fill(user, fieldIn(dialog, 'Note'), 'UPI 4711')
  await press(user, 'Record refund', dialog)
  await waitFor(() => expect(noted).toHaveBeenCalledOnce())
  expect(sent.map(({ body }) => body)).toEqual([
    {
      kind: 'enrolment',
      id: 'seat-1',
      amount: 2000,
      method: 'upi',
      note: 'UPI 4711',
      keepsRest: false,
      tell: true,
      waits: '2000.00',
    },
  ])
})

test('payments that could not be loaded can be loaded again, and the refund can be recorded meanwhile', async () => {
  const wire = stubWire()
  wire.answer('GET /api/admin/money/of/:kind/:id', 'offline')
  const Refund = (props: Openable) => <RefundDialog {...props} row={row} onNoted={() => undefined} />
  const { user } = drawn(<DialogButton of={Refund}>Refund</DialogButton>)
  await press(user, 'Refund')
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByText('We couldn’t load the payments.')
  expect(dialog.getByRole('button', { name: 'Record refund' })).toBeTruthy()
})
