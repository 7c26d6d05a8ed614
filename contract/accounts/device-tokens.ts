/** A browser keeps several tokens, because several people may sign in with it. */
export const deviceTokensMax = 5
