import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CouponQuote } from '../../../../contract/money/coupons.ts'
import type { SeatReceipt } from '../../../../contract/registrations/enrolments.ts'
import type { SeatHoldView } from '../../../../contract/registrations/seat-holds.ts'
import { badTerms, componentTests, drawn, stubWire, theTerms } from '../../../../tests/harness/component.tsx'
import { exampleSchool } from '../../../../tests/harness/example-school.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { DialogButton, type Openable } from '../../../ui/lazy-dialog.tsx'
import EventBookingDialog from './event-booking-dialog.tsx'
import type { BookableEvent } from './kept-hold.ts'

componentTests()

/** Noon at the school on Monday, 2 March 2026. */
const now = Date.parse('2026-03-02T06:30:00.000Z')

beforeEach(() => void vi.useFakeTimers({ now, toFake: ['Date', 'setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

const event: BookableEvent = {
  id: 'table-flowers',
  slug: 'table-flowers',
  title: 'Table Flowers for the Home',
  event_date: '2026-03-12',
  event_time: '10:00',
  batchId: 'batch-1',
  amount: 2100,
  closedOn: [],
}
const held: SeatHoldView = {
  id: 'hold-1',
  reference: 'MAL-7K3F-9QXD',
  state: 'live',
  until: '2026-03-02T06:45:00.000Z',
  now: '2026-03-02T06:30:00.000Z',
  secondsLeft: 900,
  eventId: event.id,
  batchId: 'batch-1',
  batch: event.event_date,
  seats: 1,
  amount: '2100.00',
  bookingId: null,
}
const receipt: SeatReceipt = {
  id: 'seat-1',
  reference: held.reference,
  amount: '2100.00',
  status: 'pending',
  holdUntil: '2026-03-04T06:30:00.000Z',
  proved: false,
  room: null,
}
const guest = { first: 'Arun', last: 'Raj', email: 'arun@mail.example', phone: '8765432109' }

/** Opens the dialog of a school that holds every requested seat. */
async function openedDialog({
  byUpi = false,
  of = {},
  hold = {},
  whatsapp = exampleSchool.whatsapp,
  terms,
}: {
  byUpi?: boolean
  whatsapp?: string
  of?: Partial<BookableEvent>
  hold?: Partial<SeatHoldView>
  terms?: (typeof badTerms)[number][1]
} = {}) {
  const wire = stubWire()
  if (terms) wire.answer('GET /api/policies', terms as never)
  const view = { ...held, ...hold }
  wire.answer('GET /api/school', { json: { ...exampleSchool, whatsapp, simulatedPayments: !byUpi } })
  wire.answer('GET /api/courses/:slug', { status: 404, json: { success: false, error: 'Not found' } })
  const asks = wire.answer('POST /api/seat-holds', { json: { success: true, data: view } })
  wire.answer('GET /api/seat-holds/:id', { json: view })
  const given = wire.answer('DELETE /api/seat-holds/:id', {
    json: { success: true, data: { ...view, state: 'released' } },
  })
  const Dialog = (openable: Openable) => (
    <EventBookingDialog {...openable} event={{ ...event, ...of }} onWait={() => undefined} />
  )
  const { user } = drawn(<DialogButton of={Dialog}>Book Now</DialogButton>, { at: '/calendar' })
  await open(user)
  return { user, wire, asks, given, books: () => booked(wire) }
}

const booked = (wire: ReturnType<typeof stubWire>, changes: Partial<SeatReceipt> = {}) =>
  wire.answer('POST /api/events_enrollments', { json: { success: true, data: { ...receipt, ...changes } } })

const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })
const dialog = () => screen.getByRole('dialog')
const field = (name: RegExp) => within(dialog()).getByLabelText<HTMLInputElement>(name)
const step = (name: string) => screen.findByRole('dialog', { name })
const dialogSays = (words: string | RegExp) => waitFor(() => expect(dialog().textContent).toMatch(words))
const code = () => within(dialog()).queryByRole('img', { name: /^UPI QR code/ })
const hasCode = () => within(dialog()).findByRole('img', { name: /^UPI QR code/ })
const complete = () => screen.queryByRole('button', { name: 'Complete Booking' })

async function open(user: UserEvent) {
  await user.click(button('Book Now'))
  await step('Book this event')
}

async function fill(user: UserEvent) {
  await user.type(field(/^First Name/), guest.first)
  await user.type(field(/^Last Name/), guest.last)
  await user.type(field(/^Email/), guest.email)
  await user.type(field(/^WhatsApp Number/), guest.phone)
}

async function goOn(user: UserEvent, to = 'Payment') {
  await user.click(button(/^Continue/))
  await step(to)
}

/** Moves the clock of the page and of the school; the page reads the clock each second. */
function waitMinutes(minutes: number) {
  vi.setSystemTime(now + minutes * 60_000 - 1000)
  act(() => void vi.advanceTimersByTime(1000))
}

test.each(badTerms)(
  'a booking is not completed while the terms are %s, and they can be loaded again',
  async (_, answer) => {
    const { user, wire } = await openedDialog({ terms: answer })
    await fill(user)
    await goOn(user)
    await within(dialog()).findByText('We couldn’t load the terms')
    expect(complete()).toBeNull()
    wire.answer('GET /api/policies', { json: { success: true, data: theTerms } })
    await user.click(button('Try again'))
    const line = await within(dialog()).findByText(/You can cancel your seat until it begins\./)
    expect(line.className).not.toContain('text-sm')
    expect(line.previousElementSibling?.textContent).toContain('₹2,100')
    const sent = booked(wire)
    await user.click(button('Complete Booking'))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]?.body).toMatchObject({ terms: 'hash-of-course-terms' })
  },
)

