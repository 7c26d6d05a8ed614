import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Cancelling, EnrolmentView } from '../../contract/registrations/enrolments.ts'
import { componentTests, drawn, stubWire } from '../../tests/harness/component.tsx'
import { exampleSchool } from '../../tests/harness/example-school.ts'
import { forgetSeatsTaken, rememberSeat } from '../lib/seats-taken.ts'
import Payment from './payment.tsx'

componentTests()

const until = '2036-03-10T04:30:00.000Z'
const own = {
  id: 'seat-1',
  reference: 'MAL-7K3F-9QXD',
  name: 'Meena Krishnan',
  paid: '2500.00',
  back: '1250.00',
  price: '2500.00',
  waits: '0.00',
  due: '0.00',
  share: 50,
}
const arun = { ...own, id: 'seat-2', reference: 'MAL-8P2D-4HJK', name: 'Arun Raj' }
const guest = {
  ...own,
  id: 'seat-3',
  reference: 'MAL-9C4T-6WMN',
  name: null,
  paid: '2500.01',
  price: '2500.02',
  back: '1250.01',
}
const confirmed: EnrolmentView = {
  id: 'seat-1',
  reference: 'MAL-7K3F-9QXD',
  courseTitle: 'Table Flowers for the Home',
  fullname: 'Meena Krishnan',
  batch: '2036-03-12',
  batchId: 'batch-1',
  startTime: '10:00',
  room: null,
  amount: '2500.00',
  status: 'confirmed',
  holdUntil: null,
  proved: true,
  reported: false,
  payment: { provider: 'simulator', checking: false, upi: null },
  cancelling: { seats: [own], due: '0.00', until },
}
const cancelled: EnrolmentView = {
  ...confirmed,
  status: 'cancelled',
  cancelling: undefined,
  cancelled: { paid: '2500.00', back: '1250.00', refunded: '0.00' },
}

const key = `seat-1.${'k'.repeat(32)}`

async function shown(seat: EnrolmentView, school: object = {}) {
  rememberSeat('seat-1', key)
  const wire = stubWire()
  wire.answer('GET /api/school', { json: { ...exampleSchool, ...school } })
  wire.answer('GET /api/enrollments/:id', { json: seat })
  const { user } = drawn(<Payment />, { at: '/payment?enrollment=seat-1' })
  return { wire, user }
}
const page = () => document.body.textContent
const press = async ({ user }: Awaited<ReturnType<typeof shown>>, name: string) =>
  user.click(await screen.findByRole('button', { name }))
const dialog = () => screen.findByRole('alertdialog')
const refusal = (code: 'conflict' | 'amount_differs', message: string) =>
  ({ status: 409, json: { success: false, code, error: message, message, requestId: 'r1' } }) as const

test.each<[Cancelling['refused'], string]>([
  ['school', 'Questions, or want to cancel? Please call +91 44 5550 0142'],
  [
    'late',
    'You could cancel here until Mon, 10 March at 10:00 am. Can’t make it, or have questions? Please call +91',
  ],
  ['checking', 'While we’re checking your payment, you can’t cancel here. Want to cancel? Please call +91'],
])(
  'a seat that cannot be cancelled here (%s) shows why, and how to reach the school',
  async (refused, words) => {
    await shown({
      ...confirmed,
      cancelling: { refused, seats: [], due: '0.00', until: refused === 'late' ? until : null },
    })
    await waitFor(() => expect(page()).toContain(words))
    expect(screen.getAllByRole('link', { name: '+91 44 5550 0142' })[0]?.getAttribute('href')).toBe(
      'tel:+914455500142',
    )
    expect(screen.queryByRole('button', { name: 'Cancel my seat' })).toBeNull()
  },
)

test('a school without a phone number asks to be contacted, and shows no telephone link', async () => {
  await shown(
    { ...confirmed, cancelling: { refused: 'school', seats: [], due: '0.00', until: null } },
    { phone: '', whatsapp: '' },
  )
  await waitFor(() => expect(page()).toContain('Questions, or want to cancel? Please contact us.'))
  expect(document.querySelector('main a[href^="tel:"]')).toBeNull()
})

test('an unpaid seat keeps its own way to cancel, and a batch that is over offers none', async () => {
  await shown({ ...confirmed, cancelling: undefined })
  await waitFor(() => expect(page()).toContain('Questions, or can’t make it? Please call'))
  expect(screen.queryByRole('button', { name: 'Cancel my seat' })).toBeNull()
})

