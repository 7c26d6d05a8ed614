import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { email, linkParams, schoolDay, wrapped } from '../primitives.ts'

// A yearly reminder is an e-mail to a buyer who asked for it, for example a week before 14 February.

/** The most reminders for one address. Each reminder is for a different day of the year. */
export const remindersMax = 20

/** A buyer who is signed in need not give an e-mail address. */
export function reminderFormOf({ isBuyers }: { isBuyers: boolean }) {
  const typed = z.transform((typed: string | undefined) => typed || undefined)
  return z.object({ email: z.pipe(typed, isBuyers ? z.optional(email()) : email()) })
}

export const setReminder = defineEndpoint('PUT /api/orders/:id/reminder', {
  summary:
    'Start or stop a yearly reminder for the buyer of an order. It is e-mailed a week before the day of the order’s delivery.',
  access: 'public',
  isOpenEarly: true,
  body: z.object({ email: z.optional(email()), isWanted: z.boolean() }),
  errors: ['not_found', 'conflict', 'limit_reached'],
  response: wrapped(
    z.object({
      occasionOn: z.nullable(schoolDay),
      letterOn: z.nullable(schoolDay),
    }),
  ),
})

/**
 * The link in the e-mail. Browsers open a page at this path. Mail programs post a form to the same path (RFC 8058), so
 * the path is outside `/api`.
 */
export const endReminder = defineEndpoint('POST /reminder/:token', {
  summary: 'Stop a yearly reminder with the token from the link in its e-mails',
  access: 'public',
  isOpenEarly: true,
  params: linkParams,
  dropsBody: true,
})

export const getOrderRecipient = defineEndpoint('GET /api/orders/:id/recipient', {
  summary: 'Get the recipient of one of the caller’s own orders, for ordering again',
  access: 'user',
  isOpenEarly: true,
  response: wrapped(
    z.object({
      /** This field and the fields below it up to `occasion` are empty texts if the order has no value for them. */
      recipientName: z.string(),
      recipientPhone: z.string(),
      address: z.string(),
      area: z.string(),
      landmark: z.string(),
      pincode: z.string(),
      occasion: z.string(),
      /** The next anniversary of the delivery; null for an order that was placed before the store existed. */
      day: z.nullable(schoolDay),
      isReminded: z.boolean(),
    }),
  ),
})
