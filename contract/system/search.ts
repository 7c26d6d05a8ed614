import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { asTyped, wrapped } from '../primitives.ts'
import { recordKinds } from '../records.ts'

export const searchHit = z.object({
  kind: z.enum(recordKinds),
  id: z.string(),
  title: z.string(),
  detail: z.string(),
  /** The search text that finds the record in its section of the back office. */
  q: z.string(),
})
export type SearchHit = z.output<typeof searchHit>

/** A shorter search text would find nearly everything. */
export const searchLengthMin = 2

export const searchRecords = defineEndpoint('GET /api/admin/search', {
  summary: 'Search records of every kind by name, e-mail address, phone number or reference',
  right: 'back-office',
  query: z.object({ q: asTyped(100).check(z.minLength(searchLengthMin)) }),
  response: wrapped(z.array(searchHit)),
})
