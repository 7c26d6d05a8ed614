import { Undo2 } from 'lucide-react'
import { plural } from '../../../../../contract/plural.ts'
import { type BinEntry, binDays } from '../../../../../contract/system/bin.ts'
import { api } from '../../../../lib/api.ts'
import type { BulkAction } from '../../../list/bulk.tsx'
import { momentColumn, wrapped } from '../../../list/columns.tsx'
import { DataList } from '../../../list/data-list.tsx'
import { onDays } from '../../../list/list-choices.ts'
import type { Column } from '../../../list/list-table.tsx'
import { type ListDefinition, useList } from '../../../list/use-list.ts'
import { recordKindNames, recordKindOptions } from '../../../record-kinds.ts'
import { RowButton } from '../../../row-actions.tsx'
import { useAction } from '../../../use-action.ts'

const definition: ListDefinition<'GET /api/admin/bin'> = {
  id: 'bin',
  endpoint: 'GET /api/admin/bin',
  search: { label: 'Search the bin', placeholder: 'Name or who deleted it' },
  filters: [
    { name: 'kind', label: 'Kind', options: recordKindOptions },
    ...onDays('Deleted from', 'Deleted until'),
  ],
  texts: {
    loading: 'Loading the bin…',
    notLoaded: 'We couldn’t load the bin',
    loadFailed: 'We couldn’t load the bin.',
    refreshed: 'Bin refreshed successfully',
  },
}

const columns: readonly Column<BinEntry>[] = [
  { header: 'Name', text: ({ title }) => title, className: `min-w-48 ${wrapped}` },
  { header: 'Kind', text: ({ kind }) => recordKindNames[kind].name },
  momentColumn('Deleted', ({ deletedAt }) => deletedAt),
  { header: 'By', text: ({ deletedBy }) => deletedBy ?? 'The server', className: wrapped },
]

const restore = ({ kind, recordId }: BinEntry) =>
  api('POST /api/admin/bin/:kind/:record/restore', { params: { kind, record: recordId } })

export default function BinSection() {
  const list = useList(definition)
  const one = useAction({
    run: restore,
    done: (_, { title }) => ({ title: 'Restored', description: `“${title}” is back in its section.` }),
    failed: ({ message }) => ({
      title: 'We couldn’t restore it',
      description: message || 'We couldn’t reach the server. Try again.',
    }),
    onDone: () => {
      list.heading.current?.focus()
      void list.reload()
    },
  })
  const restoreMany: BulkAction<BinEntry> = {
    label: 'Restore',
    question: ({ count }) => plural(count, { one: 'Restore 1 record?', other: `Restore ${count} records?` }),
    text: 'We’ll put each record back in its section.',
    run: restore,
    done: ({ count }) => ({
      title: 'Restored',
      description: plural(count, { one: '1 record restored.', other: `${count} records restored.` }),
    }),
  }
  return (
    <DataList
      totals={<p>You can restore deleted records for {binDays} days. After that they’re gone for good.</p>}
      list={list}
      counted={({ count }) => plural(count, { one: '1 deleted record', other: `${count} deleted records` })}
      rowKey={({ kind, recordId }) => `${kind} ${recordId}`}
      rowName={({ title }) => title}
      columns={columns}
      tableFrom={700}
      actions={(row) => (
        <RowButton
          label="Restore"
          of={row.title}
          variant="outline"
          icon={Undo2}
          busy={one.isPending && one.variables === row}
          onClick={() => {
            if (!one.isPending) one.mutate(row)
          }}
        />
      )}
      empty={{ title: 'The bin is empty', text: 'Deleted records appear here.' }}
      bulk={[restoreMany]}
    />
  )
}
