// The texts in English about products and deliveries that several pages share.

export const outOfStock = 'Out of Stock'
export const notOffered = 'No longer offered'
export const enterPincode = 'Enter a six-digit pincode, such as 600004'
export const chooseQuantity = ({ most }: { most: number }) => `Choose a whole number from 1 to ${most}`

export const sameDay = 'Same-day delivery'
export const fromDay = ({ day }: { day: string }) => `Delivery from ${day}`
