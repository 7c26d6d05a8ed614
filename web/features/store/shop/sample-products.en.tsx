// The texts of the page with sample products in English.

import { plural } from '../../../../contract/plural.ts'

export const title = 'Bouquets'
export const shareDescription =
  'Sample bouquets with prices in US dollars. Our store has flowers you can order.'
export const eyebrow = 'The sample collection'
export const heading = (
  <>
    Exquisite <em>Bouquets</em>
  </>
)
export const lead =
  'These bouquets are samples with prices in US dollars, and you can’t order them. Our store has flowers you can order, with prices in rupees.'
export const visitStore = 'Visit the store'
export const customHeading = 'Not what you had in mind?'
export const customLead = 'Tell us the occasion, the colours and your budget, and we’ll make it for you.'
export const askForCustom = 'Ask for a custom bouquet'

export const names = {
  'red-rose-dozen': 'Red Rose Dozen',
  'star-lily-vase': 'Star Lily Vase',
  'ruby-orchid-pot': 'Ruby Orchid Pot',
  'market-morning-bouquet': 'Market Morning Bouquet',
  'festival-marigold-basket': 'Festival Marigold Basket',
  'sample-tulip-bunch': 'Tulip Bunch',
  'blush-rose-posy': 'Blush Rose Posy',
  'crimson-lily-wrap': 'Crimson Lily Wrap',
  'lotus-offering': 'Lotus Offering',
}
export const discount = ({ percent }: { percent: number }) => `${percent}% off`
export const ratingAndReviews = ({ rating, reviews }: { rating: string; reviews: number }) =>
  plural(reviews, { one: `${rating} (1 review)`, other: `${rating} (${reviews} reviews)` })
export const priceBefore = 'Original price'
export const addToCart = 'Add to Cart'
export const addToCartNamed = ({ name }: { name: string }) => `Add to Cart: ${name}`
export const isSample = ({ name }: { name: string }) => `${name} is a sample`
export const isSampleLead = 'We haven’t added it to your cart. Our store has flowers you can order.'
