/** Of the tokens that a browser was given, the last few: several people may sign in with it. */
export const deviceTokensMax = 5
