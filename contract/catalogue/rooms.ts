import * as z from 'zod/mini'
import { endpointGroup } from '../endpoint.ts'
import { id, instant, patchOf, sortedQuery, version, wrapped } from '../primitives.ts'
import { recordAt } from '../record-endpoints.ts'
import { addedIn, cellsIn, importColumnsIn, requiredText, shownIn, textOrNone } from '../record-fields.ts'

export const roomFields = {
  name: requiredText('line', { label: 'Name', column: 'name', example: 'Jasmine Studio' }, 80),
  /** The room's address; null means the school's own address. */
  address: textOrNone(
    'text',
    {
      label: 'Address',
      column: 'address',
      example: '12, North Mada Street, Mylapore',
      hint: 'Leave blank for the school’s address',
    },
    300,
  ),
}

export const room = z.object({
  id,
  ...shownIn(roomFields),
  batches: z.number(),
  created_at: instant,
  version,
})
export type Room = z.output<typeof room>

export const roomInput = z.object(addedIn(roomFields))
export type RoomInput = z.output<typeof roomInput>
export const roomPatch = patchOf(roomInput.shape)
export type RoomPatch = z.output<typeof roomPatch>

export const roomsQuery = sortedQuery(['name', '-name', 'newest'])
export type RoomsQuery = z.output<typeof roomsQuery>

const records = recordAt('/api/admin/rooms', 'classes', wrapped(room))

export const roomRecords = endpointGroup({
  list: records.lists('List the rooms in which batches meet', roomsQuery, room),
  get: records.reads('Get a room'),
  add: records.adds('Create a room', roomInput),
  update: records.changes('Change a room. Fields that are left out keep their values.', roomPatch),
  remove: records.deletes('Delete a room that no upcoming batch uses. It can be restored from the bin.'),
  imports: records.keptImports('rooms'),
})

export const roomImportRow = z.object(cellsIn(roomFields))
export const roomImportColumns = importColumnsIn(roomFields)