test('the first step of a booking refuses empty and malformed fields; an edit clears the error of its field', async () => {
  const { user } = await openedDialog()
  await user.click(button('Continue to payment'))
  const fields = [
    [/^First Name/, 'First name is required'],
    [/^Last Name/, 'Last name is required'],
    [/^Email/, 'Email is required'],
    [/^WhatsApp Number/, 'WhatsApp number is required'],
  ] as const
  for (const [name, sentence] of fields)
    await screen.findByRole('textbox', { name, description: new RegExp(`^${sentence}`) })
  expect(document.activeElement).toBe(field(/^First Name/))
  for (const [name, sentence] of fields) {
    await user.type(field(name), '7')
    expect(within(dialog()).queryByText(sentence)).toBeNull()
  }
  const change = (name: RegExp, value: string) => fireEvent.change(field(name), { target: { value } })
  change(/^First Name/, '   ')
  change(/^Email/, 'arun@mail')
  const phone = /^WhatsApp Number/
  change(phone, '')
  await user.type(field(phone), '+5-876a 54321098')
  expect(field(phone).value).toBe('5876543210')
  await user.click(button('Continue to payment'))
  await within(dialog()).findByText('First name is required')
  within(dialog()).getByText('Please enter a valid email address')
  const invalid = 'Please enter a valid 10-digit WhatsApp number (starting with 6-9)'
  within(dialog()).getByText(invalid)
  change(phone, '876543210')
  await waitFor(() => expect(within(dialog()).queryByText(invalid)).toBeNull())
  await user.click(button('Continue to payment'))
  await within(dialog()).findByText(invalid)
  expect(dialog().textContent).not.toMatch(/Address|City|Postal Code/)
})

test('the dialog does not close while a booking is sent, and a second click sends nothing', async () => {
  const { user, wire } = await openedDialog()
  await fill(user)
  await goOn(user)
  await hasCode()
  const arrives = Promise.withResolvers<void>()
  const sent = wire.answer('POST /api/events_enrollments', async () => {
    await arrives.promise
    return { json: { success: true, data: receipt } }
  })
  await user.dblClick(complete() as HTMLElement)
  expect((await screen.findByRole('button', { name: 'Processing...' })).ariaDisabled).toBe('true')
  expect(button('Back').disabled).toBe(true)
  await user.keyboard('{Escape}')
  expect(dialog()).toBeTruthy()
  arrives.resolve()
  await step('Booking received')
  expect(sent).toHaveLength(1)
})

