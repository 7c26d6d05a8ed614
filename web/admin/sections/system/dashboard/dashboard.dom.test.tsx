import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { DashboardStats, Morning } from '../../../../../contract/system/dashboard.ts'
import { openSection, press, type Wire } from '../../../../../tests/harness/back-office.tsx'
import { componentTests, stubWire } from '../../../../../tests/harness/component.tsx'
import { customRequest } from '../../../records.fixture.ts'

componentTests()

const stats: DashboardStats = {
  grand_total_orders: 120_000,
  total_orders: 112,
  total_unique_enrollments: 40,
  total_completed_batches: 16,
  max_feedback_rating: 5,
  avg_feedback_rating: 4.8,
  total_products: 22,
  subscriber_emails: [],
  total_subscribers: 24,
  changes: {
    grand_total_orders: '+18%',
    total_orders: '+12%',
    total_unique_enrollments: '+7%',
    total_completed_batches: '+23%',
    avg_feedback_rating: '+0.2',
    total_products: '+5%',
  },
}
const none = { count: 0, first: [] }
const morning: Morning = {
  today: '2026-03-02',
  classesToday: [],
  ordersToday: { toMake: 0, ready: 0, onTheWay: 0, done: 0, first: [] },
  batches: [],
  slowBatches: [],
  weeks: [{ from: '2026-03-02', amount: 1500 }],
  toCheck: none,
  holds: none,
  failedMessages: none,
  onClosedDays: none,
  heldMessages: none,
  toGiveBack: none,
  soldOut: none,
  enquiries: none,
  customRequests: none,
  unreadableSettings: [],
  whyMailWaits: null,
  alikeNames: none,
}
const visitor = { id: 'v1', name: 'Asha', email: null, phone: null, created_at: '2026-03-01T06:30:00.000Z' }
const subscriber = { email: 'asha@mail.example', created_at: visitor.created_at }

function answerAll(wire: Wire) {
  wire.answer('GET /api/getDashboardData', { json: { success: true, data: stats } })
  wire.answer('GET /api/admin/set-up', {
    json: { success: true, data: { items: [], isOpen: true, missing: [] } },
  })
  wire.answer('GET /api/admin/morning', { json: { success: true, data: morning } })
  wire.answer('GET /api/landing/contacts', {
    json: {
      success: true,
      contacts: [visitor],
      total_contacts: 9,
      subscribers: [subscriber],
      total_subscribers: 24,
    },
  })
}

test('the dashboard says which part could not be loaded, and a failed refresh keeps the loaded parts', async () => {
  const wire = stubWire()
  answerAll(wire)
  wire.answer('GET /api/getDashboardData', { status: 500, json: null })
  const { user } = openSection(wire, 'dashboard')
  await screen.findByText('Failed to fetch dashboard data')
  await screen.findByText('We couldn’t load the figures.')
  await screen.findByRole('heading', { name: 'Recent visitors' })
  expect(screen.queryByRole('list', { name: 'Figures' })).toBeNull()
  answerAll(wire)
  await press(user, 'Refresh')
  await screen.findByText('Dashboard refreshed successfully')
  await screen.findByRole('list', { name: 'Figures' })

  wire.answer('GET /api/landing/contacts', 'offline')
  await press(user, 'Refresh')
  await screen.findByText('Failed to fetch landing contacts')
  expect(screen.getByRole('link', { name: '1 of 24' })).toBeTruthy()
})

test('every figure of the dashboard links to the list that it counts', async () => {
  const wire = stubWire()
  answerAll(wire)
  openSection(wire, 'dashboard')
  await screen.findByRole('list', { name: 'Figures' })
  const leads = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href')
  for (const [name, to] of [
    ['Total Revenue', 'event-class-enrollments?payment=paid'],
    ['Total Orders', 'orders'],
    ['Active Students', 'students'],
    ['Classes Completed', 'classes'],
    ['Customer Rating', 'feedback'],
    ['Total Products', 'products'],
    ['Today’s sheet', 'rosters?view=day&day=2026-03-02'],
    ['Florist’s lists', 'florist'],
    ['1 of 24', 'subscribers'],
    ['1 of 9', 'visitors'],
  ] as const)
    expect(await leads(name), name).toBe(`/admin#${to}`)
})

const shows = (wire: Wire, changes: Partial<Morning>) =>
  wire.answer('GET /api/admin/morning', { json: { success: true, data: { ...morning, ...changes } } })
