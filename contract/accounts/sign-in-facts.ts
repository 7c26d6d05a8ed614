/**
 * The specification prescribes these messages word for word. They have their own file, so that a page can use them
 * without loading zod.
 */
export const signInSentences = {
  bothRequired: 'Please enter both email and password',
  emailInvalid: 'Please enter a valid email address',
  wrong: 'Invalid email or password.',
} as const

/** A browser keeps one token for each person who signs in with it. This is the limit. */
export const deviceTokensMax = 5
