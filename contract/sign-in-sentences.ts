/** B§5, B§8: the sign-in page, word for word. By themselves, for a page that loads no schema. */
export const signInSentences = {
  bothRequired: 'Please enter both email and password',
  emailInvalid: 'Please enter a valid email address',
  noToken: 'No session token received from server.',
  wrong: 'Invalid email or password.',
  network: 'Cannot connect to server',
  notFound: 'Authentication endpoint not found. Please check backend configuration.',
  fallback: 'Failed to connect to server.',
  /** Ours: the second step. */
  codeRequired: 'Please enter the code of your authenticator app.',
} as const