const waiting = async () => within(await screen.findByRole('region', { name: 'Needs your attention' }))

test('the dashboard says so if nothing waits', async () => {
  const wire = stubWire()
  answerAll(wire)
  openSection(wire, 'dashboard')
  const part = await waiting()
  expect(await part.findByText('Nothing needs your attention.')).toBeTruthy()
  expect(part.queryAllByRole('link')).toEqual([])
})

const failed = { id: 'm1', recipient: 'asha@mail.example', error: 'No such mailbox', canResend: true }
const onClosedDay = { id: 'b1', kind: 'batch' as const, title: 'Kolam', day: '2026-03-06', from: '09:30' }

test('the matters in which nothing waits share one line, after those in which something waits', async () => {
  const wire = stubWire()
  answerAll(wire)
  shows(wire, {
    soldOut: { count: 1000, first: [{ id: 'p1', name: 'Roses' }] },
    failedMessages: { count: 1, first: [failed] },
  })
  openSection(wire, 'dashboard')
  const part = await waiting()
  const names = (await part.findAllByRole('heading', { level: 3 })).map(({ textContent }) => textContent)
  expect(names).toEqual(['Failed messages1', 'Sold out1000+'])
  expect(part.getByText(/^Nothing to do in/).textContent).toBe(
    'Nothing to do in holds, payments, closed days, refunds, enquiries, custom requests, held e-mails.',
  )
  for (const [name, to] of [
    ['holds', 'event-class-enrollments?payment=due'],
    ['payments', 'event-class-enrollments?payment=checking'],
    ['closed days', 'office-timing?view=days'],
    ['refunds', 'money?view=back'],
    ['enquiries', 'category-visitor-list?answered=no'],
    ['custom requests', 'custom-requests?answered=no'],
    ['held e-mails', 'outbox?state=held'],
    ['Failed messages', 'outbox?state=failed'],
    ['Sold out', 'products?instock=no'],
    ['and 999 more', 'products?instock=no'],
  ] as const)
    expect(part.getByRole('link', { name }).getAttribute('href'), name).toBe(`/admin#${to}`)
})

test('a session on a closed day leads the front desk to the day sheet, but not to the closed days', async () => {
  const wire = stubWire()
  answerAll(wire)
  shows(wire, { onClosedDays: { count: 1, first: [onClosedDay] }, toGiveBack: null, soldOut: null })
  openSection(wire, 'dashboard', 'front-desk')
  const part = await waiting()
  expect((await part.findByRole('link', { name: 'Kolam' })).getAttribute('href')).toBe(
    '/admin#rosters?view=day&day=2026-03-06',
  )
  expect(part.getByText('Planned on closed days')).toBeTruthy()
  expect(part.queryByRole('link', { name: 'Planned on closed days' })).toBeNull()
  expect(part.getByText(/^Nothing to do in/).textContent).not.toMatch(/refunds|stock/)
})

test('a failed message that is refused again stays, with the reason; once it is sent it is gone', async () => {
  const wire = stubWire()
  answerAll(wire)
  const code = { ...failed, id: 'm2', recipient: 'code@mail.example', canResend: false }
  shows(wire, { failedMessages: { count: 2, first: [failed, code] } })
  const { user } = openSection(wire, 'dashboard')
  const part = await waiting()
  const send = await part.findByRole('button', { name: 'Send again: asha@mail.example' })
  expect(part.queryByRole('button', { name: /code@mail/ })).toBeNull()
  wire.answer('POST /api/admin/messages/:id/resend', {
    status: 409,
    json: { message: 'It is on its way', code: 'conflict' },
  })
  await user.click(send)
  await screen.findByText('It is on its way')
  const queued = {
    id: 'm1',
    subject: 'Your seat',
    letter: 'enrolment confirmed',
    about: 'Temple Garlands',
    name: 'Asha',
    channel: 'email' as const,
    recipient: failed.recipient,
    state: 'queued' as const,
    attempts: 0,
    error: null,
    created_at: visitor.created_at,
    nextTryAt: visitor.created_at,
    sent_at: null,
    isConfidential: false,
  }
  wire.answer('POST /api/admin/messages/:id/resend', { json: { success: true, data: queued } })
  shows(wire, {})
  await user.click(await part.findByRole('button', { name: 'Send again: asha@mail.example' }))
  await screen.findByText('We’ll send the message to asha@mail.example.')
  await part.findByText(/^Nothing needs your attention/)
  expect(document.activeElement?.textContent).toBe('Needs your attention')
})

