import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { componentTests, drawn, stubWire, theSchool } from '../../../../tests/harness/component.tsx'
import { getToast } from '../../../ui/toast-store.ts'
import { FavouriteButton, useFavourites } from './favourites.tsx'
import FavouritesPanel from './favourites-panel.tsx'

componentTests()

let wire: ReturnType<typeof stubWire>
beforeEach(() => {
  wire = stubWire()
})

const noIds = { json: { success: true as const, data: [] as string[] } }

function Heart({ kind }: { kind: 'course' | 'product' }) {
  return <FavouriteButton thing={{ id: 'a', title: 'Gerberas' }} favourites={useFavourites(kind)} />
}
const heart = () => screen.getByRole('button', { name: 'Favourite: Gerberas' })
const isOn = () => heart().getAttribute('aria-pressed')

test('a favourite that cannot be saved is undone, and a toast says so', async () => {
  localStorage.setItem('sessionToken', 'a-token')
  wire.answer('GET /api/favorites', noIds)
  const calls = wire.answer('POST /api/favorites', 'offline')
  const { user } = drawn(<Heart kind="course" />)
  await user.click(heart())
  await waitFor(() => expect(getToast()?.title).toBe('We couldn’t save your favourites'))
  expect([calls.length, isOn()]).toEqual([1, 'false'])
})

test.each([
  ['course', { courseIds: ['a'] }, {}],
  ['product', { productIds: ['a'] }, { kind: 'product' }],
] as const)(
  'the heart button of a %s saves it among the favourites of the account',
  async (kind, body, query) => {
    localStorage.setItem('sessionToken', 'a-token')
    wire.answer('GET /api/favorites', noIds)
    const calls = wire.answer('POST /api/favorites', { json: { success: true, data: ['a'] } })
    const { user } = drawn(<Heart kind={kind} />)
    await user.click(heart())
    await waitFor(() => expect(calls).toHaveLength(1))
    expect(calls[0]).toMatchObject({ body, query })
    await waitFor(() => expect(isOn()).toBe('true'))
  },
)

test('the favourites panel loads products and courses, and says when there are none', async () => {
  localStorage.setItem('sessionToken', 'a-token')
  const asked = wire.answer('GET /api/favorites', noIds)
  wire.answer('GET /api/products', { json: [] })
  wire.answer('GET /api/courses', { json: [] })
  drawn(<FavouritesPanel />)
  await screen.findByText('No favourites yet')
  expect(asked.map(({ query }) => query)).toEqual([{ kind: 'product' }, {}])
})

test('a page without favourites suggests courses if the store is off, and a heart makes one a favourite', async () => {
  wire.answer('GET /api/school', { json: { ...theSchool, parts: { ...theSchool.parts, store: false } } })
  wire.answer('GET /api/products', { json: [] })
  wire.answer('GET /api/courses', {
    json: [{ id: 'a', slug: 'a', title: 'Ikebana', price: '900', picture: null }] as never,
  })
  const { user } = drawn(<FavouritesPanel />)
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
  const { user } = drawn(<FavouritesPanel />)
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
  drawn(<FavouritesPanel />)
  await screen.findByText('No favourites yet')
})
