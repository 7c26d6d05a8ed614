// The messages about changes of the cart in English.

export const changeFailed = 'We couldn’t update your cart'
export const checkConnection = 'Check your connection and try again.'
export const yourCart = 'Your cart'
export const addFailed = ({ names }: { names: string }) => `We couldn’t add ${names} to your cart`
export const restAdded = ({ reason }: { reason: string }) => `${reason} The other items are in your cart.`
