// The texts of the cart's notices in English.

export const itemName = ({ product, size }: { product: string; size: string }) => `${product}, ${size}`
export const itemCount = ({ quantity, item }: { quantity: number; item: string }) => `${quantity} × ${item}`
export const added = ({ items }: { items: readonly string[] }) => `Added to your cart: ${items.join('; ')}.`
export const cartIsFull = ({ most, item }: { most: number; item: string }) =>
  `A cart holds up to ${most} different items, so we couldn’t add ${item}.`
export const mostOfItem = ({ most, item }: { most: number; item: string }) =>
  `A cart holds up to ${most} of ${item}.`
export const fewer = ({ most, item }: { most: number; item: string }) =>
  `You can order only ${most} of ${item} right now, so your cart has ${most}.`
export const priceChanged = ({ item, from, to }: { item: string; from: string; to: string }) =>
  `The price of ${item} has changed from ${from} to ${to}.`
export const noLongerOffered = ({ item }: { item: string }) =>
  `We no longer offer ${item}, so we removed it from your cart.`
export const soldOut = ({ item }: { item: string }) =>
  `${item} is out of stock, so we removed it from your cart.`
