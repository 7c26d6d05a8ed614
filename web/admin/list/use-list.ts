import { type InfiniteData, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'react-router'
import type { EndpointInput, EndpointResponse } from '../../../contract/endpoint.ts'
import type { Api, ApiKey } from '../../../contract/index.ts'
import { listLimitMax } from '../../../contract/primitives.ts'
import { type ApiError, exchange } from '../../lib/api.ts'
import { toast } from '../../ui/toast-store.ts'
import { useRefreshable } from '../current-list.ts'
import { requestIn } from '../section-request.ts'
import { keepChoice, type ListChoice, type ListFilter, type ListSort, openingChoice } from './list-memory.ts'
import { useSettled } from './use-settled.ts'

interface Page<T> {
  data: T
  /** Where the next page begins; null on the last one. */
  next: string | null
}

/** The cursor in `Link: </api/…?cursor=…>; rel="next"` (reading W6). */
export function nextCursor(link: string | null): string | null {
  const address = link && /^<([^>]*)>; rel="next"$/.exec(link)?.[1]
  return address ? new URL(address, 'http://localhost').searchParams.get('cursor') : null
}

type QueryOf<K extends ApiKey> = NonNullable<EndpointInput<Api[K]>['query']>

export interface ListDefinition<K extends ApiKey> {
  /** Under which this browser remembers what was chosen; the section's id, with a suffix for its second list. */
  id: string
  /** A GET with `listQuery` in its query; search, filters and sort are the server's work. */
  endpoint: K
  /** Rows a page; 50 unless told. */
  pageSize?: number
  /** The path answers everybody: whether the session still stands is asked first (reading A4). */
  isPublicToo?: boolean
  /** Parameters that are always sent. */
  fixed?: Partial<QueryOf<K>>
  /** Sent as `q`. */
  search?: { label: string; placeholder?: string }
  filters?: readonly ListFilter<string & keyof QueryOf<K>>[]
  /** Sent as `sort`; the first one is how the list opens. */
  sorts?: readonly ListSort[]
  sentences: ListSentences
}

export interface ListSentences {
  /** While it loads, e.g. 'Loading classes…'. */
  loading: string
  /** B§8: said in a toast when a load fails; the list is emptied then. */
  loadFailed: string
  /** Over the retry of an emptied list, e.g. 'The classes could not be loaded'. */
  emptied: string
  /** B§8: said when the refresh button fails; what is on the screen stays. */
  refreshFailed: string
  refreshed: string
}

export type ListState<K extends ApiKey = ApiKey> = ReturnType<typeof useList<K>>

/** @throws ApiError */
async function fetchPage<K extends ApiKey>(
  { endpoint, isPublicToo }: ListDefinition<K>,
  asked: { limit: number },
  cursor: string | null,
  signal: AbortSignal,
): Promise<Page<EndpointResponse<Api[K]>>> {
  if (isPublicToo) await exchange('GET /api/auth/user', {}, { signal })
  const query = { ...asked, ...(cursor === null ? {} : { cursor }) }
  const { body, link } = await exchange(endpoint, { query }, { signal })
  return { data: body as EndpointResponse<Api[K]>, next: nextCursor(link) }
}

/**
 * A list of the back office: what was chosen for it (search, filters, sort, columns), kept per list, and its pages,
 * fetched by cursor, with the toasts of B§8. `<List>` and `<ListRows>` show it.
 */
export function useList<K extends ApiKey>(definition: ListDefinition<K>) {
  type Answer = EndpointResponse<Api[K]>
  const { id, endpoint, sentences, sorts = [], filters = [], pageSize = 50 } = definition
  const location = useLocation()
  const [choice, setChoice] = useState(() =>
    openingChoice(id, definition, location.hash, requestIn(location)?.q),
  )
  const parametersOf = (q: string) => ({
    ...definition.fixed,
    ...choice.filters,
    ...(choice.sort === '' ? {} : { sort: choice.sort }),
    ...(q === '' ? {} : { q }),
  })
  const typed = choice.q.trim()
  const settled = useSettled(typed)
  const parameters = parametersOf(settled)
  const result = useInfiniteQuery<
    Page<Answer>,
    ApiError,
    InfiniteData<Page<Answer>>,
    readonly unknown[],
    string | null
  >({
    queryKey: [endpoint, { query: { limit: pageSize, ...parameters } }, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      fetchPage(definition, { limit: pageSize, ...parameters }, pageParam, signal),
    initialPageParam: null,
    getNextPageParam: (last) => last.next,
    // While another search is on its way, what was found before stays.
    placeholderData: keepPreviousData,
  })
  const { isError, isFetching, isFetchNextPageError, errorUpdateCount } = result
  const [keepsOnFailure, setKeeps] = useState(false)
  const isEmptied = isError && !isFetching && !keepsOnFailure && !isFetchNextPageError

  const sayLoadFailed = useEffectEvent(() => {
    if (isEmptied) toast({ title: 'Error', description: sentences.loadFailed, tone: 'error' })
  })
  useEffect(() => {
    if (isEmptied && errorUpdateCount > 0) sayLoadFailed()
  }, [isEmptied, errorUpdateCount])

  async function reload(): Promise<boolean> {
    setKeeps(true)
    const { isError: hasFailed } = await result.refetch()
    if (hasFailed) toast({ title: 'Error', description: sentences.refreshFailed, tone: 'error' })
    return !hasFailed
  }

  async function refresh() {
    if (await reload()) toast({ title: 'Success', description: sentences.refreshed, tone: 'success' })
  }
  // A list in a dialog has no search, and is not the one that is meant.
  useRefreshable(definition.search ? () => void refresh() : null)

  function change(part: Partial<ListChoice>) {
    const next = { ...choice, ...part }
    setChoice(next)
    keepChoice(id, next)
  }
  const firstSort = sorts[0]?.value ?? ''

  return {
    definition,
    choice,
    change,
    setFilter: (name: string, value: string) => {
      const { [name]: _before, ...others } = choice.filters
      change({ filters: value === '' ? others : { ...others, [name]: value } })
    },
    /** The search and the filters leave something out. */
    isFiltered: choice.q.trim() !== '' || Object.keys(choice.filters).length > 0,
    isSorted: choice.sort !== firstSort,
    /** As the list opens for somebody who never chose anything; the columns stay. */
    reset: () => change({ q: '', filters: {}, sort: firstSort }),
    /** Which of the filters have a place in the toolbar. */
    filters,
    sorts,

    pages: isEmptied ? [] : (result.data?.pages.map((page) => page.data) ?? []),
    isLoading: result.isPending && isFetching,
    /** Nothing could be loaded: there is only a retry to offer. */
    isEmptied,
    /** On its way: a refresh, another search, a retry. */
    isFetching,
    /** When what is on the screen was read, in ms; 0 before. */
    readAt: result.dataUpdatedAt,
    /** What is on the screen may be old: the last refresh failed. */
    isStale: isError && !isFetching && !isEmptied && !isFetchNextPageError,
    hasMore: result.hasNextPage,
    /** All that is filtered is here, and is what was asked for last. */
    isWhole: settled === typed && !isFetching && !isError && !result.hasNextPage,
    isLoadingMore: result.isFetchingNextPage,
    hasMoreFailed: isFetchNextPageError && !isFetching,
    loadMore: () => void result.fetchNextPage(),
    retry: () => {
      setKeeps(false)
      void result.refetch()
    },
    /** After a change: asks again, and says only when that fails. */
    reload,
    /** The refresh button. */
    refresh,
    /** Every page of what is filtered, one after another, for the export. @throws ApiError */
    eachPage: async (onPage: (answer: Answer) => void, signal: AbortSignal): Promise<void> => {
      // What is typed at this moment, whether the list has followed it or not.
      const asked = { limit: listLimitMax, ...parametersOf(typed) }
      let cursor: string | null = null
      do {
        const page: Page<Answer> = await fetchPage(definition, asked, cursor, signal)
        onPage(page.data)
        cursor = page.next
      } while (cursor !== null)
    },
  }
}
