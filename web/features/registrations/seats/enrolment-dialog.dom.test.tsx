import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Profile } from '../../../../contract/accounts/accounts.ts'
import type { SeatReceipt } from '../../../../contract/registrations/enrolments.ts'
import { badTerms, componentTests, drawn, stubWire, theTerms } from '../../../../tests/harness/component.tsx'
import { exampleSchool } from '../../../../tests/harness/example-school.ts'
import { seatsTaken } from '../../../lib/seats-taken.ts'
import { DialogButton, type Openable } from '../../../ui/lazy-dialog.tsx'
import { dismissToast, getToast } from '../../../ui/toast-store.ts'
import { Toaster } from '../../../ui/toaster.tsx'
import EnrolmentDialog, { type EnrollableCourse } from './enrolment-dialog.tsx'

componentTests()

afterEach(() => {
  vi.restoreAllMocks()
  dismissToast(getToast()?.id ?? 0)
})

const course: EnrollableCourse = {
  id: 'table-flowers',
  title: 'Table Flowers for the Home',
  batch: '2026-03-12',
  batchId: 'batch-1',
  time: '10:00',
  price: '2100.00',
  batches: [],
}
const receipt: SeatReceipt = {
  id: 'seat-1',
  reference: 'MAL-7K3F-9QXD',
  amount: '2100.00',
  status: 'pending',
  holdUntil: '2026-03-04T06:30:00.000Z',
  proved: false,
  room: null,
}
const student = { name: 'Meena Krishnan', email: 'meena@mail.example', phone: '9840012345' }

/** Shows a page with the button that opens the dialog, and clicks it. */
async function openedDialog(
  changes: Partial<EnrollableCourse> = {},
  school = exampleSchool,
  terms: (typeof badTerms)[number][1] | null = null,
) {
  const Dialog = (openable: Openable) => (
    <EnrolmentDialog {...openable} course={{ ...course, ...changes }} onWait={() => undefined} />
  )
  const wire = stubWire()
  wire.answer('GET /api/school', { json: school })
  if (terms !== null) wire.answer('GET /api/policies', terms as never)
  const { user } = drawn(
    <>
      <DialogButton of={Dialog}>Enroll Now</DialogButton>
      <Toaster />
    </>,
    { at: '/classes' },
  )
  await open(user)
  return { user, wire }
}

const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })
const dialog = () => screen.getByRole('dialog')
const field = (name: RegExp) => within(dialog()).getByLabelText<HTMLInputElement>(name)
const step = (name: string) => screen.findByRole('dialog', { name })
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
const toast = () => document.querySelector('[data-toast]')?.textContent ?? ''

async function open(user: UserEvent) {
  await user.click(button('Enroll Now'))
  await step('Enrol in this course')
}

async function fill(user: UserEvent) {
  await user.type(field(/^Full Name/), student.name)
  await user.type(field(/^Email/), student.email)
  await user.type(field(/^Phone Number/), student.phone)
  const way = within(dialog()).queryByRole('radio', { name: /^UPI/ })
  if (way) await user.click(way)
}

async function review(user: UserEvent) {
  await user.click(button('Review enrolment'))
  await step('Review your details')
}

const confirm = () => button('Confirm enrolment')

test.each(badTerms)(
  'an enrolment is not sent while the terms are %s, and they can be loaded again',
  async (_, answer) => {
    const { user, wire } = await openedDialog({}, exampleSchool, answer)
    await fill(user)
    await review(user)
    await within(dialog()).findByText('We couldn’t load the terms')
    expect(screen.queryByRole('button', { name: 'Confirm enrolment' })).toBeNull()
    wire.answer('GET /api/policies', { json: { success: true, data: theTerms } })
    await user.click(button('Try again'))
    await within(dialog()).findByText(/You can cancel your seat until it begins\./)
    const sent = wire.answer('POST /api/enrollments', { json: { success: true, data: receipt } })
    await user.click(button('Confirm enrolment'))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]?.body).toMatchObject({ terms: 'hash-of-course-terms' })
  },
)

test('a dialog that is drawn again before its first frame still focuses its first field', async () => {
  let drawAgain = () => {}
  const Dialog = (openable: Openable) => {
    const [turn, setTurn] = useState(0)
    drawAgain = () => setTurn(turn + 1)
    return <EnrolmentDialog {...openable} course={course} onWait={() => turn} />
  }
  stubWire().answer('GET /api/school', { json: exampleSchool })
  drawn(<DialogButton of={Dialog}>Enroll Now</DialogButton>)
  const opener = button('Enroll Now')
  opener.focus()
  await act(async () => opener.click())
  // A browser takes the focus from the inert page behind the dialog.
  opener.blur()
  await act(async () => drawAgain())
  await waitFor(() => expect(document.activeElement).toBe(field(/^Full Name/)))
})

