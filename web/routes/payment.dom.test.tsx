import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { EnrolmentView } from '../../contract/registrations/enrolments.ts'
import { componentTests, drawn, stubWire } from '../../tests/harness/component.tsx'
import { exampleSchool } from '../../tests/harness/example-school.ts'
import Payment from './payment.tsx'

componentTests()

const logged = vi.fn<(...words: unknown[]) => void>()
const alerted = vi.fn<(words: string) => void>()
beforeEach(() => {
  vi.stubGlobal('alert', alerted)
  vi.spyOn(console, 'error').mockImplementation(logged)
})
afterEach(() => {
  vi.restoreAllMocks()
  logged.mockReset()
  alerted.mockReset()
})

const success = 'Payment successful! You will receive a confirmation message shortly.'
const failure = 'Payment failed. Please try again or contact support.'
const seat: EnrolmentView = {
  id: 'seat-1',
  reference: 'MAL-7K3F-9QXD',
  courseTitle: 'Table Flowers for the Home',
  fullname: 'Meena Krishnan',
  batch: '2036-03-12',
  batchId: 'batch-1',
  startTime: '10:00',
  room: null,
  amount: '2100.00',
  status: 'pending',
  holdUntil: '2036-03-04T06:30:00.000Z',
  proved: true,
  reported: false,
  payment: { provider: 'simulator', checking: false, upi: null },
}

function paying(search = '?enrollment=seat-1') {
  const wire = stubWire()
  wire.answer('GET /api/school', { json: exampleSchool })
  wire.answer('GET /api/enrollments/:id', { json: seat })
  return { wire, show: () => drawn(<Payment />, { at: `/payment${search}` }) }
}

const heading = (words: string) => screen.findByRole('heading', { level: 1, name: words })
const row = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent
const button = (name: string) => screen.findByRole('button', { name })
const paid = {
  json: { success: true, data: { id: seat.id, reference: seat.reference, status: 'confirmed' } },
} as const

