import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { wrapped } from '../primitives.ts'

export const getDisk = defineEndpoint('GET /api/admin/disk', {
  summary: 'Get the problem with this server’s disk and what to do about it, or null',
  right: 'back-office',
  response: wrapped(z.object({ problem: z.nullable(z.string()) })),
})
