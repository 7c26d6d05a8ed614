import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { instant, wrapped } from '../primitives.ts'

export const getMachine = defineEndpoint('GET /api/admin/machine', {
  summary: 'Get facts about the server for the person who looks after it',
  right: 'api',
  response: wrapped(
    z.object({
      /** Node's version, such as `24.1.0`. */
      node: z.string(),
      database: z.enum(['embedded', 'PostgreSQL']),
      /** The time of the last backup; null if there has been no backup. */
      backupAt: z.nullable(instant),
    }),
  ),
})
