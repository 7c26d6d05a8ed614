import * as z from 'zod/mini'
import { defineEndpoint, endpointGroup } from '../endpoint.ts'
import { anyId, id, inPart, line, listOrWrapped, patchOf, version, wrapped } from '../primitives.ts'
import { recordAt } from '../record-endpoints.ts'

export const impactsMax = 4

export const impactsFull = {
  button: 'Maximum of 4 impacts allowed. Delete an existing impact to add a new one.',
  panel: 'Maximum of 4 impacts allowed. Delete one to add another.',
} as const

export const impact = z.object({
  id,
  title: z.string(),
  value: z.string(),
  version,
})
export type Impact = z.output<typeof impact>

const impactFields = {
  title: line(80, { required: 'Title is required' }),
  value: line(40),
}

export const impactInput = z.object({ title: impactFields.title, value: z._default(impactFields.value, '') })
export type ImpactInput = z.output<typeof impactInput>

export const impactPatch = patchOf(impactFields)
export type ImpactPatch = z.output<typeof impactPatch>

export const listImpacts = defineEndpoint('GET /api/impacts', {
  summary: 'List the impact numbers',
  access: 'public',
  response: wrapped(z.array(impact)),
  readAs: listOrWrapped(
    inPart(impact.shape, { id: anyId, title: z.string(), value: z.union([z.string(), z.number()]) }),
  ),
  topics: ['impacts'],
})

const records = recordAt('/api/impacts', 'site', wrapped(impact))

export const impactRecords = endpointGroup({
  add: records.adds('Create an impact number. There can be at most 4.', impactInput, {
    errors: ['limit_reached'],
  }),
  update: records.changes(
    'Change an impact number. Fields that are left out keep their values.',
    impactPatch,
  ),
  remove: records.deletes(
    'Delete an impact number. It can be restored from the bin while there are fewer than 4.',
  ),
})
