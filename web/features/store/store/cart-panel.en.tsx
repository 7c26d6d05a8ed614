// The texts of the cart in English.

import { plural } from '../../../../contract/plural.ts'

export const loading = 'Loading your cart'
export const notLoaded = 'We couldn’t load your cart.'
export const outOfDate = 'Your cart may be out of date.'
export const empty = 'Your cart is empty'
export const emptyLead = 'Choose a bouquet, and we’ll arrange it for your delivery day.'

export const inYourCart = 'In your cart'
export const priceEach = ({ price }: { price: string }) => `${price} each`
export const yourAnswer = 'Your answer'
export const noMore = 'You can’t order more of this right now.'
export const quantityOf = ({ name }: { name: string }) => `Quantity of ${name}`
export const remove = ({ name }: { name: string }) => `Remove ${name}`
export const removed = ({ name }: { name: string }) => `${name} removed`
export const undo = 'Undo'

export const total = 'Total'
export const items = ({ count }: { count: number }) =>
  plural(count, { one: '1 item', other: `${count} items` })
export const deliveryIsAdded = 'We’ll add the delivery fee at checkout. It depends on the place and time.'
export const checkout = 'Checkout'
export const notYetPaid = 'You can’t buy these online yet. Please contact us.'
export const keepShopping = 'Keep shopping'

export const goesWellWith = 'Goes well with'
export const add = 'Add'
export const addToCartNamed = ({ name }: { name: string }) => `Add to cart: ${name}`
