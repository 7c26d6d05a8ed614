import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { email, id, instant, linkParams, wrapped } from '../primitives.ts'
import * as error from './fields.en.ts'

/**
 * The record, named by `kind` and `id`, that a link in an e-mail has confirmed. The record is now held until
 * `holdUntil`.
 */
export const provedThing = z.object({
  kind: z.enum(['enrolment', 'event-booking', 'order', 'waiting-list', 'seat-hold']),
  id,
  holdUntil: z.nullable(instant),
})

export const proveByLink = defineEndpoint('POST /api/proofs', {
  summary:
    'Confirm an e-mail address with the token from the link in an e-mail. The seat or order in that e-mail is then held longer.',
  access: 'public',
  isOpenEarly: true,
  body: z.object({
    ...linkParams.shape,
    /**
     * True if the seat that the booking dialog holds becomes a booking now. The visitor then pays for it on the
     * booking's page.
     */
    completes: z.optional(z.boolean()),
  }),
  errors: ['not_found', 'batch_full', 'batch_changed', 'already_enrolled', 'coupon_invalid'],
  response: wrapped(provedThing),
})

export const ownLinksBody = z.object({ email: email(error.emailRequired) })

export const mailOwnLinks = defineEndpoint('POST /api/own-links', {
  summary:
    'Send the links to the seats and orders of an e-mail address to that address. The response is the same for every address.',
  access: 'public',
  isOpenEarly: true,
  body: ownLinksBody,
})
