import { screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, test } from 'vitest'
import type { StoreOrder } from '../../contract/orders/store-orders.ts'
import type { EnrolmentView } from '../../contract/registrations/enrolments.ts'
import { fill, press } from '../../tests/harness/back-office.tsx'
import { componentTests, drawn, stubWire } from '../../tests/harness/component.tsx'
import { exampleSchool } from '../../tests/harness/example-school.ts'
import { checkingText } from '../features/money/payment/order-part.tsx'
import { orderWords } from '../features/orders/orders/order-words.ts'
import { payingWords } from '../features/registrations/seats/paying-words.ts'
import { ConfirmByLetter } from '../features/registrations/seats/seat-refusal.tsx'
import WaitingListDialog from '../features/registrations/waiting-list/waiting-list-dialog.tsx'
import BackInStock from '../features/store/store/back-in-stock.tsx'
import Account from './account.tsx'
import Find from './find.tsx'
import Payment from './payment.tsx'

componentTests()

const { phone } = exampleSchool
const promised = /\bour e-mail|e-mailed|e-mail you|sent you|we sent|check your|spam|in that e-mail/i
const page = () => document.body.textContent ?? ''
let wire: ReturnType<typeof stubWire>
beforeEach(() => {
  wire = stubWire()
  wire.answer('GET /api/school', { json: { ...exampleSchool, simulatedPayments: false, sendsEmails: false } })
})
const show = (part: ReactNode, at = '/') => drawn(part, { at })

test.each<[what: string, at: string, part: () => ReactNode]>([
  ['a new password', '/forgot-password', () => <Account />],
  ['a new account', '/signup', () => <Account />],
  ['the links of somebody’s orders and seats', '/find', () => <Find />],
])('%s needs an e-mail, so the page names the phone and has no form for it', async (_, at, part) => {
  wire.answer('GET /api/courses', { json: { success: true, data: [] } as never })
  show(part(), at)
  await screen.findByText(/This needs an e-mail from us, and we can’t send any right now/)
  expect(page()).toContain(phone)
  expect(page()).not.toMatch(promised)
  expect(document.querySelector('input[type=email]')).toBeNull()
})

test('a product that is out of stock names the phone', async () => {
  show(<BackInStock slug="lilies" name="Lilies" />)
  await waitFor(() => expect(page()).toContain(`please call ${phone}`))
  expect(document.querySelector('input')).toBeNull()
})

test('a seat that must be confirmed by e-mail first leads to the phone', async () => {
  show(<ConfirmByLetter email="meena@mail.example" />)
  await waitFor(() => expect(page()).toContain(`Please call ${phone}`))
  expect(page()).toContain('no seat is held')
  expect(page()).not.toMatch(promised)
})

test('a place on the waiting list that must be confirmed by e-mail leads to the phone', async () => {
  wire.answer('GET /api/profile', { status: 401, json: null })
  wire.answer('POST /api/waiting-list', {
    status: 201,
    json: { success: true, data: { courseTitle: 'Garlands', batch: '2036-03-12', position: null } },
  })
  const course = { id: 'course-1', title: 'Garlands', batch: '2036-03-12', batchId: null }
  const { user } = show(<WaitingListDialog open onClose={() => undefined} course={course} />)
  await fill(user, screen.getByLabelText(/Full/), 'Meena Krishnan')
  await fill(user, screen.getByLabelText(/Email/), 'meena@mail.example')
  await fill(user, screen.getByLabelText(/Phone/), '9876543210')
  await press(user, 'Join the waiting list')
  await screen.findByText(/Please call us, and we’ll put you on the waiting list/)
  expect(page()).not.toMatch(promised)
})

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
  proved: false,
  reported: false,
  payment: { provider: 'upi', checking: false, upi: null },
}

test.each<[state: string, changed: Partial<EnrolmentView>, said: string]>([
  ['confirmed', { status: 'confirmed', holdUntil: null }, 'Keep this page’s address'],
  [
    'being checked',
    { reported: true, payment: { ...seat.payment, checking: true } },
    'This page will show when your payment is confirmed',
  ],
  [
    'to be paid at the school by a payer without a proof',
    { payment: { ...seat.payment, atSchool: 'chosen' } },
    'If you can’t come by then, please call us',
  ],
  [
    'offered to be paid there',
    { payment: { ...seat.payment, atSchool: 'offered' } },
    'Next, you’ll see the deadline',
  ],
  [
    'reserved',
    { batch: 'To be announced', batchId: null, holdUntil: null },
    'We’ll let you know once there’s a date',
  ],
])('the payment page of a seat that is %s promises no e-mail', async (_, changed, said) => {
  wire.answer('GET /api/enrollments/:id', { json: { ...seat, ...changed } })
  wire.answer('GET /api/office-timing', { json: { success: true, data: [] } })
  show(<Payment />, '/payment?enrollment=seat-1')
  await waitFor(() => expect(page()).toContain(said))
  await screen.findByRole('heading', { level: 1 })
  expect(page()).not.toMatch(promised)
})

const until = '2036-03-05T04:30:00.000Z'
const checking = { provider: 'upi', checking: true, upi: null } as const
test.each<Partial<StoreOrder>>([
  { askedUntil: until },
  { askedUntil: until, isAskedOver: true },
  { payment: checking, holdUntil: until },
  { status: 'shipped' },
  { status: 'cancelled', endedBy: 'customer', payment: checking, paymentstatus: 'pending' },
])('an order’s page promises no e-mail: %j', (changed) => {
  const order = {
    status: 'pending',
    endedBy: null,
    way: 'standard',
    day: '2036-03-05',
    slot: null,
    payment: { provider: 'upi', checking: false, upi: null },
    holdUntil: null,
    askedUntil: null,
    isAskedOver: false,
    moneyWaits: false,
    paymentstatus: 'pending',
    total: 580,
    proved: false,
    ...changed,
  } as StoreOrder
  const said = (sendsEmails: boolean) => {
    const { title, lead } = orderWords(order, sendsEmails)
    return `${title} ${lead} ${checkingText(order, sendsEmails)}`
  }
  expect(said(false)).not.toMatch(promised)
  expect(said(true)).toMatch(promised)
})

test.each(['upi', 'atSchool'] as const)('what follows a booking (%s) names no e-mail', (paying) => {
  for (const count of [1, 3]) {
    const facts = { reference: seat.reference, amount: '₹2,400', until: '12:00 pm', count, hasPaid: false }
    expect(payingWords[paying].next({ ...facts, sendsEmails: false })).not.toMatch(promised)
    expect(payingWords[paying].next({ ...facts, sendsEmails: true })).toMatch(promised)
  }
})
