import { plural } from '../../../../../contract/plural.ts'
import { emailColumn, momentColumn } from '../../../list/columns.tsx'
import { dataSection } from '../../../list/data-list.tsx'
import { onDays } from '../../../list/list-choices.ts'

export default dataSection(
  {
    id: 'subscribers',
    endpoint: 'GET /api/admin/subscribers',
    search: { label: 'Search subscribers', placeholder: 'E-mail' },
    filters: onDays('Added from', 'Added until'),
    texts: {
      loading: 'Loading subscribers…',
      notLoaded: 'We couldn’t load the subscribers',
      loadFailed: 'Failed to fetch landing contacts',
      refreshed: 'Subscribers refreshed successfully',
    },
  },
  {
    counted: ({ count }) => plural(count, { one: '1 subscriber', other: `${count} subscribers` }),
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
