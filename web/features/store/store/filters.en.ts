// The texts of the store's filter form in English.

export const search = 'Search'
export const searchExample = 'Search'
export const lowestPrice = 'Lowest price'
export const lowest = 'From'
export const highest = 'To'
export const highestPrice = 'Highest price'
export const sortBy = 'Sort by'
export const inStock = 'In stock'
export const show = 'Show'
