import type { Subscriber } from '../../../../contract/dashboard.ts'
import { emailColumn, momentColumn } from '../../list/columns.tsx'
import { DataList } from '../../list/data-list.tsx'
import { listSentences } from '../../list/list-sentences.ts'
import type { Column } from '../../list/list-table.tsx'
import { type ListDefinition, useList } from '../../list/use-list.ts'

const definition: ListDefinition<'GET /api/admin/subscribers'> = {
  id: 'subscribers',
  endpoint: 'GET /api/admin/subscribers',
  search: { label: 'Search subscribers' },
  sentences: listSentences('subscribers', 'Failed to fetch landing contacts'),
}

const columns: readonly Column<Subscriber>[] = [
  emailColumn(({ email }) => email),
  momentColumn('Since', ({ created_at }) => created_at),
]

/** Everybody who gets the newsletter; the dashboard leads here. */
export default function SubscribersSection() {
  const list = useList(definition)
  return (
    <DataList
      list={list}
      noun={['subscriber', 'subscribers']}
      rowKey={({ email }) => email}
      rowName={({ email }) => email}
      columns={columns}
      tableFrom={560}
      empty={{
        title: 'No subscribers yet',
        text: 'Whoever asks for the newsletter on the site appears here.',
      }}
    />
  )
}
