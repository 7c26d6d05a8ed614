// The English texts that are shown after something was added to the cart.

export const added = 'Added to your cart'
export const viewCart = 'View cart'
