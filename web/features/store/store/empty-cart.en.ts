// The texts in English of a cart or checkout that has nothing in it.

export const findOrder = 'Find my order'
export const featured = 'Our florist’s choice'
export const priceFrom = ({ price }: { price: string }) => `from ${price}`
export const visitStore = 'Visit the store'
export const viewLastOrder = 'View your last order'
