import { screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { noFallbacks } from '../../contract/school/fallbacks.ts'
import { componentTests, drawn, stubWire, theSchool } from '../../tests/harness/component.tsx'
import VenueView from '../features/school/venue/venue-view.tsx'
import { ProductPage } from '../features/store/store/product-page.tsx'
import { notLoaded } from '../ui/ui.en.ts'
import About from './about.tsx'
import Classes from './classes.tsx'
import Contact from './contact.tsx'
import Store from './store.tsx'

componentTests()

const own = {
  ...theSchool,
  name: 'Neela',
  city: 'Pune',
  courseRating: null,
  noTopics: '',
  copyrightYear: 2026,
}

let wire: ReturnType<typeof stubWire>
beforeEach(() => {
  wire = stubWire()
  wire.answer('GET /api/school', { json: own })
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => vi.mocked(console.error).mockRestore())

const show = (page: ReactNode) => drawn(page, { fallbacks: noFallbacks })
const calls = {
  hours: 'GET /api/office-timing',
  prices: 'GET /api/admin/event-pricing',
  impacts: 'GET /api/impacts',
  instructors: 'GET /api/instructors',
  courses: 'GET /api/courses',
} as const
const empty = { status: 200, json: { success: true, data: [] } } as const

describe.each<[what: string, failing: (keyof typeof calls)[], page: () => ReactNode, heading: string]>([
  ['hours', ['hours'], () => <Contact />, 'Business Hours'],
  ['the hall’s prices', ['prices'], () => <VenueView enquire={null} />, 'Prices'],
  ['impact numbers', ['impacts'], () => <About />, 'Our Impact in Numbers'],
  ['instructors', ['instructors'], () => <About />, 'Our Expert Instructors'],
])('at a school of its own, %s', (_, failing, page, heading) => {
  test('that could not be loaded are a sentence under their heading', async () => {
    for (const call of Object.values(calls)) wire.answer(call, empty)
    for (const name of failing) wire.answer(calls[name], 'offline')
    show(page())
    await screen.findByText(notLoaded)
    expect(screen.getAllByText(notLoaded)).toHaveLength(1)
    expect(screen.getByRole('heading', { name: heading })).toBeDefined()
  })

  test('that the school has not typed are not on the page, and neither is their heading', async () => {
    const asked = Object.values(calls).map((call) =>
      wire.answer(call, call === calls.prices ? { json: { success: true, data: {}, version: '0' } } : empty),
    )
    show(page())
    await screen.findAllByRole('heading')
    await waitFor(() => expect(asked.flat().length).toBeGreaterThan(0))
    await waitFor(() => expect(screen.queryByRole('heading', { name: heading })).toBeNull())
    expect(screen.queryByText(notLoaded)).toBeNull()
  })
})

describe('a kind of course that a school of its own does not have', () => {
  const workshop = { id: 'a', slug: 'a', title: 'Garlands', category: 'Workshops', price: '900' }
  beforeEach(() => {
    wire.answer('GET /api/school', { json: { ...own, isDemonstration: false } })
    for (const call of Object.values(calls)) wire.answer(call, empty)
    wire.answer('GET /api/courses', { status: 200, json: [workshop] as never })
  })

  test('has no section on the about page', async () => {
    show(<About />)
    await screen.findByRole('heading', { level: 3, name: 'Garlands' })
    expect(document.body.textContent).not.toContain('Diploma')
  })

  test('is neither a shortcut nor a filter of the courses', async () => {
    show(<Classes />)
    await screen.findByRole('heading', { level: 3, name: 'Garlands' })
    expect(document.body.textContent).not.toContain('Diploma')
    expect(screen.queryByRole('navigation', { name: 'Category' })).toBeNull()
  })
})

test('a store without products has nothing to search in, to filter or to deliver', async () => {
  wire.answer('GET /api/delivery-options/first', { json: [] })
  wire.answer('GET /api/products', { json: [] })
  show(<Store />)
  await screen.findByText('No flowers today')
  expect(screen.queryByText('Search and filter')).toBeNull()
  expect(screen.queryByText('Check delivery times')).toBeNull()
  expect(screen.queryByText('0 items')).toBeNull()
})

test.each([
  ['short', 'above', 'Moss in a bowl.'],
  ['long', 'below', 'Moss in a bowl. '.repeat(50)],
])('the %s description of a product is %s its buttons', async (_, place, description) => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  const product = {
    id: 'a',
    slug: 'moss-bowl',
    name: 'Moss bowl',
    description,
    price: 500,
    originalPrice: null,
    category: [],
    featured: false,
    badge: null,
    instock: true,
    isOffered: true,
    isCustom: false,
    customLabel: null,
    sizes: [],
    leadDays: 0,
    ways: ['standard'],
    care: null,
    substitution: null,
    inside: null,
    pictures: [],
    addons: [],
  } as unknown as Parameters<typeof ProductPage>[0]['product']
  show(
    <ProductPage product={product} favourite={null} enquiry={(() => null) as never} delivery={undefined} />,
  )
  const button = await screen.findByRole('button', { name: /^Add to cart/ })
  const words = screen.getByText(description.trim())
  const follows = words.compareDocumentPosition(button) & Node.DOCUMENT_POSITION_FOLLOWING
  expect(follows === 0 ? 'below' : 'above').toBe(place)
})