test('the payment page shows a spinner, then the amount due, the hints and the way to the school', async () => {
  const { wire, show } = paying('?enrollment=seat-1&amount=1')
  const arrives = Promise.withResolvers<void>()
  wire.answer('GET /api/enrollments/:id', async () => {
    await arrives.promise
    return { json: seat }
  })
  show()
  await screen.findByRole('status', { name: 'Loading payment details' })
  arrives.resolve()
  await heading('Complete Your Payment')
  expect(['Course', 'Student Name', 'Batch', 'Total Amount'].map(row)).toEqual([
    seat.courseTitle,
    seat.fullname,
    'Wed, 12 March 2036, 10:00 am',
    '₹2,100',
  ])
  const page = () => document.body.textContent
  await waitFor(() => expect(page()).toContain('Getting here'))
  for (const text of [
    'Please review the details below',
    'Secure payment powered by a card payment provider',
    'This is a demonstration.',
    'Malligai Street',
    'What to bring',
  ])
    expect(page()).toContain(text)
  expect(screen.getByRole('link', { name: 'Show on a map' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Add to my calendar' }).getAttribute('href')).toBe(
    '/calendar/batch-1.ics?seat=seat-1',
  )
  expect(screen.queryByRole('status', { name: 'Loading payment details' })).toBeNull()
})

test.each([
  ['&amount=1234567.5', '₹12,34,567.50'],
  ['', '₹0'],
])(
  'without an amount from the server the amount in the address ("%s") is shown as %s',
  async (query, amount) => {
    const { wire, show } = paying(`?enrollment=seat-1${query}`)
    const { id, courseTitle, fullname, batch } = seat
    wire.answer('GET /api/enrollments/:id', { status: 200, json: { id, courseTitle, fullname, batch } })
    show()
    await heading('Complete Your Payment')
    expect(row('Total Amount')).toBe(amount)
  },
)

test.each([
  ['offline', 'offline'],
  ['500', { status: 500, json: null }],
  ['404', { status: 404, json: { success: false, error: 'Not found', code: 'not_found' } }],
] as const)(
  'payment details that cannot be loaded (%s) are logged, and “Try again” loads the details',
  async (_, answer) => {
    const { wire, show } = paying()
    wire.answer('GET /api/enrollments/:id', answer)
    const { user } = show()
    await heading('Payment Details Not Found')
    screen.getByText('Unable to load payment details. Please try again later.')
    screen.getByText(
      answer !== 'offline' && answer.status === 404 ? /^If the link is incomplete/ : /didn’t answer/,
    )
    expect(logged.mock.calls.map(([words]) => words)).toContain(
      'Unable to load payment details. Please try again later.',
    )
    wire.answer('GET /api/enrollments/:id', { json: seat })
    await user.click(await button('Try again'))
    await heading('Complete Your Payment')
  },
)

test('a payment page whose address names nothing to pay says “Payment Details Not Found”', async () => {
  paying('').show()
  await heading('Payment Details Not Found')
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

test.each([
  ['offline', 'offline'],
  ['500', { status: 500, json: null }],
  ['402', { status: 402, json: { success: false, error: 'No', code: 'payment_failed' } }],
] as const)(
  'a failed payment (%s) is logged and shown in an alert, and “Pay Now” works again',
  async (_, answer) => {
    const { wire, show } = paying()
    wire.answer('PATCH /api/enrollments/:id/status', answer)
    const { user } = show()
    await user.click(await button('Pay Now'))
    await waitFor(() => expect(alerted.mock.calls).toEqual([[failure]]))
    expect(logged.mock.calls.map(([words]) => words)).toContain(
      'Payment failed. Please try again or contact support.',
    )
    const arrives = Promise.withResolvers<void>()
    const sent = wire.answer('PATCH /api/enrollments/:id/status', async () => {
      await arrives.promise
      return paid
    })
    wire.answer('GET /api/enrollments/:id', { json: { ...seat, status: 'confirmed', holdUntil: null } })
    const again = await button('Pay Now')
    act(() => {
      again.click()
      again.click()
    })
    arrives.resolve()
    await waitFor(() => expect(alerted.mock.calls).toEqual([[failure], [success]]))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Pay Now' })).toBeNull())
    expect(document.body.textContent).toContain(seat.reference)
    // Two clicks send one payment.
    expect(sent).toMatchObject([{ body: { status: 'confirmed' } }])
  },
)

test('"I have paid" shows the failure alert when the server fails', async () => {
  const { wire, show } = paying()
  const uri = 'upi://pay?pa=malar@bank'
  const payment = { provider: 'upi', checking: false, upi: { id: 'malar@bank', name: 'Malar', uri } } as const
  wire.answer('GET /api/enrollments/:id', { json: { ...seat, payment } })
  wire.answer('PATCH /api/enrollments/:id/status', { status: 500, json: null })
  const { user } = show()
  await user.click(await button('Pay Now'))
  await user.click(await button('I have paid'))
  await waitFor(() => expect(alerted.mock.calls).toEqual([[failure]]))
  expect(await button('I have paid')).toBeTruthy()
})

test('the payment page of a place without a date asks for no money, and two clicks cancel the place', async () => {
  const { wire, show } = paying()
  const place = { ...seat, batch: 'Coming soon', batchId: null, startTime: null, holdUntil: null }
  wire.answer('GET /api/enrollments/:id', { json: place })
  const { user } = show()
  await heading('Your place is reserved')
  expect(document.body.textContent).toContain('There’s nothing to pay now.')
  expect(screen.queryByRole('button', { name: 'Pay Now' })).toBeNull()
  await user.click(await button('Cancel my place'))
  await user.click(await button('Keep my place'))
  await user.click(await button('Cancel my place'))
  const lost = wire.answer('POST /api/enrollments/:id/release', 'offline')
  await user.click(await button('Cancel my place'))
  expect((await screen.findByRole('alert')).textContent).toContain('We couldn’t cancel that.')
  expect(lost).toHaveLength(1)
  wire.answer('POST /api/enrollments/:id/release', {
    json: { success: true, data: { id: seat.id, reference: seat.reference, status: 'cancelled' } },
  })
  wire.answer('GET /api/enrollments/:id', { json: { ...place, status: 'cancelled' } })
  await user.click(await button('Cancel my place'))
  await heading('This enrolment was cancelled')
})

test('a payer chooses to pay at the school and reads until when, where and at what hours', async () => {
  const { wire, show } = paying()
  const none = { provider: 'upi', checking: false, upi: null } as const
  const offered = { ...seat, payment: { ...none, atSchool: 'offered' as const } }
  wire.answer('GET /api/enrollments/:id', { json: offered })
  const hours = { office_day: 'Monday', open_time: '09:00', close_time: '20:00' } as const
  const monday = { id: 'monday', ...hours, is_holiday: false, version: 1 }
  wire.answer('GET /api/office-timing', { json: { success: true, data: [monday] } as never })
  const { user } = show()
  const there = await button('Pay at the school')
  expect(screen.queryByRole('button', { name: 'Pay Now' })).toBeNull()
  expect(document.body.textContent).not.toContain('You can’t pay here now')
  const off = 'You can’t pay at the school now. Choose another way to pay, or contact us.'
  const refused = { success: false, error: off, message: off, code: 'conflict' } as const
  wire.answer('POST /api/enrollments/:id/pay-at-school', { status: 409, json: refused })
  await user.click(there)
  await screen.findByText(off)
  const sent = wire.answer('POST /api/enrollments/:id/pay-at-school', () => {
    const payment = { ...none, atSchool: 'chosen' as const }
    wire.answer('GET /api/enrollments/:id', { json: { ...offered, payment } })
    return { json: { success: true, data: { id: seat.id, holdUntil: seat.holdUntil, proved: true } } }
  })
  await user.click(await button('Pay at the school'))
  await screen.findByText('You’ll pay at the school')
  expect(document.body.textContent).toContain('Please come and pay by')
  await waitFor(() => expect(row('Monday')).toBe('9:00 AM - 8:00 PM'))
  expect(sent).toHaveLength(1)
  expect(screen.queryByRole('button', { name: 'Pay at the school' })).toBeNull()
})

test('a payer whose address is not confirmed is asked to open the link in the e-mail first', async () => {
  const { wire, show } = paying()
  const payment = { provider: 'upi', checking: false, upi: null, atSchool: 'chosen' } as const
  wire.answer('GET /api/enrollments/:id', { json: { ...seat, proved: false, payment } })
  show()
  await screen.findByText('Confirm that you’ll pay at the school')
  expect(screen.queryByText('You’ll pay at the school')).toBeNull()
})
