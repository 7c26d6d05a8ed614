import type { Picture } from '../../../../contract/primitives.ts'
import samples from '../../../../drawings/finished/samples.json'

export const shopCategories = ['All', 'Roses', 'Lilies', 'Orchids', 'Bouquets', 'Seasonal', 'Tulips'] as const
export type ShopCategory = (typeof shopCategories)[number]

/** Prices are in US dollars, in this collection only; the second one is the price before a discount. */
type Row = [
  name: string,
  category: Exclude<ShopCategory, 'All'>,
  price: number,
  originalPrice: number | null,
  rating: number,
  reviews: number,
  picture: keyof typeof samples,
]

const rows: Row[] = [
  ['Red Rose Dozen', 'Roses', 49.99, 59.99, 4.8, 124, 'red-rose-dozen'],
  ['Star Lily Vase', 'Lilies', 39.99, null, 4.6, 89, 'star-lily-vase'],
  ['Ruby Orchid Pot', 'Orchids', 54.99, 64.99, 4.9, 156, 'ruby-orchid-pot'],
  ['Market Morning Bouquet', 'Bouquets', 44.99, null, 4.7, 98, 'market-morning-bouquet'],
  ['Festival Marigold Basket', 'Seasonal', 29.99, 34.99, 4.5, 67, 'festival-marigold-basket'],
  ['Tulip Bunch', 'Tulips', 34.99, null, 4.4, 73, 'sample-tulip-bunch'],
  ['Blush Rose Posy', 'Roses', 36.99, 42.99, 4.7, 112, 'blush-rose-posy'],
  ['Crimson Lily Wrap', 'Lilies', 41.99, null, 4.3, 51, 'crimson-lily-wrap'],
  ['Lotus Offering', 'Seasonal', 24.99, null, 4.9, 184, 'lotus-offering'],
]

export type SampleProduct = (typeof sampleProducts)[number]

export const sampleProducts = rows.map(
  ([name, category, price, originalPrice, rating, reviews, picture]) => ({
    name,
    category,
    price,
    originalPrice,
    rating,
    reviews,
    picture: { ...samples[picture], base: `/uploads/${samples[picture].base}` } satisfies Picture,
  }),
)