test('the dialog shows what goes back before it cancels, and the page says it afterwards', async () => {
  const at = await shown(confirmed)
  await waitFor(() =>
    expect(page()).toContain(
      'You can cancel here until Mon, 10 March at 10:00 am. We’ll refund ₹1,250 of the ₹2,500 you paid.',
    ),
  )
  const sent = at.wire.answer('POST /api/enrollments/:id/cancellation', {
    json: {
      success: true,
      data: { id: 'seat-1', reference: own.reference, status: 'cancelled', back: '1250.00', kept: '1250.00' },
    },
  })
  await press(at, 'Cancel my seat')
  const asked = await dialog()
  expect(asked.textContent).toContain('We’ll refund ₹1,250 of the ₹2,500 you paid.')
  await at.user.click(within(asked).getByRole('button', { name: 'Keep my seat' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(sent).toEqual([])
  await press(at, 'Cancel my seat')
  at.wire.answer('GET /api/enrollments/:id', { json: cancelled })
  await at.user.click(within(await dialog()).getByRole('button', { name: 'Cancel my seat' }))
  const heading = await screen.findByRole('heading', { level: 1, name: 'This enrolment was cancelled' })
  expect(document.activeElement).toBe(heading)
  expect(sent.map(({ body, key }) => [body, typeof key])).toEqual([
    [{ seats: ['seat-1'], back: '1250.00', key }, 'string'],
  ])
  await waitFor(() => expect(page()).toContain('We’ll refund ₹1,250 of the ₹2,500 you paid'))
  // The letter says this, because somebody else may have pressed. The page is read by whoever did.
  expect(page()).not.toContain('If you didn’t ask for this')
  expect(screen.getByRole('link', { name: 'Contact us' })).toBeTruthy()
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test.each<[EnrolmentView['cancelled'], string]>([
  [{ paid: '2500.00', back: '2500.00', refunded: '0.00' }, 'We’ll refund the ₹2,500 you paid'],
  [
    { paid: '2500.00', back: '500.00', refunded: '750.00' },
    'We’ll refund ₹500 of the ₹2,500 you paidWe’ve already refunded ₹750. We’ll refund the rest.',
  ],
  [{ paid: '2500.00', back: '0.00', refunded: '1250.00' }, 'We’ve refunded ₹1,250 of the ₹2,500 you paid'],
  [{ paid: '2500.00', back: '0.00', refunded: '2500.00' }, 'We’ve refunded the ₹2,500 you paid'],
  [
    { paid: '2500.00', back: '0.00', refunded: '0.00' },
    'We won’t refund the ₹2,500 you paid for what you cancelled.',
  ],
])('the page of a cancelled seat says what became of its money (%j)', async (money, words) => {
  await shown({ ...cancelled, cancelled: money })
  await waitFor(() => expect(page()).toContain(words))
})

test('a payer of several seats ticks some, sees the sum for them, and cancels only these', async () => {
  const seats = [own, arun, guest].map(({ name, id, reference }) => {
    return { id, reference, name, price: '2500.00', status: 'confirmed' as const }
  })
  const group = { count: 3, canName: true, seats }
  const at = await shown({
    ...confirmed,
    amount: '7500.00',
    group,
    cancelling: { seats: [own, arun, guest], due: '0.00', until },
  })
  const sent = at.wire.answer('POST /api/enrollments/:id/cancellation', {
    json: {
      success: true,
      data: { id: 'seat-1', reference: own.reference, status: 'confirmed', back: '2500.01', kept: '2499.99' },
    },
  })
  await press(at, 'Cancel seats')
  const asked = await dialog()
  await at.user.click(within(asked).getByRole('button', { name: 'Cancel seats' }))
  expect((await within(asked).findByRole('alert')).textContent).toBe('Choose at least one seat.')
  expect(sent).toEqual([])
  await at.user.click(within(asked).getByRole('checkbox', { name: 'Arun Raj, ₹1,250 refund' }))
  await at.user.click(
    within(asked).getByRole('checkbox', { name: 'No name yet (MAL-9C4T-6WMN), ₹1,250.01 refund' }),
  )
  expect(asked.textContent).toContain('We’ll refund ₹2,500.01 of the ₹5,000.01 you paid.')
  await at.user.click(within(asked).getByRole('button', { name: 'Cancel 2 seats' }))
  await screen.findByText('Your 2 seats are cancelled')
  expect(sent.map(({ body }) => body)).toEqual([{ seats: ['seat-2', 'seat-3'], back: '2500.01', key }])
})

test('a sum that has changed is shown before it is sent again, and a failed call keeps the dialog', async () => {
  const at = await shown(confirmed)
  const changed = 'The refund for this has changed to ₹625. Check it, and cancel again if you still want to.'
  at.wire.answer('POST /api/enrollments/:id/cancellation', refusal('amount_differs', changed))
  await press(at, 'Cancel my seat')
  at.wire.answer('GET /api/enrollments/:id', {
    json: {
      ...confirmed,
      cancelling: { seats: [{ ...own, back: '625.00', share: 25 }], due: '0.00', until },
    },
  })
  const asked = await dialog()
  await at.user.click(within(asked).getByRole('button', { name: 'Cancel my seat' }))
  expect((await within(asked).findByRole('alert')).textContent).toBe(changed)
  await waitFor(() => expect(asked.textContent).toContain('₹625 of the ₹2,500 you paid'))
  const sent = at.wire.answer('POST /api/enrollments/:id/cancellation', 'offline')
  await at.user.click(within(asked).getByRole('button', { name: 'Cancel my seat' }))
  await waitFor(() =>
    expect(sent.map(({ body }) => body)).toEqual([{ seats: ['seat-1'], back: '625.00', key }]),
  )
  await waitFor(() => expect(within(asked).getByRole('alert').textContent).not.toBe(changed))
})

test('an outdated page says that the seat is already cancelled, and then shows the cancelled enrolment', async () => {
  const at = await shown(confirmed)
  at.wire.answer(
    'POST /api/enrollments/:id/cancellation',
    refusal('conflict', 'This seat is already cancelled.'),
  )
  await press(at, 'Cancel my seat')
  at.wire.answer('GET /api/enrollments/:id', { json: cancelled })
  await at.user.click(within(await dialog()).getByRole('button', { name: 'Cancel my seat' }))
  await screen.findByText('This seat is already cancelled.')
  await screen.findByRole('heading', { level: 1, name: 'This enrolment was cancelled' })
})

test('a visitor who only has the address of the page reads how to cancel, and finds no button', async () => {
  await shown(confirmed)
  forgetSeatsTaken()
  cleanup()
  const wire = stubWire()
  wire.answer('GET /api/school', { json: exampleSchool })
  wire.answer('GET /api/enrollments/:id', { json: confirmed })
  drawn(<Payment />, { at: '/payment?enrollment=seat-1' })
  await waitFor(() =>
    expect(page()).toContain(
      'Can’t make it? Open the link in our e-mail about this seat to cancel it, or call +91 44 5550 0142',
    ),
  )
  expect(screen.queryByRole('button', { name: 'Cancel my seat' })).toBeNull()
})

test('the dialog says whose seat of a group it cancels if it offers only one', async () => {
  const seats = [own, arun].map(({ name, id, reference }) => {
    return { id, reference, name, price: '2500.00', status: 'confirmed' as const }
  })
  const group = { count: 2, canName: true, seats }
  const at = await shown({
    ...confirmed,
    amount: '5000.00',
    group,
    cancelling: { seats: [arun], due: '0.00', until },
  })
  await press(at, 'Cancel a seat')
  const asked = await dialog()
  expect(asked.textContent).toContain('Cancel the seat of Arun Raj?')
  await at.user.click(within(asked).getByRole('button', { name: 'Keep the seat' }))
})

test('money of a cancelled seat first pays for the others, and the dialog says what stays due', async () => {
  const seats = [own, arun].map(({ name, id, reference }) => {
    return { id, reference, name, price: '2500.00', status: 'confirmed' as const }
  })
  const offered = [
    { ...own, paid: '2000.00', back: '0.00', due: '500.00' },
    { ...arun, paid: '0.00', back: '0.00', due: '2500.00' },
  ]
  const at = await shown({
    ...confirmed,
    amount: '5000.00',
    group: { count: 2, canName: true, seats },
    cancelling: { seats: offered, due: '3000.00', until },
  })
  await press(at, 'Cancel seats')
  const asked = await dialog()
  await at.user.click(within(asked).getByRole('checkbox', { name: 'Meena Krishnan' }))
  expect(asked.textContent).toContain(
    '₹2,000 of what you paid now counts towards the seats you keep. ₹500 stays due for the seats you keep.',
  )
  await at.user.click(within(asked).getByRole('checkbox', { name: 'Arun Raj' }))
  expect(asked.textContent).toContain('We’ll refund ₹1,000 of the ₹2,000 you paid.')
  expect(asked.textContent).not.toContain('stays due')
})
