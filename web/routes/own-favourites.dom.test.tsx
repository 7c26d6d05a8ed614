import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { componentTests, drawn, stubWire, theSchool } from '../../tests/harness/component.tsx'
import OwnFavourites from './parts/own-favourites.tsx'

componentTests()

let wire: ReturnType<typeof stubWire>
beforeEach(() => {
  wire = stubWire()
  wire.answer('GET /api/delivery-options/first', { json: [] })
})

const noIds = { json: { success: true as const, data: [] as string[] } }
const ikebana = { id: 'a', slug: 'ikebana', title: 'Ikebana', price: '900', picture: null }
const posy = {
  id: 'p',
  slug: 'posy',
  name: 'Market posy',
  description: '',
  price: 450,
  category: [],
  featured: false,
  isCustom: false,
  customLabel: null,
  badge: null,
  isAddon: false,
  care: null,
  substitution: null,
  isOffered: true,
  inside: null,
  originalPrice: null,
  sizes: [],
  pictures: [],
  instock: true,
  ways: ['standard'],
  leadDays: 0,
}
const posies = Array.from({ length: 6 }, (_, at) => ({ ...posy, id: `p${at}`, name: `Posy ${at}` }))
const offer = (products: unknown[], courses: unknown[]) => {
  wire.answer('GET /api/products', { json: products as never })
  wire.answer('GET /api/courses', { json: courses as never })
}
const names = (region: string) =>
  within(screen.getByRole('region', { name: region }))
    .getAllByRole('heading', { level: 3 })
    .map((one) => one.textContent)

const ownWords = 'We couldn’t load your favourites.'

test.each([
  ['is empty', { status: 500, json: '' as never }],
  ['is HTML', { status: 502, json: '<html>Bad gateway</html>' as never }],
  ['has no code', { status: 500, json: { error: 'x' } }],
  ['is no list', { json: { rows: 'x' } as never }],
  ['is missing', 'offline' as const],
])(
  'favourites whose server’s answer %s are counted in our own words, and the ways on stay',
  async (_, answer) => {
    localStorage.setItem('favouriteCourses', JSON.stringify(['a', 'b']))
    localStorage.setItem('favouriteProducts', JSON.stringify(['p']))
    wire.answer('GET /api/products', answer)
    wire.answer('GET /api/courses', answer)
    const { user, container } = drawn(<OwnFavourites />)
    const note = (await screen.findByText(ownWords)).closest('[data-note]')
    expect(note?.textContent).toContain('Your 3 favourites are still on this device.')
    expect(container.textContent).not.toMatch(/\bx\b|html/i)
    expect(screen.getAllByRole('link').map((one) => one.getAttribute('href'))).toEqual(['/store', '/classes'])
    offer([posy], [ikebana])
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByRole('heading', { level: 3, name: 'Ikebana' })
    expect(screen.queryByText(ownWords)).toBeNull()
  },
)

test('the favourites that loaded are listed although others failed', async () => {
  localStorage.setItem('favouriteCourses', JSON.stringify(['a']))
  localStorage.setItem('favouriteProducts', JSON.stringify(['p']))
  offer([posy], [])
  wire.answer('GET /api/courses', 'offline')
  drawn(<OwnFavourites />)
  await screen.findByText(ownWords)
  expect(names('Flowers')).toEqual(['Market posy'])
})

test('a guest without favourites reads that there are none, although the store cannot be loaded', async () => {
  wire.answer('GET /api/products', 'offline')
  wire.answer('GET /api/courses', 'offline')
  drawn(<OwnFavourites />)
  await screen.findByText('No favourites yet')
  expect(screen.queryByText(ownWords)).toBeNull()
})

test('an account whose favourites cannot be loaded is told so', async () => {
  localStorage.setItem('sessionToken', 'a-token')
  wire.answer('GET /api/favorites', { status: 500, json: { error: 'x' } })
  offer([], [])
  drawn(<OwnFavourites />)
  await screen.findByText('They’re still in your account.')
  expect(screen.queryByText('No favourites yet')).toBeNull()
})

test('a favourite course shows its next date, its seats and its price, and is booked from here', async () => {
  localStorage.setItem('favouriteCourses', JSON.stringify(['a', 'full']))
  const full = { ...ikebana, id: 'full', title: 'Garlands', capacity: 8, enrolled: 8 }
  offer([], [{ ...ikebana, nextbatch: '2031-05-13', capacity: 12, enrolled: 5 }, full])
  drawn(<OwnFavourites />)
  const tile = await screen.findByRole('listitem', { name: 'Ikebana' })
  for (const fact of ['Tue, 13 May 2031', '7 of 12 left', '₹900']) expect(tile.textContent).toContain(fact)
  expect(within(tile).getByRole('button', { name: /^Enroll Now/ })).toBeTruthy()
  expect(screen.getByRole('button', { name: /^Join Waitlist/ })).toHaveProperty('disabled', true)
})

