/**
 * The specification prescribes these sentences word for word. They have a file of their own, for a page that loads no
 * zod schema.
 */
export const signInSentences = {
  bothRequired: 'Please enter both email and password',
  emailInvalid: 'Please enter a valid email address',
  wrong: 'Invalid email or password.',
} as const

/** A browser keeps a token for each person who signs in with it, up to this number. */
export const deviceTokensMax = 5
