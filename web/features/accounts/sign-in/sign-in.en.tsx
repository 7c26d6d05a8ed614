// The texts of the sign-in page in English. `contract/accounts/sign-in-facts.ts` has the texts that the server sends
// too.

import type { ReactNode } from 'react'

export const signIn = 'Sign in'
export const heading = (
  <>
    Welcome <em>back</em>
  </>
)
export const lead = 'Sign in with your e-mail address.'
export const email = 'Email'
export const password = 'Password'
export const signInButton = 'Sign In'
export const signingIn = 'Signing in...'
export const forgotPassword = 'Forgot your password?'
export const signUp = 'Sign up'

export const secondStep = ({ email }: { email: ReactNode }) => <>One more step to sign in as {email}.</>
export const code = 'Code'
export const codeHint = 'From your authenticator app, or one of your recovery codes'
export const otherAccount = 'Use a different account'

export const byPasskey = 'Sign in with a passkey'
export const waitingForDevice = 'Waiting for your device...'

export const welcomeBack = ({ name }: { name: string }) =>
  `Welcome back, ${name}! You've successfully signed in.`

export const codeRequired = 'Enter the code from your authenticator app.'
export const failed = 'Failed to connect to server.'
export const noToken = 'No session token received from server.'
export const noConnection =
  'Cannot connect to server. Check that the server is running and that you’re connected.'
export const notFound = 'Authentication endpoint not found. Please check backend configuration.'
