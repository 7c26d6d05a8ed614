import type { Picture } from '../../../contract/primitives.ts'
import samples from '../../../drawings/finished/samples.json'

export const shopCategories = ['All', 'Roses', 'Lilies', 'Orchids', 'Bouquets', 'Seasonal', 'Tulips'] as const
export type ShopCategory = (typeof shopCategories)[number]

export interface SampleProduct {
  name: string
  /** US dollars, in this collection alone. */
  price: number
  originalPrice?: number
  rating: number
  reviews: number
  category: Exclude<ShopCategory, 'All'>
  picture: Picture
}

const pictureOf = (name: keyof typeof samples): Picture => ({
  ...samples[name],
  base: `/uploads/${samples[name].base}`,
})

export const sampleProducts: SampleProduct[] = [
  {
    name: 'Red Rose Dozen',
    price: 49.99,
    originalPrice: 59.99,
    rating: 4.8,
    reviews: 124,
    category: 'Roses',
    picture: pictureOf('red-rose-dozen'),
  },
  {
    name: 'Star Lily Vase',
    price: 39.99,
    rating: 4.6,
    reviews: 89,
    category: 'Lilies',
    picture: pictureOf('star-lily-vase'),
  },
  {
    name: 'Ruby Orchid Pot',
    price: 54.99,
    originalPrice: 64.99,
    rating: 4.9,
    reviews: 156,
    category: 'Orchids',
    picture: pictureOf('ruby-orchid-pot'),
  },
  {
    name: 'Market Morning Bouquet',
    price: 44.99,
    rating: 4.7,
    reviews: 98,
    category: 'Bouquets',
    picture: pictureOf('market-morning-bouquet'),
  },
  {
    name: 'Festival Marigold Basket',
    price: 29.99,
    originalPrice: 34.99,
    rating: 4.5,
    reviews: 67,
    category: 'Seasonal',
    picture: pictureOf('festival-marigold-basket'),
  },
  {
    name: 'Tulip Bunch',
    price: 34.99,
    rating: 4.4,
    reviews: 73,
    category: 'Tulips',
    picture: pictureOf('sample-tulip-bunch'),
  },
  {
    name: 'Blush Rose Posy',
    price: 36.99,
    originalPrice: 42.99,
    rating: 4.7,
    reviews: 112,
    category: 'Roses',
    picture: pictureOf('blush-rose-posy'),
  },
  {
    name: 'Crimson Lily Wrap',
    price: 41.99,
    rating: 4.3,
    reviews: 51,
    category: 'Lilies',
    picture: pictureOf('crimson-lily-wrap'),
  },
  {
    name: 'Lotus Offering',
    price: 24.99,
    rating: 4.9,
    reviews: 184,
    category: 'Seasonal',
    picture: pictureOf('lotus-offering'),
  },
]
