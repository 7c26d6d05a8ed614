// The texts that the account forms share in English.

import type { ReactNode } from 'react'

export const firstName = 'First name'
export const lastName = 'Last name'
export const email = 'Email'
export const password = 'Password'
export const nothingLost = 'What you typed is still here.'
export const signInButton = 'Sign In'
export const sending = 'Sending...'
export const checking = 'Checking...'
export const saving = 'Saving...'

export const emailSent = ({ email }: { email: ReactNode }) => <>We’ve sent an e-mail to {email}.</>
export const enterCode =
  'Enter the 6-digit code from it. It may take a minute to arrive. If you can’t find it, check your spam folder.'
export const code = 'Code'
export const newCode = 'Send a new code'
