/** The header that carries a guest's cart token. */
export const cartTokenHeader = 'cart-token'
export const cartLinesMax = 30
/** Of one line. */
export const cartQuantityMax = 99
/** Characters in the answer to a product's custom label. */
export const answerMax = 120
