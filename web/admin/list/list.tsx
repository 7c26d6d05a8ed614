import type { ReactNode } from 'react'
import type { ApiKey } from '../../../contract/index.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Note } from '../../ui/note.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { LostList } from '../lost-list.tsx'
import { ListHead } from './list-head.tsx'
import type { ListState } from './use-list.ts'

/** `children` are the rows. A list that could not be loaded shows the reason instead. */
export function List<K extends ApiKey>({
  list,
  toolbar,
  children,
}: {
  list: ListState<K>
  toolbar?: ReactNode
  children: ReactNode
}) {
  return (
    <>
      <ListHead list={list} toolbar={toolbar} />
      {list.isStale && (
        <Note
          tone="warning"
          role="status"
          className="mb-5"
          title="This list may be out of date because the last refresh failed."
          action={
            <Button variant="outline" size="sm" onClick={() => void list.refresh()}>
              Try again
            </Button>
          }
        />
      )}
      {list.isLoading ? (
        <Loading>{list.texts.loading}</Loading>
      ) : list.isEmptied && list.isRefused ? (
        <EmptyState title="These filters don’t work together">
          {Object.values(list.fieldErrors).join(' ')}
        </EmptyState>
      ) : list.isEmptied ? (
        <LostList title={list.texts.notLoaded} onRetry={list.retry} />
      ) : (
        <div className="flex flex-col gap-10">
          {children}
          <LoadMore list={list} />
        </div>
      )}
    </>
  )
}

export function LoadMore<K extends ApiKey>({
  list,
  label = 'Load more',
}: {
  list: ListState<K>
  label?: string
}) {
  if (!list.hasMore) return null
  return (
    <div className="-mt-4 flex flex-col items-center gap-3 print:hidden">
      {list.hasMoreFailed && (
        <p role="alert" className="font-bold text-rose-ink">
          We couldn’t load more. Try again.
        </p>
      )}
      <Button variant="outline" busy={list.isLoadingMore} onClick={list.loadMore}>
        {label}
      </Button>
    </div>
  )
}
