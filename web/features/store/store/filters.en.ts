// The texts of the store's filter form in English.

export const search = 'Search'
export const searchExample = 'Roses, birthday, jasmine'
export const lowestPrice = 'Lowest price'
export const highestPrice = 'Highest price'
export const sortBy = 'Sort by'
export const inStock = 'In stock'
export const show = 'Show'
