import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { componentTests, drawn, stubWire } from '../../../../tests/harness/component.tsx'
import { getToast } from '../../../ui/toast-store.ts'
import { FavouriteButton, useFavourites } from './favourites.tsx'

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