test('a failed booking shows the reason and is sent again with the same idempotency key', async () => {
  const { user, wire, books } = await openedDialog()
  await fill(user)
  await goOn(user)
  await hasCode()
  const keys: (string | undefined)[] = []
  const unsent = 'There was an error processing your booking. Please try again.'
  for (const [given, sentence] of [
    [{ status: 200, json: { success: false, error: 'No' } }, 'Unable to complete booking. Please try again.'],
    ['offline', unsent],
    [{ status: 503, json: { success: false, error: 'The desk is closed.' } }, 'The desk is closed.'],
    [{ status: 500, json: null }, unsent],
  ] as const) {
    const sent = wire.answer('POST /api/events_enrollments', given)
    await user.click(complete() as HTMLElement)
    await waitFor(() => expect(within(dialog()).getByRole('alert').textContent).toContain(sentence))
    await step('Payment')
    keys.push(...sent.map(({ key }) => key))
  }
  const sent = books()
  await user.click(complete() as HTMLElement)
  await step('Booking received')
  keys.push(...sent.map(({ key }) => key))
  expect(keys).toEqual(Array(5).fill(keys[0]))
  expect(sent).toMatchObject([{ body: { holdId: held.id, firstName: guest.first, email: guest.email } }])
})

test('a click on Discard drops the typed values and releases the held seat; the next booking starts empty', async () => {
  const { user, given } = await openedDialog()
  await fill(user)
  await goOn(user)
  await hasCode()
  await user.keyboard('{Escape}')
  const question = await screen.findByRole('alertdialog')
  expect(question.textContent).toContain('We’ll hold your seat until 12:15 pm')
  await user.click(within(question).getByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(given).toHaveLength(1))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await open(user)
  expect(field(/^First Name/).value).toBe('')
  await user.click(button('Continue to payment'))
  await within(dialog()).findByText('First name is required')
})

test('a visitor must accept the new day of a moved batch before the QR code to pay is shown', async () => {
  const { user, given, books } = await openedDialog({ hold: { batch: '2026-03-28' } })
  await fill(user)
  await goOn(user)
  const question = await within(dialog()).findByRole('alert')
  expect(question.textContent).toContain('This seat is for Sat, 28 March 2026')
  expect(question.textContent).toContain('Thu, 12 March 2026')
  expect([code(), complete()]).toEqual([null, null])
  await user.click(button('No, release the seat'))
  await dialogSays('We aren’t holding a seat for you')
  expect(given).toHaveLength(1)
  await user.click(button('Hold a seat'))
  await user.click(await screen.findByRole('button', { name: 'Yes, continue' }))
  await hasCode()
  expect(dialog().textContent).toContain(`${event.title} · Sat, 28 March 2026`)
  books()
  await user.click(complete() as HTMLElement)
  await step('Booking received')
  expect(dialog().textContent).toContain('Sat, 28 March 2026')
})

test('the QR code disappears two minutes before the hold ends, and a late booking can still get a seat', async () => {
  const { user, wire, given, asks } = await openedDialog()
  await fill(user)
  await goOn(user)
  await hasCode()
  const left = () => within(dialog()).getByRole('timer').textContent
  expect(left()).toBe('We’re holding a seat for you until 12:15 pm15 minutes')
  waitMinutes(12.5)
  expect(left()).toContain('2 minutes')
  expect(code()).toBeTruthy()
  waitMinutes(13.5)
  expect(left()).toContain('1:30')
  expect(code()).toBeNull()
  expect(dialog().textContent).toContain('You haven’t been charged. Complete the booking')
  const anew = { ...held, id: 'hold-2', until: '2026-03-02T06:58:30.000Z' }
  wire.answer('POST /api/seat-holds', { json: { success: true, data: anew } })
  wire.answer('GET /api/seat-holds/:id', { json: anew })
  await user.click(button('Hold a seat again'))
  await hasCode()
  expect(left()).toContain('15 minutes')
  expect(given).toMatchObject([{ path: '/api/seat-holds/hold-1' }])
  expect(asks).toHaveLength(1)
  wire.answer('GET /api/seat-holds/:id', { json: { ...anew, state: 'ended', secondsLeft: 0 } })
  waitMinutes(29)
  await dialogSays('Your hold has ended')
  const sent = booked(wire)
  await user.click(complete() as HTMLElement)
  await dialogSays('Your hold had ended, but there was still a seat for you.')
  expect(sent).toMatchObject([{ body: { holdId: 'hold-2' } }])
})

