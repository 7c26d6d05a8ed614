import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { placeholderAddress } from '../../contract/accounts/placeholder-address.ts'
import { nothingWaits, owner } from '../../tests/harness/back-office.tsx'
import { componentTests, drawn, stubWire } from '../../tests/harness/component.tsx'
import { exampleSchool } from '../../tests/harness/example-school.ts'
import Admin from './admin.tsx'

componentTests()

function signedInBefore() {
  localStorage.setItem('sessionToken', 'a-token')
  localStorage.setItem('isAdmin', 'true')
}

describe('the guard of the back office', () => {
  test.each([
    ['without a token', {}],
    ['with a token but without the admin flag', { sessionToken: 'a-token' }],
  ])('a browser %s is sent to /signin without a call to the server', async (_, kept) => {
    for (const [name, value] of Object.entries(kept)) localStorage.setItem(name, value)
    stubWire()
    const { address } = drawn(<Admin />, { at: '/admin#orders' })
    await waitFor(() => expect(address()).toBe('/signin'))
  })

  test.each([
    [500, true],
    [401, false],
    [403, false],
  ])(
    'a user whom the server does not confirm (status %s) is sent to /signin; the session token is kept: %s',
    async (status, keepsToken) => {
      signedInBefore()
      stubWire().answer('GET /api/auth/user', { status, json: { error: 'No' } })
      const { address } = drawn(<Admin />, { at: '/admin#orders' })
      expect(screen.getByRole('status', { name: 'Checking access' })).toBeTruthy()
      await waitFor(() => expect(address()).toBe('/signin'))
      expect(localStorage.getItem('isAdmin')).toBeNull()
      expect(localStorage.getItem('sessionToken') !== null).toBe(keepsToken)
    },
  )

  test('a user without staff rights sees “Access Denied” and is sent to the home page', async () => {
    signedInBefore()
    stubWire().answer('GET /api/auth/user', { json: { ...owner, usertype: 'user' } })
    const { address } = drawn(<Admin />, { at: '/admin' })
    await waitFor(() => expect(address()).toBe('/'))
    await screen.findByText('Access Denied')
    expect(screen.getByText('You need admin privileges to access this page')).toBeTruthy()
    expect(localStorage.getItem('isAdmin')).toBeNull()
    expect(localStorage.getItem('sessionToken')).toBe('a-token')
  })
})

/** Returns the name of a link as screen readers say it, without the words that are hidden from them. */
function nameOf(link: HTMLElement): string | null {
  const copy = link.cloneNode(true) as HTMLElement
  for (const hidden of copy.querySelectorAll('[aria-hidden=true]')) hidden.remove()
  return copy.textContent
}

/** Opens the back office with the school of the demonstration. */
function openBackOffice(hash = '', role: typeof owner.role = 'owner') {
  signedInBefore()
  const wire = stubWire()
  wire.answer('GET /api/auth/user', { json: { ...owner, role } })
  wire.answer('GET /api/school', { json: exampleSchool })
  wire.answer('GET /api/impacts', { json: { success: true, data: [] } })
  wire.answer('GET /api/Feedback', { json: { success: true, data: [] } })
  wire.answer('GET /api/admin/set-up', {
    json: { success: true, data: { items: [], isOpen: true, missing: [] } },
  })
  wire.answer('GET /api/admin/attention', { json: { success: true, data: nothingWaits } })
  const disk = { problem: null as string | null }
  wire.answer('GET /api/admin/disk', () => ({ json: { success: true, data: disk } }))
  return { disk, wire, ...drawn(<Admin />, { at: `/admin${hash}` }) }
}

const openTo = [
  [
    'owner',
    [
      ['Today', 'Dashboard'],
      ['Classes', 'Classes', 'Rosters', 'My Batches', 'Rooms', 'Feedback', 'Instructors'],
      ['People', 'Event & Class Enrollments', 'Students', 'Visitors', 'Subscribers'],
      ['Inbox', 'Category Visitor List', 'Custom Requests', 'Messages'],
      ['Shop', 'Products', 'Orders', 'Florist', 'Recipes', 'Delivery', 'Coupons'],
      ['Money', 'Money Desk'],
      ['Website', 'Pages', 'Journal', 'Office Hours', 'Impact Management', 'Event Pricing'],
      ['Settings', 'School Settings', 'Accounts', 'Security', 'Set up your school'],
      ['Advanced', 'Audit Log', 'Bin', 'API'],
    ],
  ],
  [
    'front-desk',
    [
      ['Today', 'Dashboard'],
      ['Classes', 'Rosters'],
      ['People', 'Event & Class Enrollments', 'Students', 'Visitors'],
      ['Inbox', 'Category Visitor List', 'Custom Requests', 'Messages'],
      ['Settings', 'Security'],
      ['Advanced', 'Audit Log', 'Bin'],
    ],
  ],
  [
    'instructor',
    [
      ['Classes', 'My Batches'],
      ['Settings', 'Security'],
    ],
  ],
  [
    'florist',
    [
      ['Shop', 'Orders', 'Florist', 'Recipes'],
      ['Settings', 'Security'],
      ['Advanced', 'Audit Log', 'Bin'],
    ],
  ],
] as const

