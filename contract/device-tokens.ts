/** Tokens that a browser keeps, since several people may sign in with it. */
export const deviceTokensMax = 5
