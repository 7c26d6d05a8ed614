// The texts of the store's page in English.

import { plural } from '../../../../contract/plural.ts'

export const shareDescription = ({ school }: { school: string }) =>
  `Order flowers from ${school}. See prices, sizes and when you can have them.`
export const shareCategory = ({ category, about }: { category: string; about: string }) =>
  `${category}. ${about}`
export const heading = 'Flowers from\nour store'
export const lead = 'Choose your flowers, and the day and time that suit you.'
export const category = 'Category'
export const allFlowers = 'All flowers'
export const flowers = 'Flowers'
export const searchAndFilter = 'Search and filter'
export const deliveryTimes = 'Delivery times'

export const itemsFound = ({ count }: { count: number }) =>
  plural(count, { one: '1 item', other: `${count} items` })
export const inStock = 'In stock'
export const searchFor = ({ words }: { words: string }) => `“${words}”`
export const removeFilter = ({ filter }: { filter: string }) => `Remove the filter ${filter}`
export const clearAll = 'Clear all'
export const showMore = ({ count }: { count: number }) => `Show ${count} more`

export const loading = 'Loading flowers'
export const notLoaded = 'We couldn’t load the flowers.'
export const outOfDate = 'This list may be out of date.'
export const storeIsEmpty = 'No flowers today'
export const storeIsEmptyLead = 'There’s nothing in the store right now. Please come back soon.'
export const unknownCategory = 'We couldn’t find this category'
export const noMatch = 'No flowers match your search'
export const noMatchLead = 'Try fewer words, another price or another category.'
export const showAll = 'Show all flowers'

export const delivery = 'Delivery'
export const chooseOptions = 'Choose'
export const chooseOptionsOf = ({ name }: { name: string }) => `Choose: ${name}`
export const addToCartNamed = ({ name }: { name: string }) => `Add to cart: ${name}`
