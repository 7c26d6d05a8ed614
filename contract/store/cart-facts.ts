export const cartTokenHeader = 'cart-token'
/** A browser without a token repeats its own call by this header; it carries random letters of the browser. */
export const cartProofHeader = 'cart-proof'
export const cartLinesMax = 30
export const cartQuantityMax = 99
export const answerMax = 120
