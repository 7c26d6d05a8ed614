// The texts in English about products and deliveries that several pages share.

export const outOfStock = 'Out of Stock'
export const notOffered = 'No longer offered'

export const sameDay = 'Same-day delivery'
export const fromDay = ({ day }: { day: string }) => `Delivery from ${day}`
