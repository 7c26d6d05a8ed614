import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { asTyped, between, id, inOrder, instant, pageQuery, wrapped } from '../primitives.ts'
import { auditActions, recordKinds } from '../records.ts'

export const auditEntry = z.object({
  id,
  at: instant,
  /** Null means the server itself, such as when a hold ran out. */
  who: z.nullable(z.object({ id, name: z.string(), email: z.string() })),
  action: z.enum(auditActions),
  kind: z.enum(recordKinds),
  recordId: z.string(),
  /** The title is what the record was called at that moment. */
  title: z.string(),
  /** Values are text; null means that there was none. */
  changes: z.array(z.object({ field: z.string(), from: z.nullable(z.string()), to: z.nullable(z.string()) })),
})
export type AuditEntry = z.output<typeof auditEntry>

export const listAudit = defineEndpoint('GET /api/admin/audit', {
  summary:
    'Who changed what, newest first; one record with `kind` and `record`, one person with `who`, words of it with `q`',
  right: 'history',
  query: inOrder(
    z.object({
      ...pageQuery.shape,
      kind: z.optional(z.enum(recordKinds)),
      record: z.optional(asTyped(200)),
      who: z.optional(id),
      ...between,
    }),
  ),
  response: wrapped(z.array(auditEntry)),
})

export const listAuditPeople = defineEndpoint('GET /api/admin/audit/people', {
  summary: 'Who works in the back office, for the filter by person',
  right: 'history',
  response: wrapped(z.array(z.object({ id, name: z.string() }))),
})
