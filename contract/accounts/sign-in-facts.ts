/** A browser keeps one token for each person who signs in with it. This is the limit. */
export const deviceTokensMax = 5
