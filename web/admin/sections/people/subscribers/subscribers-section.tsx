import { emailColumn, momentColumn } from '../../../list/columns.tsx'
import { dataSection } from '../../../list/data-list.tsx'
import { onDays } from '../../../list/list-choices.ts'

export default dataSection(
  'GET /api/admin/subscribers',
  ['subscriber', 'subscribers'],
  'Failed to fetch landing contacts',
  {
    filters: onDays('Added'),
    rowKey: ({ email }) => email,
    rowName: ({ email }) => email,
    columns: [emailColumn(({ email }) => email), momentColumn('Since', ({ created_at }) => created_at)],
    tableFrom: 560,
    empty: {
      title: 'No subscribers yet',
      text: 'People who subscribe to the newsletter appear here.',
    },
  },
)
