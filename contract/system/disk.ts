import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { wrapped } from '../primitives.ts'

export const getDisk = defineEndpoint('GET /api/admin/disk', {
  summary:
    'Get the problem with the server’s disk and what to do about it. If there is no problem, `problem` is null.',
  right: 'back-office',
  response: wrapped(z.object({ problem: z.nullable(z.string()) })),
})
