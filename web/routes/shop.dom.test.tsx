import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { componentTests, drawn } from '../../tests/harness/component.tsx'
import { getToast } from '../ui/toast-store.ts'
import Shop from './shop.tsx'

componentTests()

const filter = () => within(screen.getByRole('navigation', { name: 'Category' }))
const cards = () => [...document.querySelectorAll<HTMLElement>('li:has(h2)')]
const cardOf = (name: string) => screen.getByRole('heading', { level: 2, name }).closest('li') as HTMLElement
const current = () => document.querySelector('[aria-current=true]')?.textContent

test('the sample shop has seven filters, and the address of a filter can be shared', async () => {
  const { user, address, unmount } = drawn(<Shop />, { at: '/shop' })
  const names = ['All', 'Roses', 'Lilies', 'Orchids', 'Bouquets', 'Seasonal', 'Tulips']
  expect(
    filter()
      .getAllByRole('link')
      .map((link) => link.textContent),
  ).toEqual(names)
  expect(current()).toBe('All')
  const all = cards().length
  let parts = 0
  for (const name of names.slice(1)) {
    await user.click(filter().getByRole('link', { name }))
    expect([address(), current()]).toEqual([`/shop?category=${name}`, name])
    expect(cards().length).toBeGreaterThan(0)
    for (const card of cards()) expect(card.textContent).toContain(name)
    parts += cards().length
  }
  expect(parts).toBe(all)
  unmount()
  drawn(<Shop />, { at: '/shop?category=Tulips' })
  expect(cards()).toHaveLength(1)
})

test('a card of the sample shop has price, original price, badge, rating and reviews, in dollars', () => {
  drawn(<Shop />, { at: '/shop' })
  const rose = cardOf('Red Rose Dozen')
  for (const words of ['$49.99', 'Original price $59.99', '17% off', '4.8 (124 reviews)'])
    expect(rose.textContent).toContain(words)
  expect(rose.querySelector('s')?.textContent).toContain('$59.99')
  within(rose).getByRole('img', { name: '4.8 out of 5' })
  expect(document.body.textContent).not.toContain('₹')
  const lily = cardOf('Star Lily Vase')
  expect(lily.querySelector('s')).toBeNull()
  expect(lily.textContent).not.toContain('% off')
})

test('a bouquet of the sample shop cannot be bought: “Add to Cart” says so and leads to the store', async () => {
  const { user, address } = drawn(<Shop />, { at: '/shop' })
  expect(document.body.textContent).toContain('These bouquets are samples')
  expect(screen.getByRole('link', { name: 'Visit the store' }).getAttribute('href')).toBe('/store')
  const add = screen.getByRole('button', { name: 'Add to Cart: Red Rose Dozen' })
  expect(add.textContent).toBe('Add to Cart')
  await user.click(add)
  expect(getToast()).toMatchObject({ title: 'Red Rose Dozen is a sample' })
  expect(getToast()?.action?.label).toBe('Visit the store')
  getToast()?.action?.onClick()
  await expect.poll(address).toBe('/store')
})
