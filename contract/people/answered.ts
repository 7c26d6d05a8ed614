import * as z from 'zod/mini'

/** The filter and the mark of enquiries and requests for bouquets, which staff answer. */
export const whetherAnswered = z.optional(z.enum(['yes', 'no']))
export const answeredMark = z.object({ answered: z.boolean() })
