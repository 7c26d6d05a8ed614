import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { instant, line, wrapped } from '../primitives.ts'
import { staffRoles } from '../rights.ts'

/**
 * The numbers of records that emptying removes. The page shows them before an owner empties the demonstration school.
 */
const counts = z.object({
  classes: z.number(),
  seats: z.number(),
  products: z.number(),
  orders: z.number(),
  payments: z.number(),
  posts: z.number(),
  people: z.number(),
  messages: z.number(),
  pictures: z.number(),
})
export const demonstrationCounts = Object.keys(counts.shape) as (keyof typeof counts.shape)[]

const demonstration = z.object({
  /** Null for a school that is not the demonstration. */
  plan: z.nullable(
    z.object({
      schoolName: z.string(),
      goes: counts,
      /** The accounts that stay. */
      staff: z.array(
        z.object({ name: z.string(), email: z.string(), role: z.enum([...staffRoles, 'none']) }),
      ),
      /**
       * The names of the settings that staff typed, which stay. The name `pages` stands for texts that staff wrote into
       * pages.
       */
      settings: z.array(z.string()),
    }),
  ),
  /**
   * The time of the emptying, and the folder of the backup on the server. Null if no demonstration was emptied here.
   */
  emptied: z.nullable(z.object({ at: instant, backup: z.string() })),
})
export type Demonstration = z.output<typeof demonstration>

export const getDemonstration = defineEndpoint('GET /api/admin/demonstration', {
  summary: 'Get what goes and what stays if the demonstration school is emptied, or when that was done',
  right: 'payment-settings',
  response: wrapped(demonstration),
})

export const emptyDemonstration = defineEndpoint('POST /api/admin/demonstration/empty', {
  summary:
    'Empty the demonstration school, so that a real school can use it. The server makes a backup first. Staff accounts and the settings that staff changed stay.',
  right: 'payment-settings',
  confirms: 'password',
  body: z.object({ name: line(80, { required: 'Type the school’s name' }) }),
  errors: ['conflict', 'unavailable'],
  response: wrapped(demonstration),
})
