/** The most tokens that one browser keeps. A browser keeps one token for each person who signs in with it. */
export const deviceTokensMax = 5
