import type { Visitor } from '../../../../contract/dashboard.ts'
import { momentText } from '../../../../contract/words.ts'
import { EmailWords } from '../../../ui/email-words.tsx'
import { List } from '../../list/list.tsx'
import { ListRows } from '../../list/list-rows.tsx'
import type { Column } from '../../list/list-table.tsx'
import { type ListDefinition, useList } from '../../list/use-list.ts'

const failed = 'Failed to fetch landing contacts'

const definition: ListDefinition<'GET /api/admin/visitors'> = {
  id: 'visitors',
  endpoint: 'GET /api/admin/visitors',
  search: { label: 'Search visitors' },
  sentences: {
    loading: 'Loading visitors…',
    loadFailed: failed,
    emptied: 'The visitors could not be loaded',
    refreshFailed: failed,
    refreshed: 'Visitors refreshed successfully',
  },
}

const columns: readonly Column<Visitor>[] = [
  { header: 'Name', text: ({ name }) => name ?? '-', className: '[overflow-wrap:anywhere]' },
  {
    header: 'Email',
    text: ({ email }) => email ?? '-',
    cell: ({ email }) => <EmailWords email={email ?? '-'} />,
    className: '[overflow-wrap:anywhere]',
  },
  { header: 'Phone', text: ({ phone }) => phone ?? '-' },
  {
    header: 'Since',
    text: ({ created_at }) => momentText(created_at),
    csv: ({ created_at }) => created_at,
  },
]

/** Everybody who left their name on the home page; the dashboard leads here. */
export default function VisitorsSection() {
  const list = useList(definition)
  return (
    <List list={list}>
      <ListRows
        list={list}
        noun={['visitor', 'visitors']}
        rows={({ data }) => data}
        rowKey={({ id }) => id}
        rowName={({ email }) => email ?? '-'}
        columns={columns}
        tableFrom={560}
        empty={{
          title: 'No visitors yet',
          text: 'Whoever leaves a name and a number on the home page appears here.',
        }}
        fileName="visitors"
      />
    </List>
  )
}
