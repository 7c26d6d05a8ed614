import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type AttentionCounts, attentionMax } from '../../contract/system/dashboard.ts'
import { nothingWaits, owner } from '../../tests/harness/back-office.tsx'
import { componentTests, drawn, stubWire } from '../../tests/harness/component.tsx'
import { menuGroups, sections } from './section-registry.ts'
import AdminShell from './shell.tsx'

componentTests()

afterEach(() => {
  vi.useRealTimers()
  for (const name of ['sidebar_state', 'sidebar_closed']) document.cookie = `${name}=; path=/; max-age=0`
})

const answered = (changed: Partial<AttentionCounts>) => ({
  json: { success: true as const, data: { ...nothingWaits, ...changed } },
})

/** Opens the menu with these numbers. Null lets their call fail. */
function openMenu(changed: Partial<AttentionCounts> | null = {}, role: typeof owner.role = 'owner') {
  localStorage.setItem('sessionToken', 'a-token')
  const wire = stubWire()
  wire.answer('GET /api/auth/user', { json: { ...owner, role } })
  wire.answer('GET /api/admin/set-up', {
    json: { success: true, data: { items: [], isOpen: true, missing: [] } },
  })
  wire.answer('GET /api/admin/disk', { json: { success: true, data: { problem: null } } })
  wire.answer('GET /api/impacts', { json: { success: true, data: [] } })
  const asked = wire.answer(
    'GET /api/admin/attention',
    changed === null ? { status: 500, json: null } : answered(changed),
  )
  const { user, unmount } = drawn(<AdminShell />, { at: '/admin#no-such-section' })
  const menu = async () =>
    within((await screen.findAllByRole('navigation', { name: 'Sections' }))[0] as HTMLElement)
  const heading = async (name: string) => (await menu()).findByRole('button', { name })
  const link = async (name: string) => (await menu()).findByRole('link', { name })
  return { asked, wire, user, unmount, menu, heading, link }
}

/** Reads what a screen reader says after the name of a link or a button. */
function spoken(element: HTMLElement): string | null {
  const id = element.getAttribute('aria-describedby')
  return id === null ? null : (document.getElementById(id)?.textContent ?? null)
}

test('every section is in one group of the menu, except two that are opened from other sections', () => {
  const listed = menuGroups.flatMap((group) => group.sections.map(({ id }) => id))
  expect(new Set(listed).size).toBe(listed.length)
  const outside = sections.map(({ id }) => id).filter((id) => !listed.includes(id))
  expect(outside).toEqual(['person', 'status-feedback'])
})

test('a title that could mean two things is explained beneath or beside, and its link keeps it as its name', async () => {
  const { link } = openMenu({})
  expect((await link('Category Visitor List')).textContent).toBe(
    'Category Visitor ListEnquiries from the site',
  )
  expect((await link('Event Pricing')).textContent).toBe('Event Pricing the hall')
  expect((await link('Impact Management')).textContent).toBe('Impact Management About page')
  expect((await link('Classes')).textContent).toBe('Classes')
})

