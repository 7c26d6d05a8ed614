import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { done, email, linkParams, text } from './primitives.ts'

/** P§5: the footer's newsletter box. */
export const newsletterBody = z.object({ email: email('Please enter your email address') })

export const subscribeToNewsletter = defineEndpoint('POST /api/landing/email', {
  summary: 'Subscribe an address to the newsletter',
  access: 'public',
  body: newsletterBody,
  rate: 'write',
  response: done,
})

/**
 * Not under `/api`: a mail program's own button posts a form to the link of the letter (RFC 8058), and a browser that
 * opens the same link gets the page that asks first.
 */
export const unsubscribeFromNewsletter = defineEndpoint('POST /unsubscribe/:token', {
  summary: 'Take an address off the newsletter, by the link in its letters',
  access: 'public',
  params: linkParams,
  dropsBody: true,
  rate: 'write',
  response: done,
})

/** P§5: the subscribe popup; all three are required. */
export const contactBody = z.object({
  name: text(120, { required: 'Name is required' }),
  phone: text(20, { required: 'Phone number is required' }),
  email: email(),
})

export const leaveContact = defineEndpoint('POST /api/landing/contact', {
  summary: 'Leave name, phone and e-mail for updates',
  access: 'public',
  body: contactBody,
  rate: 'write',
  response: done,
})
