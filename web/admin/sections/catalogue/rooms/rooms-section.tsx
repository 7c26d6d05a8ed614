import { type Room, roomFields, roomImportColumns } from '../../../../../contract/catalogue/rooms.ts'
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
  names: ['room', 'rooms'],
  namedBy: 'name',
  verb: 'add',
  list: {
    endpoint: 'GET /api/admin/rooms',
    sorts: [...byName, newestFirst],
  },
  rows: ({ data }: { data: Room[] }) => data,
  columns: [
    ['name', { sort: 'name', className: fewWords }],
    ['address', { cell: ({ address }) => address ?? 'At the school' }],
    { header: 'Coming batches', text: ({ batches }) => String(batches) },
    '...',
    { ...addedColumn, isHidden: true },
  ],
  form: { fields },
  importing: { endpoint: 'POST /api/admin/rooms/import', columns: roomImportColumns },
  empty: { text: 'Add the rooms where batches meet. Two sessions can’t use a room at the same time.' },
  shownIn: [['GET /api/courses']],
})
