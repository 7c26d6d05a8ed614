import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { componentTests, drawn, stubWire, theSchool } from '../../tests/harness/component.tsx'
import Contact from './contact.tsx'

componentTests()

let wire: ReturnType<typeof stubWire>
beforeEach(() => {
  wire = stubWire()
  wire.answer('GET /api/school', { json: theSchool })
  wire.answer('GET /api/office-timing', 'never')
})

async function contact() {
  const shown = drawn(<Contact />, { at: '/contact' })
  await screen.findByRole('heading', { level: 1 })
  return shown
}
const way = (title: string) =>
  screen.getByRole('heading', { level: 2, name: title }).parentElement as HTMLElement
const hrefOf = (name: string, part = document.body) =>
  within(part).getByRole('link', { name }).getAttribute('href') ?? ''

test('the contact page shows phone, e-mail and address, and links to a chat and a call', async () => {
  await contact()
  const { phone, email, address } = theSchool
  expect(hrefOf(phone, way('Phone'))).toBe('tel:+914424610000')
  expect(hrefOf(email, way('Email'))).toBe(`mailto:${email}`)
  for (const line of address) expect(way('Address').textContent).toContain(line)
  const chat = new URL(hrefOf('WhatsApp Order'))
  expect(chat.host + chat.pathname).toBe('wa.me/919840012345')
  expect(chat.searchParams.get('text')).toMatch(/order flowers/)
  expect(screen.getByRole('link', { name: 'WhatsApp Order' }).getAttribute('target')).toBe('_blank')
  expect(hrefOf('Call Now')).toBe('tel:+914424610000')
})

test('business hours are shown in 12-hour form, and a weekday marked as closed as “Closed” in red', async () => {
  const time = (day: string, open: string, close: string, is_holiday = false) => ({
    id: day,
    office_day: day,
    open_time: open,
    close_time: close,
    is_holiday,
  })
  const data = [
    time('Monday', '09:00', '20:30'),
    time('Tuesday', '12:00', '23:59'),
    time('Wednesday', '00:15', '12:05'),
    time('Sunday', '10:00', '18:00', true),
  ]
  wire.answer('GET /api/office-timing', { status: 200, json: { success: true, data } })
  await contact()
  await screen.findByText('Tuesday')
  const textsOf = (part: string) =>
    [...way('Business Hours').querySelectorAll(part)].map((one) => one.textContent)
  expect(textsOf('dt')).toEqual(['Monday', 'Tuesday', 'Wednesday', 'Sunday'])
  expect(textsOf('dd')).toEqual(['9:00 AM - 8:30 PM', '12:00 PM - 11:59 PM', '12:15 AM - 12:05 PM', 'Closed'])
  expect(textsOf('dd.text-rose-ink')).toEqual(['Closed'])
  // The page's day is Monday, 2 March 2026.
  expect(textsOf('[aria-current=date] dt')).toEqual(['Monday'])
})

const openFrom = (office_day: string, is_holiday = false) => ({
  id: office_day,
  office_day,
  open_time: '09:00',
  close_time: '18:00',
  is_holiday,
})
const closing = (day: string, lastDay: string, from: string | null = null) => ({
  day,
  lastDay,
  from,
  until: null,
  closedFor: '',
  text: 'Closed',
})
// The page's day is Monday, 2 March 2026.
test.each([
  ['an open day', [openFrom('Monday')], [], 'Open today, 9:00 AM - 6:00 PM'],
  [
    'the day before an open day',
    [openFrom('Monday', true), openFrom('Tuesday')],
    [],
    'Closed today. Opens tomorrow at 9:00 AM',
  ],
  [
    'a closed weekday',
    [openFrom('Monday', true), openFrom('Tuesday', true), openFrom('Wednesday')],
    [],
    'Closed today. Opens Wednesday at 9:00 AM',
  ],
  [
    'a closed date',
    [openFrom('Monday'), openFrom('Tuesday'), openFrom('Wednesday')],
    [closing('2026-03-01', '2026-03-03')],
    'Closed today. Opens Wednesday at 9:00 AM',
  ],
  ['a day closed for some hours', [openFrom('Monday')], [closing('2026-03-02', '2026-03-02', '12:00')], null],
  ['a day without hours', [openFrom('Tuesday')], [], null],
])('the contact page says on %s when the school is open', async (_, data, closedDays, sentence) => {
  wire.answer('GET /api/school', { json: { ...theSchool, closedDays } })
  wire.answer('GET /api/office-timing', { status: 200, json: { success: true, data } })
  await contact()
  await screen.findByText(data[0]?.office_day ?? '')
  if (sentence === null) expect(way('Business Hours').textContent).not.toMatch(/today/)
  else expect(way('Business Hours').textContent).toContain(sentence)
})

test('the enquiry form names missing fields; a failed enquiry keeps the typed values and can be sent again', async () => {
  const { user } = await contact()
  await user.click(screen.getByRole('button', { name: 'Send an enquiry' }))
  const dialog = within(await screen.findByRole('dialog'))
  const send = () => user.click(dialog.getByRole('button', { name: 'Send enquiry' }))
  await send()
  for (const sentence of ['Name is required', 'Email is required', 'Phone number is required'])
    expect(await dialog.findByText(sentence)).toBeTruthy()
  expect(document.activeElement).toBe(dialog.getByLabelText(/^Full Name/))
  await user.type(dialog.getByLabelText(/^Full Name/), 'Sundar Enterprises')
  await user.type(dialog.getByLabelText(/^Email/), 'events@sundar.example')
  await user.type(dialog.getByLabelText(/^Phone Number/), '9876501234')
  const sent = wire.answer('POST /api/categoryuserdata', { status: 500, json: {} })
  await send()
  expect((await dialog.findByRole('alert')).textContent).toContain('What you typed is still here.')
  expect(dialog.getByLabelText<HTMLInputElement>(/^Email/).value).toBe('events@sundar.example')
  expect(sent).toHaveLength(1)
  wire.answer('POST /api/categoryuserdata', { json: { success: true } as never })
  await send()
  await screen.findByRole('dialog', { name: 'Thank you!' })
})
