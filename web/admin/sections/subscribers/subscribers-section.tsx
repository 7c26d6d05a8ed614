import type { Subscriber } from '../../../../contract/dashboard.ts'
import { momentText } from '../../../../contract/words.ts'
import { EmailWords } from '../../../ui/email-words.tsx'
import { List } from '../../list/list.tsx'
import { ListRows } from '../../list/list-rows.tsx'
import type { Column } from '../../list/list-table.tsx'
import { type ListDefinition, useList } from '../../list/use-list.ts'

const failed = 'Failed to fetch landing contacts'

const definition: ListDefinition<'GET /api/admin/subscribers'> = {
  id: 'subscribers',
  endpoint: 'GET /api/admin/subscribers',
  search: { label: 'Search subscribers' },
  sentences: {
    loading: 'Loading subscribers…',
    loadFailed: failed,
    emptied: 'The subscribers could not be loaded',
    refreshFailed: failed,
    refreshed: 'Subscribers refreshed successfully',
  },
}

const columns: readonly Column<Subscriber>[] = [
  {
    header: 'Email',
    text: ({ email }) => email,
    cell: ({ email }) => <EmailWords email={email} />,
    className: '[overflow-wrap:anywhere]',
  },
  {
    header: 'Since',
    text: ({ created_at }) => momentText(created_at),
    csv: ({ created_at }) => created_at,
  },
]

/** Everybody who gets the newsletter; the dashboard leads here. */
export default function SubscribersSection() {
  const list = useList(definition)
  return (
    <List list={list}>
      <ListRows
        list={list}
        noun={['subscriber', 'subscribers']}
        rows={({ data }) => data}
        rowKey={({ email }) => email}
        rowName={({ email }) => email}
        columns={columns}
        tableFrom={560}
        empty={{
          title: 'No subscribers yet',
          text: 'Whoever asks for the newsletter on the site appears here.',
        }}
        fileName="subscribers"
      />
    </List>
  )
}
