import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { namesByKind } from '../named-records.ts'
import { asTyped, between, inOrder, instant, pageQuery, wrapped } from '../primitives.ts'
import { recordKinds } from '../records.ts'

export const binDays = 30

export const binEntry = z.object({
  kind: z.enum(recordKinds),
  recordId: z.string(),
  title: z.string(),
  deletedAt: instant,
  deletedBy: z.nullable(z.string()),
})
export type BinEntry = z.output<typeof binEntry>

export const listBin = defineEndpoint('GET /api/admin/bin', {
  summary: 'List the deleted records that can be restored, newest first',
  right: 'history',
  query: inOrder(z.extend(pageQuery, { kind: z.optional(z.enum(recordKinds)), ...between })),
  response: wrapped(z.array(binEntry)),
})

export const restoreFromBin = defineEndpoint('POST /api/admin/bin/:kind/:record/restore', {
  summary: 'Restore a deleted record from the bin',
  right: 'history',
  params: namesByKind(
    z.object({
      kind: z.enum(recordKinds),
      record: asTyped(200, { required: 'Say which record to restore' }),
    }),
    ['record'],
  ),
  errors: ['limit_reached'],
})
