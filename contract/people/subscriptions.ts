import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { anyPhone, email, line, linkParams } from '../primitives.ts'
import * as error from './fields.en.ts'

/** The form of the newsletter in the footer. */
export const newsletterBody = z.object({ email: email(error.newsletterEmailRequired) })

export const subscribeToNewsletter = defineEndpoint('POST /api/landing/email', {
  summary: 'Subscribe an e-mail address to the newsletter',
  access: 'public',
  isOpenEarly: true,
  body: newsletterBody,
})

/**
 * The link in the e-mail. Browsers open a page at this path. Mail programs post a form to the same path (RFC 8058), so
 * the path is outside `/api`.
 */
export const unsubscribeFromNewsletter = defineEndpoint('POST /unsubscribe/:token', {
  summary: 'Unsubscribe an e-mail address with the token from the link in the newsletter',
  access: 'public',
  isOpenEarly: true,
  params: linkParams,
  dropsBody: true,
})

/** The form in the subscribe popup. */
export const contactBody = z.object({
  name: line(120, { required: error.nameRequired }),
  phone: anyPhone(error.phoneRequired),
  email: email(),
})

export const leaveContact = defineEndpoint('POST /api/landing/contact', {
  summary: 'Store the name, phone number and e-mail address of a visitor who wants updates',
  access: 'public',
  body: contactBody,
})