test('an enquiry is marked as answered on the dashboard', async () => {
  const wire = stubWire()
  answerAll(wire)
  const enquiry = { id: 'e1', name: 'Asha', enquiry: 'Venue', created_at: '2026-03-01T06:30:00.000Z' }
  shows(wire, { enquiries: { count: 1, first: [enquiry] } })
  const { user } = openSection(wire, 'dashboard')
  const part = await waiting()
  const sent = wire.answer('PUT /api/admin/categoryuserdata/:id/answered', {
    json: {
      success: true,
      data: {
        ...enquiry,
        fullname: 'Asha',
        emailaddress: 'asha@mail.example',
        email: 'asha@mail.example',
        phoneno: '9876501234',
        phone: '9876501234',
        question: null,
        answered_at: '2026-03-02T06:30:00.000Z',
        order: null,
        concern: null,
        photographs: [],
      },
    },
  })
  await user.click(await part.findByRole('button', { name: 'Mark answered: Asha' }))
  await screen.findByText('Marked as answered')
  expect(sent.map(({ body }) => body)).toEqual([{ answered: true }])
})

test('a custom request is marked as answered on the dashboard, also one that staff entered', async () => {
  const wire = stubWire()
  answerAll(wire)
  const request = { id: 'r1', name: 'Asha', comment: 'A toran', created_at: '2026-03-01T06:30:00.000Z' }
  const byStaff = { ...request, id: 'r2', name: null, comment: 'Forty strings of jasmine' }
  shows(wire, { customRequests: { count: 2, first: [request, byStaff] } })
  const { user } = openSection(wire, 'dashboard')
  const part = await waiting()
  expect((await part.findByRole('link', { name: 'Asha' })).getAttribute('href')).toBe(
    '/admin#person?of=request.r1',
  )
  const sent = wire.answer('PUT /api/admin/custom-requests/:id/answered', {
    json: { success: true, data: { ...customRequest, answered_at: '2026-03-02T06:30:00.000Z' } },
  })
  await user.click(part.getByRole('button', { name: 'Mark answered: Forty strings of jasmine' }))
  await screen.findByText('Marked as answered')
  expect(sent.map(({ body }) => body)).toEqual([{ answered: true }])
})

test('the dashboard shows today’s classes by hour and the florist’s list; other roles have only the classes', async () => {
  const wire = stubWire()
  answerAll(wire)
  const kolam = {
    id: 'b1',
    courseId: 'c1',
    courseTitle: 'Kolam',
    from: '09:30',
    to: '12:00',
    room: 'Hall',
    instructor: 'Devi',
    capacity: 14,
    taken: 10,
  }
  const first = {
    id: 'o1',
    ordernumber: 'MAL-1042',
    way: 'standard' as const,
    recipientName: 'Arun',
    what: '2 × Roses',
    slot: { name: 'Morning', from: '2026-03-02T03:30:00.000Z', to: '2026-03-02T07:30:00.000Z' },
    state: 'to-make' as const,
  }
  const ordersToday = { toMake: 7, ready: 0, onTheWay: 1, done: 2, first: [first] }
  shows(wire, { classesToday: [kolam], ordersToday })
  const { unmount } = openSection(wire, 'dashboard')
  const part = (name: string) => screen.findByRole('region', { name })
  expect((await part('Today’s classes')).textContent).toContain('9:30 am – 12:00 pm · Hall · Devi10 of 14')
  const orders = await part('Orders for today')
  expect(orders.textContent).toContain('7 to make · 1 on the way · 2 delivered')
  expect(orders.textContent).toContain('2 × Roses9 am – 1 pm · to Arun · MAL-1042To make')
  expect(within(orders).getByRole('link', { name: 'and 7 more' })).toBeTruthy()
  unmount()
  shows(wire, { ordersToday: null })
  openSection(wire, 'dashboard', 'front-desk')
  expect((await part('Today’s classes')).textContent).toContain('No classes meet today.')
  expect(screen.queryByRole('region', { name: 'Orders for today' })).toBeNull()
})

