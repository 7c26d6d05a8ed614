/** B§5, B§8, word for word: what server and page both say. By themselves, for a page that loads no schema. */
export const signInSentences = {
  bothRequired: 'Please enter both email and password',
  emailInvalid: 'Please enter a valid email address',
  wrong: 'Invalid email or password.',
} as const
