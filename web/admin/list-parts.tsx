import { RefreshCw, Search } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Icon } from '../ui/icon.tsx'
import { Note } from '../ui/note.tsx'

/** What the parts of a list need to know of it; `usePagedList` gives it. */
interface ListState {
  isFetching: boolean
  isStale: boolean
  hasMore: boolean
  isLoadingMore: boolean
  hasMoreFailed: boolean
  loadMore: () => void
  retry: () => void
  refresh: () => Promise<void>
}

/** Search, filters and buttons over a list. */
export function ListToolbar({ children }: { children: ReactNode }) {
  return (
    <div className="mb-5 flex flex-wrap items-end gap-3 print:hidden" role="search">
      {children}
    </div>
  )
}

export function SearchField({
  label,
  placeholder,
  value,
  onChange,
}: {
  label: string
  placeholder?: string
  value: string
  onChange: (value: string) => void
}) {
  const id = useId()
  return (
    <div className="flex min-w-0 grow basis-full flex-col gap-1 sm:flex-1 sm:basis-56">
      <label htmlFor={id} className="font-bold">
        {label}
      </label>
      <span className="relative flex">
        <Icon
          of={Search}
          className="pointer-events-none absolute top-1/2 left-3.5 -translate-y-1/2 text-ink-soft"
        />
        <input
          id={id}
          type="search"
          placeholder={placeholder}
          value={value}
          maxLength={100}
          autoComplete="off"
          className="control pl-11"
          onChange={(event) => onChange(event.target.value)}
        />
      </span>
    </div>
  )
}

export function RefreshButton({ list }: { list: ListState }) {
  return (
    <Button
      className="max-sm:grow"
      variant="outline"
      busy={list.isFetching}
      onClick={() => void list.refresh()}
    >
      {!list.isFetching && <Icon of={RefreshCw} />}
      Refresh
    </Button>
  )
}

/** A load failed and there is nothing to show: the retry. The toast has said what failed. */
export function FailedList({ list, children }: { list: ListState; children: string }) {
  return (
    <EmptyState
      title={children}
      action={
        <Button variant="outline" onClick={list.retry}>
          Try again
        </Button>
      }
    >
      Please check the connection. Nothing was changed.
    </EmptyState>
  )
}

/** What is on the screen may be old. */
export function StaleNote({ list }: { list: ListState }) {
  if (!list.isStale) return null
  return (
    <Note
      tone="warning"
      role="status"
      className="mb-5"
      title="This list may be out of date: the last refresh failed."
      action={
        <Button variant="outline" size="sm" onClick={() => void list.refresh()}>
          Refresh again
        </Button>
      }
    />
  )
}

/** The rest of a bounded list (reading W6). */
export function LoadMore({ list, children = 'Load more' }: { list: ListState; children?: string }) {
  if (!list.hasMore) return null
  return (
    <div className="mt-6 flex flex-col items-center gap-3 print:hidden">
      {list.hasMoreFailed && (
        <p role="alert" className="font-bold text-rose-ink">
          The rest could not be loaded. Please try again.
        </p>
      )}
      <Button variant="outline" busy={list.isLoadingMore} onClick={list.loadMore}>
        {children}
      </Button>
    </div>
  )
}
