export const cartTokenHeader = 'cart-token'
/**
 * A header with random letters. A browser without a cart token sends this header, so that a repeated call finds the
 * cart that the first call made.
 */
export const cartProofHeader = 'cart-proof'
export const cartLinesMax = 30
export const cartQuantityMax = 99
export const answerMax = 120