test('an empty enrolment form shows an error at each field and a toast; an edit clears the error of its field', async () => {
  const { user } = await openedDialog()
  await user.click(button('Review enrolment'))
  await waitFor(() => expect(toast()).toContain('Validation Error'))
  expect(toast()).toContain('Please fix the errors in the form before proceeding.')
  const countOf = (sentence: string) => within(dialog()).queryAllByText(sentence).length
  const sentences = {
    name: 'Full name is required',
    email: 'Email is required',
    phone: 'Phone number is required',
    way: 'Choose how you’d like to pay',
  }
  expect(Object.values(sentences).map(countOf)).toEqual([1, 1, 1, 1])
  expect(document.activeElement).toBe(field(/^Full Name/))
  expect(screen.getByRole('textbox', { name: /^Full Name/, description: sentences.name })).toBeTruthy()
  await user.type(field(/^Full Name/), 'M')
  expect(Object.values(sentences).map(countOf)).toEqual([0, 1, 1, 1])
  await user.type(field(/^Email/), 'm')
  expect(Object.values(sentences).map(countOf)).toEqual([0, 0, 1, 1])
  await user.type(field(/^Phone Number/), '9')
  expect(Object.values(sentences).map(countOf)).toEqual([0, 0, 0, 1])
  await user.click(within(dialog()).getByRole('radio', { name: /^QR Code/ }))
  expect(Object.values(sentences).map(countOf)).toEqual([0, 0, 0, 0])
})

test('the enrolment form refuses malformed values with error messages; the phone field keeps ten digits', async () => {
  const { user } = await openedDialog()
  const invalidPhone = 'Please enter a valid 10-digit Indian mobile number (starting with 6-9)'
  const phone = field(/^Phone Number/)
  await user.type(field(/^Full Name/), '   ')
  await user.type(field(/^Email/), 'meena@mail')
  await user.type(phone, '98-4a0 0123456')
  expect(phone.value).toBe('9840012345')
  fireEvent.change(phone, { target: { value: '5840012345' } })
  await user.click(button('Review enrolment'))
  await within(dialog()).findByText(invalidPhone)
  within(dialog()).getByText('Full name is required')
  within(dialog()).getByText('Please enter a valid email address')
  fireEvent.change(phone, { target: { value: '984001234' } })
  await waitFor(() => expect(within(dialog()).queryByText(invalidPhone)).toBeNull())
  await user.click(button('Review enrolment'))
  await within(dialog()).findByText(invalidPhone)
  await step('Enrol in this course')
})

test('Esc in an enrolment form with typed values asks whether to keep or discard the values', async () => {
  const { user } = await openedDialog()
  const question = () => screen.findByRole('alertdialog', { name: 'Keep what you typed?' })
  await user.keyboard('{Escape}')
  await isClosed()
  await open(user)
  await user.type(field(/^Full Name/), student.name)
  await user.click(button('Review enrolment'))
  await within(dialog()).findByText('Email is required')
  await user.keyboard('{Escape}')
  expect((await question()).textContent).toContain('We’ll keep it in this tab until you send it.')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(field(/^Full Name/).value).toBe(student.name)
  await user.click(button('Close'))
  await user.click(within(await question()).getByRole('button', { name: 'Close and keep' }))
  await isClosed()
  await waitFor(() => expect(document.activeElement).toBe(button('Enroll Now')))
  await open(user)
  await within(dialog()).findByText('We’ve restored what you typed before.')
  expect(field(/^Full Name/).value).toBe(student.name)
  await user.keyboard('{Escape}')
  await user.click(within(await question()).getByRole('button', { name: 'Discard' }))
  await isClosed()
  await waitFor(() => expect(document.activeElement).toBe(button('Enroll Now')))
  await open(user)
  expect(field(/^Full Name/).value).toBe('')
  expect(dialog().textContent).not.toMatch(/What you typed is here again|Email is required/)
})

test('the enrolment form of a signed-in visitor is filled in, and closes without a question', async () => {
  localStorage.setItem('sessionToken', 'a-token')
  const profile: Profile = {
    id: 'user-1',
    email: 'uma@mail.example',
    firstname: 'Uma',
    lastname: 'Raman',
    phone: '9840055555',
    usertype: 'user',
    role: 'none',
    emailVerified: true,
  }
  const wire = stubWire()
  wire.answer('GET /api/school', { json: exampleSchool })
  wire.answer('GET /api/profile', { json: { success: true, data: profile } })
  const Dialog = (openable: Openable) => (
    <EnrolmentDialog {...openable} course={course} onWait={() => undefined} />
  )
  const { user } = drawn(<DialogButton of={Dialog}>Enroll Now</DialogButton>)
  await open(user)
  await waitFor(() => expect(field(/^Full Name/).value).toBe('Uma Raman'))
  expect([field(/^Email/).value, field(/^Phone Number/).value]).toEqual([profile.email, profile.phone])
  await user.keyboard('{Escape}')
  await isClosed()
})