describe('the shell of the back office', () => {
  test.each(openTo)(
    'the menu of the role %s lists the sections that the role may open, and the first section opens',
    async (role, groups) => {
      const { wire } = openBackOffice('', role)
      for (const call of [
        'GET /api/getDashboardData',
        'GET /api/landing/contacts',
        'GET /api/admin/morning',
        'GET /api/admin/own-batches',
        'GET /api/admin/orders',
        'GET /api/admin/orders-totals',
      ] as const)
        wire.answer(call, 'never')
      await waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(groups[0][1]))
      const menu = within(screen.getAllByRole('navigation', { name: 'Sections' })[0] as HTMLElement)
      const shown = menu
        .getAllByRole('list')
        .map((list) => [list.getAttribute('aria-label'), ...within(list).getAllByRole('link').map(nameOf)])
      expect(shown).toEqual(groups)
    },
  )

  test('the back office shows a spinner while access is checked, and asks to select a section if the named one is unknown', async () => {
    openBackOffice('#no-such-section')
    expect(screen.getByRole('status', { name: 'Checking access' })).toBeTruthy()
    await screen.findByText('Select a section from the sidebar')
  })

  test('an open back office is sent to /signin after a sign-out in another tab', async () => {
    const { address } = openBackOffice('#impact')
    await screen.findByText('No impacts found')
    localStorage.removeItem('sessionToken')
    dispatchEvent(new StorageEvent('storage', { key: 'sessionToken' }))
    await waitFor(() => expect(address()).toBe('/signin'))
  })

  test.each([
    [true, /^Payments are simulated. This is a demonstration school, so no money moves/],
    [false, /^Payments are simulated. Seats and orders are marked as paid, but no money moves/],
  ])(
    'the note about simulated payments is true of the school (demonstration: %s)',
    async (isDemonstration, says) => {
      const { wire } = openBackOffice('#no-such-section')
      wire.answer('GET /api/school', { json: { ...exampleSchool, isDemonstration } })
      const note = await screen.findByText('Payments are simulated.')
      expect(note.parentElement?.textContent).toMatch(says)
      // An owner finds here how a demonstration becomes a school of its own.
      const way = within(note.parentElement as HTMLElement).queryByRole('link', {
        name: 'Start your own school',
      })
      expect(way?.getAttribute('href') ?? null).toBe(isDemonstration ? '/admin#set-up' : null)
    },
  )

  test('a closed site leads to the set-up, but not from the set-up itself', async () => {
    const { wire, user } = openBackOffice('#no-such-section')
    wire.answer('GET /api/school', { json: { ...exampleSchool, isOpen: false } })
    wire.answer('GET /api/admin/demonstration', 'never')
    const note = (await screen.findByText('Your site is closed.')).parentElement as HTMLElement
    await user.click(within(note).getByRole('link', { name: 'Set up your school' }))
    await waitFor(() => expect(within(note).queryByRole('link')).toBeNull())
  })

  test('the first owner of a school of its own enters an e-mail address before anything else', async () => {
    const { wire } = openBackOffice('#no-such-section')
    wire.answer('GET /api/auth/user', { json: { ...owner, email: placeholderAddress } })
    wire.answer('GET /api/school', { json: { ...exampleSchool, isDemonstration: false } })
    await screen.findByRole('heading', { name: 'First, who are you?' })
    expect(screen.queryByRole('navigation', { name: 'Sections' })).toBeNull()
  })

  test('every section warns of simulated payments, and of a full disk until the disk has space again', async () => {
    const { disk, user } = openBackOffice('#no-such-section')
    const menu = within((await screen.findAllByRole('navigation', { name: 'Sections' }))[0] as HTMLElement)
    for (const [title, megabytes] of [
      ['Impact Management', 90],
      ['Feedback', 80],
    ] as const) {
      disk.problem = `Less than ${megabytes} MB is free.`
      await user.click(menu.getByRole('link', { name: title }))
      const note = await screen.findByText(disk.problem)
      expect(note.closest('[role=alert]')?.textContent).toBe(
        `There’s a problem with the disk. ${disk.problem}`,
      )
      await screen.findByText('Payments are simulated.')
    }
    disk.problem = null
    await user.click(menu.getByRole('link', { name: 'Impact Management' }))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })
})
