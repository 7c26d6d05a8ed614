// The texts of the store's filters and sorting in English.

export const featuredFirst = 'Featured first'
export const priceUp = 'Price, low to high'
export const priceDown = 'Price, high to low'
export const newest = 'Newest'

export const priceUpTo = ({ price }: { price: string }) => `Up to ${price}`
export const priceFrom = ({ price }: { price: string }) => `From ${price}`
export const priceBetween = ({ from, to }: { from: string; to: string }) => `${from} to ${to}`
