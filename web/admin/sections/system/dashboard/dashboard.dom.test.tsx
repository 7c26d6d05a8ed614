import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { DashboardStats, Morning } from '../../../../../contract/system/dashboard.ts'
import { openSection, press, type Wire } from '../../../../../tests/harness/back-office.tsx'
import { componentTests, stubWire } from '../../../../../tests/harness/component.tsx'

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
    ['Payments to check', 'event-class-enrollments?payment=checking'],
    ['Refunds due', 'money'],
    ['Planned on closed days', 'office-timing?view=days'],
    ['Holds about to expire', 'event-class-enrollments?payment=due'],

    ['Failed messages', 'outbox?state=failed'],
    ['E-mails on hold', 'outbox?state=held'],
    ['Sold out', 'products?instock=no'],
    ['Unanswered enquiries', 'category-visitor-list?answered=no'],
    ['1 of 24', 'subscribers'],
    ['1 of 9', 'visitors'],
  ] as const)
    expect(await leads(name), name).toBe(`/admin#${to}`)
})

test('the dashboard shows every day each thing that can wait, and says so if nothing does', async () => {
  const wire = stubWire()
  answerAll(wire)
  openSection(wire, 'dashboard')
  const part = within(await screen.findByRole('region', { name: 'Needs your attention' }))
  expect(part.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
    'Payments to check0',
    'Refunds due0',
    'Holds about to expire0',
    'Planned on closed days0',
    'Failed messages0',
    'E-mails on hold0',
    'Unanswered enquiries0',
    'Sold out0',
  ])
  for (const sentence of [
    'No refunds are due.',
    'Nothing is planned on closed days.',
    'No payments are to be checked.',
    'No product is sold out.',
  ])
    expect(part.getByText(sentence)).toBeTruthy()
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
  ['owner', 'no-server', 'Enter a mail server'],
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
    const all = ['Enter a mail server', 'Enter it again', 'Enter the address']
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
  const [first] = within(list).getAllByRole('heading')
  expect(first?.textContent).toContain('Payments to check')
  expect(list.textContent).toContain(
    'Kavya Ramansays they’ve paid ₹2,500 for Garlands, held until Mon, 2 March at 6:00 pm',
  )
  expect(list.textContent).toContain('Arunsays they’ve paid ₹2,500 for order MAL-1042')
  const linkOf = (name: string) => within(list).getByRole('link', { name }).getAttribute('href')
  expect(linkOf('Payments to check')).toBe('/admin#event-class-enrollments?payment=checking')
  expect(linkOf('Kavya Raman')).toBe('/admin#event-class-enrollments?q=MAL-7KQ2-M9XA')
  expect(list.textContent).toContain('Devisays they’ve paid ₹150 for the second delivery of order MAL-1042')
  expect(linkOf('Devi')).toBe('/admin#orders?q=MAL-1042')
  expect(linkOf('Arun')).toBe('/admin#orders?q=MAL-1042')
})
