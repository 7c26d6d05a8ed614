import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { wrapped } from '../primitives.ts'

export const getDisk = defineEndpoint('GET /api/admin/disk', {
  summary: 'What is wrong with the disk of the server that answers, and what to do; null where all is well',
  right: 'back-office',
  response: wrapped(z.object({ problem: z.nullable(z.string()) })),
})