test('a favourite flower can be put into the cart', async () => {
  localStorage.setItem('favouriteProducts', JSON.stringify(['p', 'q', 'r']))
  offer(
    [
      posy,
      { ...posy, id: 'q', name: 'Roses', isCustom: true, customLabel: 'Colour' },
      { ...posy, id: 'r', name: 'Lilies', instock: false },
    ],
    [],
  )
  drawn(<OwnFavourites />)
  await screen.findByRole('button', { name: /Market posy.*cart|cart.*Market posy/i })
  expect(screen.getByRole('link', { name: /Roses.*options|Choose.*Roses/i })).toBeTruthy()
  expect(screen.getByRole('listitem', { name: 'Lilies' }).textContent).toContain('Out of Stock')
})

test('a list of fewer than four is followed by four suggestions, none of them in the list', async () => {
  localStorage.setItem('favouriteProducts', JSON.stringify(['p1']))
  offer([...posies, { ...posy, id: 'none', name: 'Sold out', instock: false }], [ikebana])
  const { user } = drawn(<OwnFavourites />)
  await screen.findByRole('region', { name: 'From our store' })
  expect(names('Flowers')).toEqual(['Posy 1'])
  expect(names('From our store')).toEqual(['Posy 0', 'Posy 2', 'Posy 3', 'Posy 4'])
  for (const name of ['Posy 0', 'Posy 2', 'Posy 3'])
    await user.click(screen.getByRole('button', { name: `Favourite: ${name}` }))
  expect(names('Flowers')).toHaveLength(4)
  expect(screen.queryByRole('region', { name: 'From our store' })).toBeNull()
})

test('the favourites panel loads products and courses, and says when there are none', async () => {
  localStorage.setItem('sessionToken', 'a-token')
  const asked = wire.answer('GET /api/favorites', noIds)
  wire.answer('GET /api/products', { json: [] })
  wire.answer('GET /api/courses', { json: [] })
  drawn(<OwnFavourites />)
  await screen.findByText('No favourites yet')
  expect(asked.map(({ query }) => query)).toEqual([{ kind: 'product' }, {}])
})

test('a page without favourites suggests courses if the store is off, and a heart makes one a favourite', async () => {
  wire.answer('GET /api/school', { json: { ...theSchool, parts: { ...theSchool.parts, store: false } } })
  wire.answer('GET /api/products', { json: [] })
  wire.answer('GET /api/courses', {
    json: [{ id: 'a', slug: 'a', title: 'Ikebana', price: '900', picture: null }] as never,
  })
  const { user } = drawn(<OwnFavourites />)
  await screen.findByRole('heading', { level: 2, name: 'Our courses' })
  await user.click(screen.getByRole('button', { name: 'Favourite: Ikebana' }))
  expect(screen.queryByText('No favourites yet')).toBeNull()
  expect(screen.getByRole('heading', { level: 2, name: 'Courses' })).toBeTruthy()
})

test('a favourite that is not on the site says that it is not available, leads nowhere and can be removed', async () => {
  localStorage.setItem('favouriteCourses', JSON.stringify(['hidden']))
  localStorage.setItem('favouriteProducts', JSON.stringify(['gone']))
  wire.answer('GET /api/products', { json: [] })
  wire.answer('GET /api/courses', { json: [] })
  const { user } = drawn(<OwnFavourites />)
  await screen.findByText('A favourite course')
  expect(screen.getByText('A favourite from the store')).toBeTruthy()
  expect(screen.getAllByText('Not available at the moment')).toHaveLength(2)
  expect(screen.queryByRole('link')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Favourite: A favourite course' }))
  expect(localStorage.getItem('favouriteCourses')).toBeNull()
})

test('favourites from a store that is switched off are not mentioned', async () => {
  localStorage.setItem('favouriteProducts', JSON.stringify(['gone']))
  wire.answer('GET /api/school', { json: { ...theSchool, parts: { ...theSchool.parts, store: false } } })
  wire.answer('GET /api/products', { json: [] })
  wire.answer('GET /api/courses', { json: [] })
  drawn(<OwnFavourites />)
  await screen.findByText('No favourites yet')
})
