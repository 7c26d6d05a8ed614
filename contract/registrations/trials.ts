import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { patterned, wrapped } from '../primitives.ts'
import { previewAddress } from '../record-endpoints.ts'

/**
 * The state of the trial's e-mail. `unset`: the school has no mail server. `senderless`: the school has no address that
 * e-mails can come from. `failed`: the mail server did not take the e-mail.
 */
export const trialLetters = ['sent', 'unset', 'senderless', 'failed'] as const

export const trialEnd = z.object({
  courseTitle: z.string(),
  day: z.string(),
  startTime: z.nullable(z.string()),
  seats: z.number(),
  /** The price of these seats for a visitor, as a decimal string in rupees. */
  price: z.string(),
  /** The address of the account that began the trial. */
  email: z.string(),
  letter: z.enum(trialLetters),
  /** The subject and text of the e-mail; null if it was sent. */
  unsent: z.nullable(z.object({ subject: z.string(), text: z.string() })),
})
export type TrialEnd = z.output<typeof trialEnd>

export const beginTrial = defineEndpoint('POST /api/admin/site/trial', {
  summary:
    'Get the address at which an enrolment can be tried for an hour. Nothing is kept, and the e-mail goes to the caller alone.',
  right: 'settings',
  errors: ['conflict'],
  response: wrapped(previewAddress),
})

export const endTrial = defineEndpoint('POST /api/admin/set-up/trial', {
  summary: 'Read how a trial enrolment went, and note in the set-up that one succeeded',
  right: 'settings',
  body: z.object({ trial: patterned(20_000, /^[\w-]+$/, 'This trial can’t be read. Begin another one.') }),
  errors: ['not_found'],
  response: wrapped(trialEnd),
})