test('the countdown of a hold ends at the time that the server set, even if its answer was slow', async () => {
  const { user, wire } = await openedDialog()
  const arrives = Promise.withResolvers<void>()
  wire.answer('GET /api/seat-holds/:id', async () => {
    await arrives.promise
    return { json: held }
  })
  await fill(user)
  await goOn(user)
  await hasCode()
  const left = () => within(dialog()).getByRole('timer').textContent
  expect(left()).toContain('15 minutes')
  waitMinutes(14)
  arrives.resolve()
  await waitFor(() => expect(left()).toContain('1:00'))
  wire.answer('GET /api/seat-holds/:id', { json: { ...held, state: 'ended', secondsLeft: 0 } })
  waitMinutes(15.5)
  await dialogSays('Your hold has ended')
})

test('a hold that cannot be requested offline says that nothing is charged; “Try again” repeats the same request', async () => {
  const { user, wire } = await openedDialog()
  const lost = wire.answer('POST /api/seat-holds', 'offline')
  await fill(user)
  await goOn(user)
  const alert = await within(dialog()).findByRole('alert')
  expect(alert.textContent).toContain('No seat is held yet, and you haven’t been charged.')
  expect([code(), complete()]).toEqual([null, null])
  const sent = wire.answer('POST /api/seat-holds', { json: { success: true, data: held } })
  await user.click(button('Try again'))
  await hasCode()
  expect(sent).toEqual(lost)
})

