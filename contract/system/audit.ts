import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { asTyped, between, id, inOrder, instant, pageQuery, wrapped } from '../primitives.ts'
import { auditActions, recordKinds } from '../records.ts'

export const auditEntry = z.object({
  id,
  at: instant,
  /** The person who made the change. Null means the server itself, such as when a hold ended. */
  who: z.nullable(z.object({ id, name: z.string(), email: z.string() })),
  action: z.enum(auditActions),
  kind: z.enum(recordKinds),
  recordId: z.string(),
  /** The name that the record had at that moment. */
  title: z.string(),
  /** Values as text; null means that there was no value. */
  changes: z.array(z.object({ field: z.string(), from: z.nullable(z.string()), to: z.nullable(z.string()) })),
})
export type AuditEntry = z.output<typeof auditEntry>

export const listAudit = defineEndpoint('GET /api/admin/audit', {
  summary:
    'List the changes in the audit log, newest first. Filter them by record with `kind` and `record`, by person with `who`, and by text with `q`.',
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
  summary: 'List the people who work in the back office, for filtering the audit log',
  right: 'history',
  response: wrapped(z.array(z.object({ id, name: z.string() }))),
})