test('the enrolment at a school that takes money only there says so and asks for no way to pay online', async () => {
  const upi = { id: '', name: '' }
  const { user, wire } = await openedDialog({}, { ...exampleSchool, upi, simulatedPayments: false })
  expect(dialog().textContent).toContain('You pay at the school.')
  expect(within(dialog()).queryByRole('radio')).toBeNull()
  await fill(user)
  await review(user)
  expect(dialog().textContent).toContain('Payment methodAt the school')
  const sent = wire.answer('POST /api/enrollments', { json: { success: true, data: receipt } })
  await user.click(confirm())
  await step('Enrolment received')
  expect(sent).toHaveLength(1)
})

test('the enrolment in a free course asks for no way to pay and shows no amount', async () => {
  const { user, wire } = await openedDialog({ price: '0' })
  expect(dialog().textContent).toContain('There’s nothing to pay.')
  expect(dialog().textContent).not.toContain('Payment Method')
  await user.type(field(/^Full Name/), student.name)
  await user.type(field(/^Email/), student.email)
  await user.type(field(/^Phone Number/), '+91 98400 12345')
  await review(user)
  expect(dialog().textContent).toContain('+91 9840012345')
  expect(dialog().textContent).not.toContain('₹')
  const free = { ...receipt, amount: '0.00', status: 'confirmed', holdUntil: null } as const
  const sent = wire.answer('POST /api/enrollments', { json: { success: true, data: free } })
  await user.click(confirm())
  await step('Enrolment received')
  expect(dialog().textContent).toContain('is confirmed. We’ll also send you a WhatsApp message.')
  expect(dialog().textContent).not.toContain('₹')
  expect(sent).toMatchObject([{ body: { phone: student.phone } }])
})

test('a school without a WhatsApp number promises no WhatsApp message', async () => {
  const { user, wire } = await openedDialog({ price: '0' }, { ...exampleSchool, whatsapp: '' })
  await user.type(field(/^Full Name/), student.name)
  await user.type(field(/^Email/), student.email)
  await user.type(field(/^Phone Number/), student.phone)
  await review(user)
  const free = { ...receipt, amount: '0.00', status: 'confirmed', holdUntil: null } as const
  wire.answer('POST /api/enrollments', { json: { success: true, data: free } })
  await user.click(confirm())
  await step('Enrolment received')
  expect(dialog().textContent).toContain('is confirmed.')
  expect(dialog().textContent).not.toContain('WhatsApp message')
})

test('a trial leads to the page with its result, and the browser does not remember its seat', async () => {
  const { user, wire } = await openedDialog()
  await fill(user)
  await review(user)
  const tried = {
    ...receipt,
    amount: '0.00',
    status: 'confirmed',
    holdUntil: null,
    trial: 'a-sealed-end',
  } as const
  wire.answer('POST /api/enrollments', { json: { success: true, data: tried } })
  await user.click(confirm())
  await step('Enrolment received')
  const link = within(dialog()).getByRole('link', { name: 'See how the trial went' })
  expect(link.getAttribute('href')).toBe('/admin#set-up?trial=a-sealed-end')
  expect(within(dialog()).queryByRole('button', { name: 'Done' })).toBeNull()
  expect(seatsTaken()).toEqual([])
})

test('a failed enrolment loses no typed value and is sent again with the same idempotency key', async () => {
  const { user, wire } = await openedDialog()
  await fill(user)
  await review(user)
  const keys: (string | undefined)[] = []
  for (const [given, sentence] of [
    [{ status: 500, json: null }, 'We couldn’t reach our server'],
    [
      { status: 500, json: { success: false, error: 'Something went wrong on our side.', code: 'internal' } },
      'Something went wrong on our side.',
    ],
    ['offline', 'We couldn’t reach our server'],
  ] as const) {
    const sent = wire.answer('POST /api/enrollments', given)
    await user.click(confirm())
    const refusal = await within(dialog()).findByRole('alert')
    expect(refusal.textContent).toContain(sentence)
    expect(document.activeElement).toBe(refusal)
    expect(getToast()).toMatchObject({
      title: '❌ Enrollment Failed',
      description: 'There was an issue processing your enrollment. Please try again or contact support.',
      durationMs: 5_000,
      isOpen: true,
    })
    keys.push(...sent.map(({ key }) => key))
    await user.click(button('Edit details'))
    expect(field(/^Email/).value).toBe(student.email)
    await review(user)
  }
  const sent = wire.answer('POST /api/enrollments', { json: { success: true, data: receipt } })
  await user.click(confirm())
  await step('Enrolment received')
  // The toast of the failure does not stay over the success.
  expect(toast()).toBe('')
  keys.push(...sent.map(({ key }) => key))
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
  expect(keys).toEqual(Array(4).fill(keys[0]))
})

