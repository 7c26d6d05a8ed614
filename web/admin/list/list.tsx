import { ListFilter, ListRestart, Pin, Search } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import type { ApiKey } from '../../../contract/index.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { DateField } from '../../ui/date-field.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { LostList } from '../lost-list.tsx'
import { RefreshButton } from '../refresh-button.tsx'
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
  const { search } = list.definition
  const hasFilters = list.filters.length > 0
  // A phone has room for two fields in a row. If a list has more fields, the fields are folded behind a button.
  const folds = list.filters.length + Number(list.sorts.length > 1) > 2
  const [isUnfolded, setUnfolded] = useState(false)
  const filtersId = useId()
  const chosen = Object.keys(list.choice.filters).length + Number(list.isSorted)
  const sort = <SortAndReset list={list} />
  return (
    <>
      <div
        className="mb-5 flex flex-col gap-3 print:hidden"
        role="search"
        aria-label={list.texts.filters ?? 'Filters'}
      >
        <div className="flex flex-wrap items-end gap-3">
          {search && (
            <TextField
              {...search}
              type="search"
              prefix={<Icon of={Search} />}
              maxLength={100}
              autoComplete="off"
              className={cx(
                'min-w-0 flex-1 basis-40 sm:basis-80 [&_input]:text-ellipsis',
                !hasFilters && list.sorts.length > 1 && 'max-sm:basis-full',
              )}
              value={list.choice.q}
              onChange={(event) => list.change({ q: event.target.value })}
            />
          )}
          {!hasFilters && sort}
          <RefreshButton busy={list.isFetching} onClick={() => void list.refresh()} />
          {folds && (
            <Button
              variant={chosen > 0 ? 'outline' : 'quiet'}
              icon={ListFilter}
              className="grow sm:hidden"
              aria-expanded={isUnfolded}
              aria-controls={filtersId}
              onClick={() => setUnfolded(!isUnfolded)}
            >
              {chosen > 0 ? `Filters (${chosen})` : 'Filters'}
            </Button>
          )}
          {toolbar}
        </div>
        {hasFilters && (
          <div
            id={filtersId}
            className={cx('flex flex-wrap items-end gap-3', folds && !isUnfolded && 'max-sm:hidden')}
          >
            {list.filters.map(({ name, label, all = 'All', options }) => {
              const field = {
                label,
                // A narrower date field would cut off part of the date.
                className: options
                  ? 'min-w-0 grow basis-36 sm:max-w-44'
                  : 'min-w-0 grow basis-44 sm:max-w-48',
                value: list.choice.filters[name] ?? '',
                error: list.fieldErrors[name] ?? null,
                onChange: (event: { target: { value: string } }) => list.setFilter(name, event.target.value),
              }
              return options ? (
                <SelectField key={name} {...field} placeholder={all} options={options} />
              ) : (
                <DateField key={name} placeholder="Any day" {...field} />
              )
            })}
            {sort}
          </div>
        )}
      </div>
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

function SortAndReset<K extends ApiKey>({ list }: { list: ListState<K> }) {
  return (
    <>
      {list.sorts.length > 1 && (
        <SelectField
          label="Sort"
          className="min-w-0 grow basis-36 sm:max-w-52"
          options={list.sorts}
          value={list.choice.sort}
          onChange={(event) => list.change({ sort: event.target.value })}
        />
      )}
      {list.isFiltered && (
        <Button
          className="max-sm:grow"
          variant={list.choice.isPinned ? 'outline' : 'quiet'}
          icon={Pin}
          aria-pressed={list.choice.isPinned}
          onClick={() => list.change({ isPinned: !list.choice.isPinned })}
        >
          Remember<span className="sr-only"> search and filters</span>
        </Button>
      )}
      {(list.isFiltered || list.isSorted) && (
        <Button className="max-sm:grow" variant="quiet" icon={ListRestart} onClick={list.reset}>
          Reset
          <span className="sr-only"> search, filters and sort</span>
        </Button>
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