describe('the numbers of the menu', () => {
  test.each(['florist', 'instructor'] as const)(
    'the role %s, who may not see the dashboard, never asks for numbers',
    async (role) => {
      const { asked, link } = openMenu({}, role)
      expect(spoken(await link('Security'))).toBeNull()
      expect(asked).toEqual([])
    },
  )

  test.each([
    [
      'the role may not see the lists and nothing else waits',
      { refunds: null, orderPayments: null, soldOut: null },
    ],
    ['the numbers cannot be read', null],
  ])('no number is shown if %s', async (_, counts) => {
    const { asked, menu, link } = openMenu(counts)
    await link('Money Desk')
    await waitFor(() => expect(asked.length).toBeGreaterThan(1))
    const own = await menu()
    expect(own.queryByText(/\d/)).toBeNull()
    for (const shown of own.getAllByRole('link')) expect(spoken(shown)).toBeNull()
    expect(screen.queryByText('Error')).toBeNull()
  })

  test.each([
    [
      'Event & Class Enrollments',
      { seatPayments: 2, holds: 1 },
      '3',
      '2 payments to check, 1 hold about to expire',
    ],
    ['Category Visitor List', { enquiries: 1 }, '1', '1 unanswered enquiry'],
    ['Custom Requests', { customRequests: 2 }, '2', '2 unanswered requests'],
    ['Messages', { failedMessages: 4, heldMessages: 2 }, '6', '4 failed messages, 2 e-mails on hold'],
    ['Products', { soldOut: 1 }, '1', '1 product sold out'],
    ['Orders', { orderPayments: 5 }, '5', '5 payments to check'],
    ['Money Desk', { refunds: attentionMax }, '1000+', '1000+ refunds due'],
    ['Office Hours', { onClosedDays: 3 }, '3', '3 sessions and orders on closed days'],
  ] as const)('%s shows what waits in it, and says it in words', async (name, counts, number, words) => {
    const { link } = openMenu(counts)
    const shown = await link(name)
    await within(shown).findByText(number)
    expect(spoken(shown)).toBe(words)
    expect(shown.getAttribute('aria-label')).toBeNull()
  })

  test('the numbers are read again once another answer has arrived, such as the list that a change reloads', async () => {
    const { wire, link, user } = openMenu({ enquiries: 4 })
    const enquiries = await link('Category Visitor List')
    await within(enquiries).findByText('4')
    wire.answer('GET /api/admin/attention', answered({ enquiries: 3 }))
    await user.click(await link('Impact Management'))
    await within(enquiries).findByText('3')
    wire.answer('GET /api/admin/attention', answered({}))
    await user.click(await screen.findByRole('button', { name: 'Refresh' }))
    await waitFor(() => expect(spoken(enquiries)).toBeNull())
  })

  test('an ended session that only the numbers find leaves the page and the session as they are', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
    const { asked, wire, link } = openMenu({ refunds: 2 })
    const money = await link('Money Desk')
    await within(money).findByText('2')
    await vi.waitFor(() => expect(asked.length).toBeGreaterThan(1))
    const refused = wire.answer('GET /api/admin/attention', {
      status: 401,
      json: { code: 'unauthenticated' },
    })
    vi.advanceTimersByTime(30_000)
    await vi.waitFor(() => expect(refused).toHaveLength(1))
    // The numbers are read again only after the first 401 has been dealt with.
    await vi.waitFor(() => {
      vi.advanceTimersByTime(30_000)
      expect(refused.length).toBeGreaterThan(1)
    })
    expect(localStorage.getItem('sessionToken')).toBe('a-token')
    within(money).getByText('2')
  })

  test('the numbers are read every half minute, but only while the user is present, so that an unused session ends', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
    const { asked, wire, link } = openMenu({ enquiries: 4 })
    const enquiries = await link('Category Visitor List')
    await within(enquiries).findByText('4')
    // The other answers of the first view have arrived, and the numbers were read after them.
    await vi.waitFor(() => expect(asked.length).toBeGreaterThan(1))
    const later = wire.answer('GET /api/admin/attention', answered({ enquiries: 5 }))
    vi.advanceTimersByTime(30_000)
    await within(enquiries).findByText('5')
    expect(later).toHaveLength(1)

    vi.advanceTimersByTime(15 * 60_000)
    await vi.waitFor(() => expect(later).toHaveLength(2))
    await within(enquiries).findByText('5')
    vi.advanceTimersByTime(60 * 60_000)
    expect(later).toHaveLength(2)

    fireEvent.keyDown(document.body, { key: 'a' })
    await vi.waitFor(() => expect(later).toHaveLength(3))
  })
})

describe('a group of the menu', () => {
  test('all groups are open at first, and a closed group hides its links, shows their sum and is remembered', async () => {
    const { menu, heading, user, unmount } = openMenu({ soldOut: 2, orderPayments: 1, enquiries: 4 })
    const shop = await heading('Shop')
    await (await menu()).findByText('4')
    for (const button of (await menu()).getAllByRole('button', { expanded: true }))
      expect(within(button).queryByText(/\d/)).toBeNull()
    expect((await menu()).queryByRole('button', { expanded: false })).toBeNull()

    await user.click(shop)
    expect(shop.getAttribute('aria-expanded')).toBe('false')
    expect((await menu()).queryByRole('link', { name: 'Orders' })).toBeNull()
    within(shop).getByText('3')
    expect(spoken(shop)).toBe('1 payment to check, 2 products sold out')
    // The drawer of phones shows the same groups.
    expect(screen.getAllByRole('button', { name: 'Shop', expanded: false, hidden: true })).toHaveLength(2)
    expect(document.cookie).toContain('sidebar_closed=Shop')

    unmount()
    const again = openMenu()
    const kept = await again.heading('Shop')
    expect(kept.getAttribute('aria-expanded')).toBe('false')
    kept.focus()
    await again.user.keyboard('{Enter}')
    await again.link('Orders')
    expect(document.activeElement).toBe(kept)
    expect(document.cookie).not.toContain('Shop')
  })

  test('a closed group is marked as current if it has the section that is shown', async () => {
    const { heading, link, user } = openMenu()
    await user.click(await link('Impact Management'))
    await screen.findByText('No impacts found')
    const website = await heading('Website')
    expect(website.getAttribute('aria-current')).toBeNull()
    await user.click(website)
    expect(website.getAttribute('aria-current')).toBe('true')
  })

  test('the narrow sidebar has no headings, shows the sections of closed groups too, and names what waits', async () => {
    document.cookie = 'sidebar_closed=Shop.Nonsense; path=/'
    const { menu, heading, link, user } = openMenu({ soldOut: 2 })
    expect((await heading('Shop')).getAttribute('aria-expanded')).toBe('false')
    await user.click(screen.getByRole('button', { name: 'Toggle Sidebar' }))
    expect((await menu()).queryByRole('button')).toBeNull()
    const products = await link('Products')
    await waitFor(() => expect(products.title).toBe('Products, 2 products sold out'))
    expect(spoken(products)).toBe('2 products sold out')
    await user.click(screen.getByRole('button', { name: 'Toggle Sidebar' }))
    expect((await heading('Shop')).getAttribute('aria-expanded')).toBe('false')
  })
})
