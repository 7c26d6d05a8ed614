// The texts about a product in English, on its card and on its own page.

import type { ReactNode } from 'react'
import { plural } from '../../../../contract/plural.ts'

export const theStore = 'The store'
export const priceFrom = (price: ReactNode) => (
  <>
    <span className="text-sm text-ink-soft">from </span>
    {price}
  </>
)
export const priceBefore = 'Original price'
export const featured = 'Featured'

export const collectOnly = 'Collect from the studio'
export const askForDay = 'Ask us for a delivery day'
export const orderAhead = ({ days }: { days: number }) =>
  plural(days, { one: 'Order a day ahead', other: `Order ${days} days ahead` })
export const ways = {
  standard: 'Standard delivery',
  express: 'Express delivery',
  midnight: 'Midnight delivery',
  pickup: collectOnly,
}

export const addToCart = 'Add to cart'
export const notYetPaid = 'Can’t be bought online yet'
export const addFailed = ({ name }: { name: string }) => `We couldn’t add ${name} to your cart`
export const checkConnection = 'Check your connection and try again.'
