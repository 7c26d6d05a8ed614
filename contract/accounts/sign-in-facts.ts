/** The specification fixes these sentences, word for word. They stand alone, for a page that loads no schema. */
export const signInSentences = {
  bothRequired: 'Please enter both email and password',
  emailInvalid: 'Please enter a valid email address',
  wrong: 'Invalid email or password.',
} as const

/** A browser keeps several tokens, because several people may sign in with it. */
export const deviceTokensMax = 5
