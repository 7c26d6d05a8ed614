import type { Picture } from '../../../contract/primitives.ts'
import samples from '../../../drawings/finished/samples.json'

export const shopCategories = ['All', 'Roses', 'Lilies', 'Orchids', 'Bouquets', 'Seasonal', 'Tulips'] as const
export type ShopCategory = (typeof shopCategories)[number]

export interface SampleProduct {
  id: number
  name: string
  /** US dollars: the sample collection alone is in dollars (P§1, P§9). */
  price: number
  originalPrice: number | null
  rating: number
  reviews: number
  /** Percent off, as the badge says it. */
  discount: number | null
  category: Exclude<ShopCategory, 'All'>
  picture: Picture
}

const pictureOf = (name: keyof typeof samples): Picture => ({
  ...samples[name],
  base: `/uploads/${samples[name].base}`,
})

/** P§2: static sample data. */
export const sampleProducts: SampleProduct[] = [
  {
    id: 1,
    name: 'Red Rose Dozen',
    price: 49.99,
    originalPrice: 59.99,
    rating: 4.8,
    reviews: 124,
    discount: 17,
    category: 'Roses',
    picture: pictureOf('red-rose-dozen'),
  },
  {
    id: 2,
    name: 'Star Lily Vase',
    price: 39.99,
    originalPrice: null,
    rating: 4.6,
    reviews: 89,
    discount: null,
    category: 'Lilies',
    picture: pictureOf('star-lily-vase'),
  },
  {
    id: 3,
    name: 'Ruby Orchid Pot',
    price: 54.99,
    originalPrice: 64.99,
    rating: 4.9,
    reviews: 156,
    discount: 15,
    category: 'Orchids',
    picture: pictureOf('ruby-orchid-pot'),
  },
  {
    id: 4,
    name: 'Market Morning Bouquet',
    price: 44.99,
    originalPrice: null,
    rating: 4.7,
    reviews: 98,
    discount: null,
    category: 'Bouquets',
    picture: pictureOf('market-morning-bouquet'),
  },
  {
    id: 5,
    name: 'Festival Marigold Basket',
    price: 29.99,
    originalPrice: 34.99,
    rating: 4.5,
    reviews: 67,
    discount: 14,
    category: 'Seasonal',
    picture: pictureOf('festival-marigold-basket'),
  },
  {
    id: 6,
    name: 'Tulip Bunch',
    price: 34.99,
    originalPrice: null,
    rating: 4.4,
    reviews: 73,
    discount: null,
    category: 'Tulips',
    picture: pictureOf('sample-tulip-bunch'),
  },
  {
    id: 7,
    name: 'Blush Rose Posy',
    price: 36.99,
    originalPrice: 42.99,
    rating: 4.7,
    reviews: 112,
    discount: 14,
    category: 'Roses',
    picture: pictureOf('blush-rose-posy'),
  },
  {
    id: 8,
    name: 'Crimson Lily Wrap',
    price: 41.99,
    originalPrice: null,
    rating: 4.3,
    reviews: 51,
    discount: null,
    category: 'Lilies',
    picture: pictureOf('crimson-lily-wrap'),
  },
  {
    id: 9,
    name: 'Lotus Offering',
    price: 24.99,
    originalPrice: null,
    rating: 4.9,
    reviews: 184,
    discount: null,
    category: 'Seasonal',
    picture: pictureOf('lotus-offering'),
  },
]
