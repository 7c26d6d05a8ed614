import { folded } from '../../../../contract/folded.ts'
import { beginningOf } from '../../../../contract/graphemes.ts'
import { pricesOf } from '../../../../contract/store/product-facts.ts'
import type { Product } from '../../../../contract/store/products.ts'
import { formatRupees } from '../../../../contract/words.ts'
import { query } from '../../../lib/query.ts'
import * as text from './catalogue.en.ts'

export const productSorts = {
  featured: text.featuredFirst,
  price: text.priceUp,
  '-price': text.priceDown,
  newest: text.newest,
} as const
export type ProductSort = keyof typeof productSorts

export interface Choice {
  category: string
  instock: boolean
  minPrice: number | null
  maxPrice: number | null
  sort: ProductSort
  q: string
  shown: number
}

export const cardsAtFirst = 24
const wordsMax = 80
const shownMax = 1_000

const priceIn = (typed: string | null) => (typed !== null && /^\d{1,8}$/.test(typed) ? Number(typed) : null)

export function choiceIn(search: URLSearchParams): Choice {
  const sort = search.get('sort') ?? ''
  const shown = Number(search.get('shown'))
  return {
    category: beginningOf(search.get('category') ?? '', wordsMax, wordsMax),
    instock: search.get('instock') === 'yes',
    minPrice: priceIn(search.get('minPrice')),
    maxPrice: priceIn(search.get('maxPrice')),
    sort: Object.hasOwn(productSorts, sort) ? (sort as ProductSort) : 'featured',
    q: beginningOf((search.get('q') ?? '').trim(), wordsMax, wordsMax),
    shown: Number.isInteger(shown) && shown > cardsAtFirst ? Math.min(shown, shownMax) : cardsAtFirst,
  }
}

export function searchOf(choice: Partial<Choice>): string {
  const { category, instock, minPrice, maxPrice, sort, q, shown } = choice
  const said = {
    category,
    instock: instock && 'yes',
    minPrice: minPrice?.toString(),
    maxPrice: maxPrice?.toString(),
    sort: sort !== 'featured' && sort,
    q,
    shown: shown !== undefined && shown > cardsAtFirst && String(shown),
  }
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(said)) if (value) search.set(name, value)
  return search.size === 0 ? '' : `?${search}`
}

/** True if the only filter is a category, or if there is no filter. The server caches only these pages. */
export const isPlain = ({ category: _, ...others }: Choice) => searchOf(others) === ''

export const isUnknownCategory = (products: readonly Product[], { category: name }: Choice) =>
  name !== '' && !products.some(({ category }) => category.includes(name))

/**
 * Loads all products. The browser filters and sorts them, so that filters work at once and offline. Only the server can
 * sort by `newest`.
 */
export const productsQuery = (sort: ProductSort = 'featured') =>
  sort === 'newest' ? query('GET /api/products', { query: { sort } }) : query('GET /api/products')

export interface Category {
  name: string
  count: number
}

export function categoriesOf(products: readonly Product[]): Category[] {
  const counts = new Map<string, number>()
  for (const { category } of products) {
    for (const name of category) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
}

const orders: Partial<Record<ProductSort, (a: Product, b: Product) => number>> = {
  featured: (a, b) => rank(a) - rank(b),
  price: (a, b) => a.price - b.price,
  '-price': (a, b) => b.price - a.price,
}

/**
 * Returns the group of a product for sorting. Add-ons come last, because most visitors look for bouquets, not for
 * vases.
 */
const rank = ({ featured, isAddon }: Product) => (isAddon ? 2 : featured ? 0 : 1)

export function chosen(products: readonly Product[], choice: Choice): Product[] {
  const words = folded(choice.q).split(/\s+/).filter(Boolean)
  const { minPrice, maxPrice } = choice
  const fits = (product: Product) =>
    (choice.category === '' || product.category.includes(choice.category)) &&
    (!choice.instock || product.instock) &&
    pricesOf(product).some((price) => price >= (minPrice ?? 0) && price <= (maxPrice ?? Infinity)) &&
    words.every((word) => textOf(product).includes(word))
  const order = orders[choice.sort]
  const fitting = products.filter(fits)
  return order ? fitting.sort(order) : fitting
}

const textOf = ({ name, category, description }: Product) =>
  folded([name, ...category, description].join(' '))

/** Writes a range of prices, such as `₹500 to ₹2,000` or `Up to ₹2,000`. Returns null if there is no limit. */
export function rangeInWords({ minPrice, maxPrice }: Pick<Choice, 'minPrice' | 'maxPrice'>): string | null {
  if (minPrice === null) return maxPrice === null ? null : text.priceUpTo({ price: formatRupees(maxPrice) })
  return maxPrice === null
    ? text.priceFrom({ price: formatRupees(minPrice) })
    : text.priceBetween({ from: formatRupees(minPrice), to: formatRupees(maxPrice) })
}

const minute = 60_000

/**
 * Returns the milliseconds until the first of these times, from a minute to an hour. Two seconds are added, because the
 * server needs them to renew its cached answer.
 */
export const untilNext = (ends: readonly string[]): number =>
  Math.min(60 * minute, ...ends.map((end) => Math.max(minute, Date.parse(end) - Date.now() + 2_000)))