test('a hold about to expire leads to its seat', async () => {
  const wire = stubWire()
  answerAll(wire)
  const hold = {
    kind: 'enrolment' as const,
    id: 's1',
    reference: 'MAL-7KQ2-M9XA',
    name: 'Meena Krishnan',
    courseTitle: 'Garlands',
    holdUntil: '2026-03-02T12:30:00.000Z',
  }
  const data = { ...morning, holds: { count: 1, first: [hold] } }
  wire.answer('GET /api/admin/morning', { json: { success: true, data } })
  openSection(wire, 'dashboard')
  const link = await screen.findByRole('link', { name: 'Meena Krishnan' })
  expect(link.getAttribute('href')).toBe('/admin#event-class-enrollments?q=MAL-7KQ2-M9XA')
})

test.each([
  ['owner', 'no-server', 'Enter an e-mail server'],
  ['owner', 'unusable', 'Enter it again'],
  ['owner', 'no-sender', 'Enter the address'],
  ['front-desk', 'no-server', null],
] as const)(
  'the dashboard says to the role %s that no e-mails are sent while they wait because of %s',
  async (role, whyMailWaits, link) => {
    const wire = stubWire()
    answerAll(wire)
    wire.answer('GET /api/admin/morning', { json: { success: true, data: { ...morning, whyMailWaits } } })
    openSection(wire, 'dashboard', role)
    await screen.findByText('No e-mails are being sent')
    const names = screen.getAllByRole('link').map((one) => one.textContent)
    const all = ['Enter an e-mail server', 'Enter it again', 'Enter the address']
    expect(all.filter((name) => names.includes(name))).toEqual(link === null ? [] : [link])
  },
)

test.each([
  ['owner', ['Hold hours', 'Logo']],
  ['front-desk', []],
] as const)(
  'the dashboard names to the role %s the settings that cannot be read, and leads to their fields',
  async (role, links) => {
    const wire = stubWire()
    answerAll(wire)
    const unreadableSettings = ['backup.at', 'school.holdHours', 'school.logo']
    wire.answer('GET /api/admin/morning', {
      json: { success: true, data: { ...morning, unreadableSettings } },
    })
    openSection(wire, 'dashboard', role)
    await screen.findByText('Some settings can’t be read')
    screen.getByText('backup.at')
    const shown = screen.getAllByRole('link').filter((one) => one.getAttribute('href')?.includes('?setting='))
    expect(shown.map((one) => one.textContent)).toEqual(links)
    expect(shown[0]?.getAttribute('href')).toBe(
      links.length > 0 ? '/admin#school-settings?setting=holdHours' : undefined,
    )
  },
)

test('the dashboard lists payments to check first, each with a link to its record', async () => {
  const wire = stubWire()
  answerAll(wire)
  const seat = {
    kind: 'enrolment' as const,
    id: 's1',
    reference: 'MAL-7KQ2-M9XA',
    name: 'Kavya Raman',
    title: 'Garlands',
    amount: 2500,
    holdUntil: '2026-03-02T12:30:00.000Z',
  }
  const order = {
    ...seat,
    kind: 'order' as const,
    id: 'o1',
    reference: 'MAL-1042',
    name: 'Arun',
    title: 'MAL-1042',
  }
  const fee = {
    ...order,
    kind: 'order-charge' as const,
    id: 'f1',
    name: 'Devi',
    amount: 150,
    holdUntil: null,
  }
  const data = { ...morning, toCheck: { count: 3, first: [seat, { ...order, holdUntil: null }, fee] } }
  wire.answer('GET /api/admin/morning', { json: { success: true, data } })
  openSection(wire, 'dashboard')
  const list = await screen.findByRole('region', { name: 'Needs your attention' })
  const [first] = within(list).getAllByRole('heading', { level: 3 })
  expect(first?.textContent).toContain('Payments to check')
  expect(list.textContent).toContain(
    'Kavya Ramansays they’ve paid ₹2,500 for Garlands, held until 2 Mar, 6:00 pm',
  )
  expect(list.textContent).toContain('Arunsays they’ve paid ₹2,500 for order MAL-1042')
  const linkOf = (name: string) => within(list).getByRole('link', { name }).getAttribute('href')
  expect(linkOf('Payments to check')).toBe('/admin#event-class-enrollments?payment=checking')
  expect(linkOf('Kavya Raman')).toBe('/admin#event-class-enrollments?q=MAL-7KQ2-M9XA')
  expect(list.textContent).toContain('Devisays they’ve paid ₹150 for the second delivery of order MAL-1042')
  expect(linkOf('Devi')).toBe('/admin#orders?q=MAL-1042')
  expect(linkOf('Arun')).toBe('/admin#orders?q=MAL-1042')
})
