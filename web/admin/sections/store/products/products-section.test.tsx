import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { AdminProduct } from '../../../../../contract/store/products.ts'
import { ProductCard, ProductView } from './products-section.tsx'

const product = {
  id: '7a1e5c0b-2f4d-4a8e-9c3b-5d6f7a8b9c0d',
  slug: 'temple-jasmine',
  name: 'Temple Jasmine',
  description: 'Strung at dawn.',
  price: 1250.5,
  originalPrice: null,
  category: ['Roses', 'Wedding', 'Third kind', 'Fourth kind'],
  instock: false,
  isOffered: true,
  stockquantity: 0,
  featured: true,
  badge: null,
  isAddon: false,
  isOnSite: true,
  isCustom: true,
  customLabel: null,
  leadDays: 0,
  ways: ['standard'],
  sizes: [],
  pictures: [],
} as unknown as AdminProduct

const wordsOf = (shown: ReactNode) =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { queryFn: () => null } } })}>
      {shown}
    </QueryClientProvider>,
  )
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')

test('a product card shows the badges, two categories, the price, the description and a short id', () => {
  const words = wordsOf(<ProductCard item={product} selectBox={null} actions={null} reload={() => {}} />)
  for (const said of [
    'Temple Jasmine',
    'Out of Stock',
    'Featured',
    '₹1,250.50',
    'Strung at dawn.',
    'Wedding',
  ])
    expect(words).toContain(said)
  expect(words).toContain('7a1e5c0b')
  expect(words).not.toContain(product.id)
  expect(words).not.toContain('Third kind')
  expect(words).not.toContain('Off the site')
})

test('a product that is off the site says so on its card and in its details, which do not link to its page', () => {
  const item = { ...product, isOnSite: false }
  for (const shown of [
    <ProductCard key="card" item={item} selectBox={null} actions={null} reload={() => {}} />,
    <ProductView key="view" item={item} />,
  ]) {
    const words = wordsOf(shown)
    expect(words).toContain('Off the site')
    expect(words).not.toContain('/store/temple-jasmine')
  }
})

test('the details of a product show three of its categories', () => {
  const words = wordsOf(<ProductView item={product} />)
  for (const said of ['₹1,250.50', 'Out of Stock', 'Third kind', 'Strung at dawn.'])
    expect(words).toContain(said)
  expect(words).not.toContain('Fourth kind')
})
