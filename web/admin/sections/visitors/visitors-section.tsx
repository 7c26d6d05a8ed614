import type { Visitor } from '../../../../contract/dashboard.ts'
import { emailColumn, momentColumn, wrapped } from '../../list/columns.tsx'
import { DataList } from '../../list/data-list.tsx'
import { listSentences } from '../../list/list-sentences.ts'
import type { Column } from '../../list/list-table.tsx'
import { type ListDefinition, useList } from '../../list/use-list.ts'

const definition: ListDefinition<'GET /api/admin/visitors'> = {
  id: 'visitors',
  endpoint: 'GET /api/admin/visitors',
  search: { label: 'Search visitors' },
  sentences: listSentences('visitors', 'Failed to fetch landing contacts'),
}

const columns: readonly Column<Visitor>[] = [
  { header: 'Name', text: ({ name }) => name ?? '-', className: wrapped },
  emailColumn(({ email }) => email ?? '-'),
  { header: 'Phone', text: ({ phone }) => phone ?? '-' },
  momentColumn('Since', ({ created_at }) => created_at),
]

/** Everybody who left their name on the home page; the dashboard leads here. */
export default function VisitorsSection() {
  const list = useList(definition)
  return (
    <DataList
      list={list}
      noun={['visitor', 'visitors']}
      rowName={({ email }) => email ?? '-'}
      columns={columns}
      tableFrom={560}
      empty={{
        title: 'No visitors yet',
        text: 'Whoever leaves a name and a number on the home page appears here.',
      }}
    />
  )
}
