// The texts of the frame around every page in English.

import type { ReactNode } from 'react'
import { plural } from '../../contract/plural.ts'

export const home = 'Home'
export const about = 'About'
export const classes = 'Classes & Programs'
export const calendar = 'Calendar'
export const contact = 'Contact'
export const store = 'Store'
export const journal = 'Journal'
export const favourites = 'Favourites'
export const cart = 'Cart'
export const findOrder = 'Find my order or seat'

export const skip = 'Skip'
export const skipToContent = 'Skip to content'
export const toHome = ' home'
export const mainMenu = 'Main'
export const openMenu = 'Open menu'
export const closeMenu = 'Close menu'
export const menu = 'Menu'
export const yours = 'Your orders and favourites'
export const cartWith = ({ count }: { count: number }) =>
  plural(count, { one: 'Cart, 1 item', other: `Cart, ${count} items` })
export const signIn = 'Sign In'
export const signOut = 'Sign Out'
export const welcome = ({ name }: { name: string }) => `Welcome, ${name}`
export const nameless = 'User'
export const admin = 'Admin'

export const quickLinks = 'Quick links'
export const findUs = 'Find us'
export const newsletter = 'Flowers in your inbox'
export const newsletterPlaceholder = 'Your email address'
export const subscribe = 'Subscribe'
export const subscribed = 'Successfully subscribed to our newsletter!'
export const subscribeFailed = 'Failed to subscribe. Please try again.'
export const emailMissing = 'Please enter your email address'
export const emailInvalid = 'Please enter a valid email address'
export const copyright = ({ name, copyrightYear }: { name: string; copyrightYear: number }) =>
  `© ${copyrightYear} ${name}. All rights reserved.`
export const privacy = 'Privacy Policy'
export const terms = 'Terms & Services'
export const courseTerms = 'Course terms'
export const hallTerms = 'Hall terms'

export const loading = 'Loading'
export const failedTitle = 'Something went wrong'
export const failed = 'We couldn’t show this page'
export const failedLead = (
  <>
    Check your connection and try again, or go{' '}
    <a className="link" href="/">
      back to home
    </a>
    .
  </>
)
export const tryAgain = 'Try again'
export const offline = 'You’re offline'
export const offlineLead = 'Check your connection and try again.'

export const withoutScripts = 'Without JavaScript'
export const scriptsOff = 'JavaScript is turned off in your browser'
export const scriptsOffLead = (callOrChat: ReactNode) => (
  <>
    You can see our courses and flowers, and order one product at a time. To sign in, enrol or book, turn on
    JavaScript, or {callOrChat}.
  </>
)
export const scriptsOffLeadOfCourses = (callOrChat: ReactNode) => (
  <>You can see our courses. To sign in, enrol or book, turn on JavaScript, or {callOrChat}.</>
)
export const scriptsMissing = 'This page hasn’t fully loaded'
export const scriptsMissingLead = (callOrChat: ReactNode) => (
  <>Buttons and forms don’t work yet. Refresh the page. If that doesn’t help, please {callOrChat}.</>
)
export const refresh = 'Refresh'
