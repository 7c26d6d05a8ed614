/** The header that carries a guest's cart token. */
export const cartTokenHeader = 'cart-token'
/** The header by which a browser that has no token repeats its own call: random letters of its own. */
export const cartProofHeader = 'cart-proof'
export const cartLinesMax = 30
/** Of one line. */
export const cartQuantityMax = 99
/** Characters in the answer to a product's custom label. */
export const answerMax = 120
