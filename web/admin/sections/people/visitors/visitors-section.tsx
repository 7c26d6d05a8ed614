import { plural } from '../../../../../contract/plural.ts'
import { emailColumn, momentColumn, wrapped } from '../../../list/columns.tsx'
import { dataSection } from '../../../list/data-list.tsx'
import { onDays } from '../../../list/list-choices.ts'
import { personColumn } from '../../../person-link.tsx'

export default dataSection(
  {
    id: 'visitors',
    endpoint: 'GET /api/admin/visitors',
    search: { label: 'Search visitors', placeholder: 'Name, e-mail or phone' },
    filters: onDays('Added from', 'Added until'),
    texts: {
      loading: 'Loading visitors…',
      notLoaded: 'We couldn’t load the visitors',
      loadFailed: 'Failed to fetch landing contacts',
      refreshed: 'Visitors refreshed successfully',
    },
  },
  {
    counted: ({ count }) => plural(count, { one: '1 visitor', other: `${count} visitors` }),
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
