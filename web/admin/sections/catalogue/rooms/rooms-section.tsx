import { type Room, roomFields, roomImportColumns } from '../../../../../contract/catalogue/rooms.ts'
import { plural } from '../../../../../contract/plural.ts'
import { addedColumn, fewWords } from '../../../list/columns.tsx'
import { byName, newestFirst } from '../../../list/list-choices.ts'
import { callsOf } from '../../../record-calls.ts'
import { formFields } from '../../../record-fields.tsx'
import { recordSection } from '../../../record-section.tsx'

const fields = formFields(roomFields, {
  name: { autoComplete: 'off' },
  address: {
    rows: 3,
    hint: 'Only if it isn’t at the school. Students see it in e-mails and calendars.',
  },
})

// The CSV has the column names that an import expects.
export default recordSection({
  kind: 'room',
  calls: callsOf('/api/admin/rooms', 'edit', 'find'),
  namedBy: 'name',
  texts: {
    add: 'Add Room',
    edit: 'Edit Room',
    added: 'Room added successfully',
    addFailed: 'Failed to add room. Please try again.',
    updated: 'Room updated successfully',
    updateFailed: 'Failed to update room. Please try again.',
    changed: 'Someone else changed this room.',
    keptDraft: 'We’ve kept what you typed for a new room.',
    loading: 'Loading rooms…',
    notLoaded: 'We couldn’t load the rooms',
    loadFailed: 'Failed to fetch rooms',
    refreshed: 'Rooms refreshed successfully',
    counted: ({ count }) => plural(count, { one: '1 room', other: `${count} rooms` }),
    deleted: () => 'Room deleted successfully',
    deleteFailed: 'Failed to delete room. Please try again.',
    empty: {
      title: 'No rooms found',
      text: 'Add the rooms where batches meet. Two sessions can’t use a room at the same time.',
      add: 'Add First Room',
    },
  },
  list: {
    id: 'rooms',
    endpoint: 'GET /api/admin/rooms',
    search: { label: 'Search rooms', placeholder: 'Name or address' },
    sorts: [...byName, newestFirst],
  },
  rows: ({ data }: { data: Room[] }) => data,
  columns: [
    ['name', { sort: 'name', className: fewWords }],
    ['address', { text: ({ address }) => address ?? 'At the school', csv: ({ address }) => address ?? '' }],
    { header: 'Coming batches', text: ({ batches }) => String(batches) },
    '...',
    { ...addedColumn, isHidden: true },
  ],
  form: { fields },
  importing: { endpoint: 'POST /api/admin/rooms/import', columns: roomImportColumns, title: 'Import rooms' },
  shownIn: [['GET /api/courses']],
})
