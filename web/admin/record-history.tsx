import { useState } from 'react'
import type { RecordKind } from '../../contract/records.ts'
import { Button } from '../ui/button.tsx'
import { Loading } from '../ui/spinner.tsx'
import { HistoryEntry } from './audit-entry.tsx'
import { type ListDefinition, useList } from './list/use-list.ts'
import { RetryLine } from './lost-list.tsx'

export function RecordHistory({ kind, id }: { kind: RecordKind; id: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details
      className="rounded-sm border border-line"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="flex min-h-12 items-center px-4 font-bold">History</summary>
      <div className="border-t border-line p-4">{isOpen && <Entries kind={kind} id={id} />}</div>
    </details>
  )
}

const sentence = 'We couldn’t load the history.'

function Entries({ kind, id }: { kind: RecordKind; id: string }) {
  const definition: ListDefinition<'GET /api/admin/audit'> = {
    id: 'record-history',
    endpoint: 'GET /api/admin/audit',
    pageSize: 20,
    fixed: { kind, record: id },
    texts: { loading: 'Loading the history…', notLoaded: sentence, loadFailed: sentence },
  }
  const list = useList(definition)
  const entries = list.pages.flatMap(({ data }) => data)
  if (list.isLoading) return <Loading className="!py-4">{list.texts.loading}</Loading>
  if (list.isEmptied) return <RetryLine onRetry={list.retry}>{list.texts.notLoaded}</RetryLine>
  if (entries.length === 0) return <p className="text-ink-soft">No changes yet</p>
  return (
    <>
      <ol className="flex flex-col gap-4">
        {entries.map((entry) => (
          <HistoryEntry key={entry.id} entry={entry} />
        ))}
      </ol>
      {list.hasMore && (
        <Button
          className="mt-4"
          size="sm"
          variant="outline"
          busy={list.isLoadingMore}
          onClick={list.loadMore}
        >
          Load more
        </Button>
      )}
    </>
  )
}
