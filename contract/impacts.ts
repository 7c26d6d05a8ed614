import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { id, wrapped } from './primitives.ts'

export const impactsMax = 4

export const impact = z.object({ id, title: z.string(), value: z.string() })
export type Impact = z.output<typeof impact>

export const listImpacts = defineEndpoint({
  method: 'GET',
  path: '/api/impacts',
  summary: 'The numbers the school is proud of',
  access: 'public',
  response: wrapped(z.array(impact)),
  topics: ['impacts'],
})
