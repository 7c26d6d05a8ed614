import * as z from 'zod/mini'
import { endpointGroup } from '../endpoint.ts'
import { id, instant, line, patchOf, sortedQuery, text, version, wrapped } from '../primitives.ts'
import { recordAt } from '../record-endpoints.ts'
import { cell, type ImportColumn, orBlank } from '../row-import.ts'

export const room = z.object({
  id,
  name: z.string(),
  /** Null means the school's own address. */
  address: z.nullable(z.string()),
  batches: z.number(),
  created_at: instant,
  version,
})
export type Room = z.output<typeof room>

const fields = { name: line(80, { required: 'Name is required' }) }
const optional = { address: z.nullish(text(300)) }

export const roomInput = z.object({ ...fields, ...optional })
export type RoomInput = z.output<typeof roomInput>
export const roomPatch = patchOf({ ...fields, ...optional })
export type RoomPatch = z.output<typeof roomPatch>

export const roomsQuery = sortedQuery(['name', '-name', 'newest'])
export type RoomsQuery = z.output<typeof roomsQuery>

const records = recordAt('/api/admin/rooms', 'classes', wrapped(room))

export const roomRecords = endpointGroup({
  list: records.lists('The rooms in which batches meet', roomsQuery, room),
  get: records.reads('One room'),
  add: records.adds('Add a room', roomInput),
  update: records.changes('Change a room; absent fields stay', roomPatch),
  remove: records.deletes('Delete a room in which no batch meets any more'),
  imports: records.keptImports('rooms'),
})

export const roomImportRow = z.object({
  name: cell(fields.name, (typed) => typed),
  address: orBlank(text(300)),
})

export const roomImportColumns: readonly ImportColumn<keyof typeof roomImportRow.shape>[] = [
  { name: 'name', header: 'Name', isRequired: true, example: 'Jasmine Studio' },
  {
    name: 'address',
    header: 'Address',
    example: '12, North Mada Street, Mylapore',
    hint: 'Empty is the school’s own',
  },
]
