import * as z from 'zod/mini'

/** The filter and the mark of what staff answer: enquiries and requests for bouquets. */
export const whetherAnswered = z.optional(z.enum(['yes', 'no']))
export const answeredMark = z.object({ answered: z.boolean() })
