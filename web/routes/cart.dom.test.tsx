import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { CartLine } from '../../contract/store/cart.ts'
import type { Product } from '../../contract/store/products.ts'
import { componentTests, drawn, stubWire, theSchool } from '../../tests/harness/component.tsx'
import Cart from './cart.tsx'

componentTests()

const gerberas: CartLine = {
  id: 'line-1',
  productId: 'p1',
  slug: 'gerberas',
  name: 'Gerberas, a dozen',
  size: null,
  customLabel: null,
  answer: null,
  isAddon: false,
  quantity: 1,
  price: 450,
  total: 450,
  most: 5,
  picture: null,
}
const roseBox: Product = {
  id: 'p2',
  slug: 'rose-box',
  name: 'Rose box',
  description: 'Roses in a box.',
  price: 950,
  originalPrice: null,
  category: ['Roses'],
  badge: null,
  instock: true,
  featured: true,
  isCustom: false,
  customLabel: null,
  isAddon: false,
  isOffered: true,
  sizes: [],
  leadDays: 0,
  ways: ['standard'],
  care: '',
  substitution: '',
  inside: null,
  pictures: [],
}
const cartOf = (lines: CartLine[]) => ({
  json: {
    success: true as const,
    data: { lines, count: lines.length, subtotal: 450 * lines.length, notices: [], token: null },
  },
})

test('a cart that cannot be loaded says so, and “Try again” loads the cart', async () => {
  localStorage.setItem('cartToken', 'a-token')
  const wire = stubWire()
  wire.answer('GET /api/products', 'never')
  wire.answer('GET /api/school', 'never')
  wire.answer('GET /api/cart', { status: 500, json: {} })
  const { user } = drawn(<Cart />, { at: '/cart' })
  await screen.findByText('We couldn’t load your cart.')
  expect(screen.queryByText('Your cart is empty')).toBeNull()
  wire.answer('GET /api/cart', cartOf([gerberas]))
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  const lines = await screen.findByRole('list', { name: 'In your cart' })
  expect(within(lines).getAllByRole('listitem')).toHaveLength(1)
  expect(screen.getByRole('link', { name: 'Checkout' }).getAttribute('href')).toBe('/checkout')
})

test('a cart of a school that can’t be paid yet says so instead of leading to the checkout', async () => {
  localStorage.setItem('cartToken', 'a-token')
  const wire = stubWire()
  wire.answer('GET /api/products', 'never')
  wire.answer('GET /api/school', { json: { ...theSchool, canBePaid: false } })
  wire.answer('GET /api/cart', cartOf([gerberas]))
  drawn(<Cart />, { at: '/cart' })
  await screen.findByText('You can’t buy these online yet. Please contact us.')
  expect(screen.queryByRole('link', { name: 'Checkout' })).toBeNull()
})

test('an empty cart links to the store, to the visitor’s order and to featured products', async () => {
  const wire = stubWire()
  wire.answer('GET /api/products/featured', { json: [roseBox] })
  drawn(<Cart />, { at: '/cart' })
  await screen.findByText('Your cart is empty')
  await screen.findByText('Rose box')
  const main = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(main).toContain('/store')
  expect(main).toContain('/find')
  expect(main).toContain('/store/rose-box')
})
