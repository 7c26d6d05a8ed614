export const cartTokenHeader = 'cart-token'
/**
 * A header with random letters from the browser. A browser that has no cart token yet sends it, so that a repeated call
 * finds the cart that the first call made.
 */
export const cartProofHeader = 'cart-proof'
export const cartLinesMax = 30
export const cartQuantityMax = 99
export const answerMax = 120
