import { emailColumn, momentColumn, wrapped } from '../../../list/columns.tsx'
import { dataSection } from '../../../list/data-list.tsx'
import { onDays } from '../../../list/list-choices.ts'
import { personColumn } from '../../../person-link.tsx'

export default dataSection(
  'GET /api/admin/visitors',
  ['visitor', 'visitors'],
  'Failed to fetch landing contacts',
  {
    filters: onDays('Added'),
    rowName: ({ email }) => email ?? '-',
    columns: [
      personColumn(() => 'visitor', wrapped),
      emailColumn(({ email }) => email ?? '-'),
      { header: 'Phone', text: ({ phone }) => phone ?? '-' },
      momentColumn('Since', ({ created_at }) => created_at),
    ],
    tableFrom: 560,
    empty: {
      title: 'No visitors yet',
      text: 'People who leave their name and number on the home page appear here.',
    },
  },
)