test('a late UPI booking that finds no seat says what happened to the seat and to the money', async () => {
  const { user, wire } = await openedDialog({ byUpi: true })
  await fill(user)
  await goOn(user, 'Pay by UPI')
  await hasCode()
  // A computer shows the code for a phone to scan, so the main button completes the booking.
  expect(complete()?.className).toBe(buttonClass({ variant: 'primary' }))
  wire.answer('GET /api/seat-holds/:id', { json: { ...held, state: 'ended', secondsLeft: 0 } })
  waitMinutes(16)
  await dialogSays('The time to pay is up, and your hold has ended')
  const error = `This batch is full now. Have you paid? Then your money is not lost: we look for it under ${held.reference}.`
  wire.answer('POST /api/events_enrollments', {
    status: 409,
    json: { success: false, error, code: 'batch_full' },
  })
  await user.click(complete() as HTMLElement)
  await dialogSays(`your money is not lost: we look for it under ${held.reference}`)
  expect(complete()).toBeNull()
  await user.click(button('Done'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('the booking of a free event asks for no payment and shows no amount', async () => {
  const { user, wire } = await openedDialog({ of: { amount: 0 }, hold: { amount: '0.00' } })
  await fill(user)
  await goOn(user, 'Confirm your booking')
  await dialogSays('There’s nothing to pay')
  expect(dialog().textContent).not.toContain('₹')
  expect(code()).toBeNull()
  await waitFor(() => expect(complete()).toBeTruthy())
  booked(wire, { amount: '0.00', status: 'confirmed', holdUntil: null })
  await user.click(complete() as HTMLElement)
  await dialogSays('is confirmed. We’ll also send you a WhatsApp message.')
})

test.each(['pending', 'confirmed'] as const)(
  'a school without a WhatsApp number promises no WhatsApp message about a %s seat',
  async (status) => {
    const { user, wire } = await openedDialog({ of: { amount: 0 }, hold: { amount: '0.00' }, whatsapp: '' })
    await fill(user)
    await goOn(user, 'Confirm your booking')
    await waitFor(() => expect(complete()).toBeTruthy())
    booked(wire, { amount: '0.00', status, holdUntil: null })
    await user.click(complete() as HTMLElement)
    await dialogSays(event.title)
    await waitFor(() => expect(complete()).toBeNull())
    expect(dialog().textContent).not.toContain('WhatsApp message')
  },
)

test('choosing another number of seats changes the hold and the amount to pay', async () => {
  const { user, wire } = await openedDialog()
  const seatsOf = (seats: number) => {
    const view = { ...held, seats, amount: `${2100 * seats}.00` }
    wire.answer('GET /api/seat-holds/:id', { json: view })
    return wire.answer('POST /api/seat-holds', { json: { success: true, data: view } })
  }
  const two = seatsOf(2)
  await user.selectOptions(field(/^Number of seats/), '2')
  await fill(user)
  await goOn(user)
  await dialogSays('We’re holding 2 seats for you')
  expect(dialog().textContent).toContain('₹4,200')
  const three = seatsOf(3)
  await user.click(button('Back'))
  await user.selectOptions(field(/^Number of seats/), '3')
  await goOn(user)
  await dialogSays('₹6,300')
  expect(dialog().textContent).toContain(held.reference)
  const [first, second] = [two[0]?.body, three[0]?.body] as Record<string, unknown>[]
  expect(first).toMatchObject({ seats: 2 })
  expect(second).toEqual({ ...first, seats: 3 })
  booked(wire, { group: { seats: 3, references: [held.reference, 'MAL-2', 'MAL-3'] } })
  await user.click(complete() as HTMLElement)
  await dialogSays('your 3 seats in')
})

test('a coupon lowers the amount to pay, and a coupon for the whole price leaves nothing to pay', async () => {
  const { user, wire } = await openedDialog()
  const quote = (typed: string, discount: number): CouponQuote => ({
    code: typed,
    kind: 'percent',
    offer: `${discount} off`,
    discount,
    price: 2100,
    toPay: 2100 - discount,
    freeDelivery: false,
    deliveryDiscountMax: null,
    isPersonal: false,
  })
  wire.answer('POST /api/coupons/validate', { json: { success: true, data: quote('HALF', 1050) } })
  await fill(user)
  await user.click(within(dialog()).getByText('I have a code'))
  // The code is typed and not applied yet: the next step applies the code.
  await user.type(field(/^Code/), 'half')
  await goOn(user)
  await dialogSays('To pay₹1,050')
  await hasCode()
  await user.click(button('Back'))
  await user.click(await screen.findByRole('button', { name: 'Remove' }))
  wire.answer('POST /api/coupons/validate', { json: { success: true, data: quote('GUEST', 2100) } })
  await user.type(field(/^Code/), 'GUEST{Enter}')
  await goOn(user, 'Confirm your booking')
  await dialogSays('There’s nothing to pay')
  expect(dialog().textContent).not.toContain('To pay₹')
  expect(code()).toBeNull()
})

test('the dialog waits until the visitor opens the link in the e-mail, and then continues by itself', async () => {
  const waiting = { state: 'asked', secondsLeft: 0 } as const
  const { user, wire } = await openedDialog({ hold: waiting })
  await fill(user)
  await user.click(button(/^Continue/))
  await step('One more step')
  await dialogSays('Open the e-mail we sent to arun@mail.example and follow the link in it.')
  expect([code(), complete()]).toEqual([null, null])
  wire.answer('GET /api/seat-holds/:id', { json: held })
  act(() => void vi.advanceTimersByTime(4_000))
  await step('Payment')
  await dialogSays('We’re holding a seat for you until')
  expect(complete()).toBeTruthy()
})
