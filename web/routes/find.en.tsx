// The texts of the page "Find my order or seat" in English.

import type { ReactNode } from 'react'

export const title = 'Find my order or seat'
export const heading = (
  <>
    Find my <em>order or seat</em>
  </>
)
export const lead =
  'You don’t need an account. Orders and seats booked in this browser are listed below. For all others, enter the e-mail address you gave us. We’ll send you a link to each order and seat.'

export const leadWithoutMail =
  'You don’t need an account. Orders and seats booked in this browser are listed below.'

export const inThisBrowser = 'In this browser'
export const looking = 'Looking…'
export const withAccount = (link: (words: ReactNode) => ReactNode) => (
  <>Have an account? {link('Sign in to see everything in it')}.</>
)
export const inAccount = (link: (words: ReactNode) => ReactNode) => (
  <>You’re signed in. {link('See everything in your account')}.</>
)

export const byEmail = 'By e-mail'
export const email = 'Email'
export const sendLinks = 'Send me the links'
export const sending = 'Sending...'
export const checkInbox = ({ email }: { email: string }) => `Check the inbox of ${email}`
export const checkInboxLead =
  'Our e-mail lists the orders and seats under this address, with a link to each. It may take a minute to arrive. If you can’t find it, check your spam folder. We send at most one an hour.'
export const noEmail = (callOrChat: ReactNode) => (
  <>Didn’t give us an e-mail address, or can’t find our e-mail? Please {callOrChat}.</>
)