test('an enrolment without an answer fails after 20 s; until then Esc and a second click do nothing', async () => {
  const { user, wire } = await openedDialog()
  await fill(user)
  await review(user)
  const timeouts: AbortController[] = []
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    expect(ms).toBe(20_000)
    const timeout = new AbortController()
    timeouts.push(timeout)
    return timeout.signal
  })
  const sent = wire.answer('POST /api/enrollments', 'never')
  await user.dblClick(confirm())
  expect((await screen.findByRole('button', { name: 'Processing...' })).ariaDisabled).toBe('true')
  await user.keyboard('{Escape}')
  expect(sent).toHaveLength(1)
  expect(button('Processing...')).toBeTruthy()
  expect(toast()).toBe('')
  for (const timeout of timeouts) timeout.abort(new DOMException('timed out', 'TimeoutError'))
  await waitFor(() => expect(toast()).toContain('❌ Enrollment Failed'))
  expect((await screen.findByRole('button', { name: 'Confirm enrolment' })).ariaDisabled).toBeNull()
})

test('a double click on the button that opens the review does not also confirm the enrolment', async () => {
  const { user, wire } = await openedDialog()
  await fill(user)
  await review(user)
  const sent = wire.answer('POST /api/enrollments', { json: { success: true, data: receipt } })
  fireEvent.click(confirm(), { detail: 2 })
  expect(sent).toHaveLength(0)
  fireEvent.click(confirm(), { detail: 1 })
  await step('Enrolment received')
  expect(sent).toHaveLength(1)
})

test.each([
  [
    'a refused field',
    {
      status: 400,
      json: {
        success: false,
        error: 'Check the highlighted fields and try again.',
        code: 'validation_failed',
        fields: { email: 'Please enter a valid email address' },
      },
    },
    'Check the highlighted fields and try again.',
    'Choose Edit details, correct them, and confirm again.',
  ],
  [
    'a network that was mailed too many links today',
    {
      status: 409,
      json: {
        success: false,
        error: 'We have mailed many links to your network today. Please call us at +91 44 5550 0142.',
        code: 'limit_reached',
      },
    },
    'call us at +91 44 5550 0142',
    'What you typed is still here.',
  ],
])(
  'the review step of the enrolment explains %s and says what to do',
  async (_, answer, sentence, advice) => {
    const { user, wire } = await openedDialog()
    await fill(user)
    await review(user)
    wire.answer('POST /api/enrollments', answer)
    await user.click(confirm())
    const refusal = await within(dialog()).findByRole('alert')
    expect(refusal.textContent).toContain(sentence)
    expect(refusal.textContent).toContain(advice)
    expect(refusal.textContent?.includes('You can confirm again')).toBe(false)
    await user.click(button('Edit details'))
    expect(field(/^Full Name/).value).toBe(student.name)
  },
)

test('the review says what is accepted; terms that changed meanwhile are refused with a sentence, and nothing typed is lost', async () => {
  const { user, wire } = await openedDialog()
  await fill(user)
  await review(user)
  const line = within(dialog()).getByText(/By confirming, you accept our/)
  // The rule stands in normal size, next to the price.
  expect(line.className).not.toContain('text-sm')
  expect(line.previousElementSibling?.textContent).toContain('Fee₹')
  expect(line.textContent).toBe(
    'You can cancel your seat until it begins. By confirming, you accept our course terms.',
  )
  const link = within(line).getByRole('link', { name: 'course terms' })
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/terms/courses', '_blank'])

  const sentence = 'Our terms have changed. Please read them again.'
  const refused = wire.answer('POST /api/enrollments', {
    status: 409,
    json: { success: false, error: sentence, code: 'conflict', details: { terms: 'newer' } },
  })
  const [terms] = theTerms.filter(({ kind }) => kind === 'course-terms')
  const asked = wire.answer('GET /api/policies', {
    json: { success: true, data: [{ ...(terms as (typeof theTerms)[number]), hash: 'newer' }] },
  })
  await user.click(confirm())
  await within(dialog()).findByText(sentence)
  expect(refused[0]?.body).toMatchObject({ terms: 'hash-of-course-terms', email: student.email })
  await waitFor(() => expect(asked).toHaveLength(1))
  expect(within(dialog()).getByText(student.name)).toBeTruthy()

  const sent = wire.answer('POST /api/enrollments', { json: { success: true, data: receipt } })
  await user.click(confirm())
  await step('Enrolment received')
  expect(sent[0]?.body).toMatchObject({ terms: 'newer', email: student.email })
})
