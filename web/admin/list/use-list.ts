import { type InfiniteData, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { EndpointInput, EndpointResponse } from '../../../contract/endpoint.ts'
import type { Api, ApiKey } from '../../../contract/index.ts'
import { listLimitMax } from '../../../contract/primitives.ts'
import type { CountedList } from '../../../contract/system/state-counts.ts'
import { type ApiError, exchange } from '../../lib/api.ts'
import { toast } from '../../ui/toast-store.ts'
import { useRefreshable } from '../current-list.ts'
import { requestIn } from '../section-request.ts'
import * as memory from './list-memory.ts'
import { useSettled } from './use-settled.ts'

interface Page<T> {
  data: T
  next: string | null
}

/** Finds the `cursor` in a header such as `Link: </api/…?cursor=…>; rel="next"` */
export function nextCursor(link: string | null): string | null {
  const address = link && /^<([^>]*)>; rel="next"$/.exec(link)?.[1]
  return address ? new URL(address, 'http://localhost').searchParams.get('cursor') : null
}

type QueryOf<K extends ApiKey> = NonNullable<EndpointInput<Api[K]>['query']>

export interface ListDefinition<K extends ApiKey> {
  id: string
  endpoint: K
  pageSize?: number
  /** The endpoint also answers callers without a session, so the list first checks that the session has not ended. */
  isPublicToo?: boolean
  fixed?: Partial<QueryOf<K>>
  /** The label is for screen readers alone. The placeholder says what can be searched. */
  search?: { label: string; placeholder: string }
  filters?: readonly memory.ListFilter<string & keyof QueryOf<K>>[]
  /** The filter that is shown as tabs, and the name under which the server counts its values. */
  states?: { filter: string & keyof QueryOf<K>; counted: CountedList }
  /** The list opens with the first of these sorts. */
  sorts?: readonly memory.ListSort[]
  /** Shows when the rows were last read. */
  showsReadAt?: boolean
  texts: ListTexts
}

export interface ListTexts {
  loading: string
  /** The heading in place of a list that could not be loaded. */
  notLoaded: string
  /** The toast if the list could not be loaded. */
  loadFailed: string
  /** The toast if the list could not be refreshed and keeps its rows. The default is `loadFailed`. */
  refreshFailed?: string
  refreshed?: string
  /** Names the search and the filters for screen readers. The name is needed if a page has several lists. */
  filters?: string
}

export const capitalised = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

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

function usePages<K extends ApiKey>(definition: ListDefinition<K>, asked: { limit: number }) {
  type Answer = Page<EndpointResponse<Api[K]>>
  return useInfiniteQuery<Answer, ApiError, InfiniteData<Answer>, readonly unknown[], string | null>({
    queryKey: [definition.endpoint, { query: asked }, 'pages'],
    queryFn: ({ pageParam, signal }) => fetchPage(definition, asked, pageParam, signal),
    initialPageParam: null,
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
  })
}

export function useList<K extends ApiKey>(
  definition: ListDefinition<K>,
  /** The search, filters and sort of another list, which this list follows. */
  followed?: Pick<memory.ListChoice, 'q' | 'sort' | 'filters'>,
) {
  type Answer = EndpointResponse<Api[K]>
  const { id, texts, sorts = [], filters = [], pageSize = 50 } = definition
  const location = useLocation()
  const [own, setChoice] = useState(() =>
    memory.openingChoice(id, definition, location.hash, requestIn(location)?.q),
  )
  const choice = followed ? { ...own, q: followed.q, sort: followed.sort, filters: followed.filters } : own
  const parametersOf = (q: string) => ({
    ...definition.fixed,
    ...choice.filters,
    ...(choice.sort === '' ? {} : { sort: choice.sort }),
    ...(q === '' ? {} : { q }),
  })
  const typed = choice.q.trim()
  const settled = useSettled(typed)
  const parameters = parametersOf(settled)
  const result = usePages(definition, { limit: pageSize, ...parameters })
  const { isError, isFetching, isFetchNextPageError, errorUpdateCount } = result
  const [keepsOnFailure, setKeeps] = useState(false)
  const isEmptied = isError && !isFetching && !keepsOnFailure && !isFetchNextPageError

  const fieldErrors = result.error?.fields ?? {}
  const isRefused = Object.keys(fieldErrors).length > 0

  const sayLoadFailed = useEffectEvent(() => {
    if (isEmptied && !isRefused) toast({ title: 'Error', description: texts.loadFailed, tone: 'error' })
  })
  useEffect(() => {
    if (isEmptied && errorUpdateCount > 0) sayLoadFailed()
  }, [isEmptied, errorUpdateCount])

  async function reload(): Promise<boolean> {
    setKeeps(true)
    const { isError: hasFailed } = await result.refetch()
    if (hasFailed) {
      toast({ title: 'Error', description: texts.refreshFailed ?? texts.loadFailed, tone: 'error' })
    }
    return !hasFailed
  }

  async function refresh() {
    if (!(await reload())) return
    toast({ title: 'Success', description: texts.refreshed ?? 'Refreshed successfully', tone: 'success' })
  }
  // The palette's command "Refresh" refreshes the section's own list. A list without a search is in a dialog.
  useRefreshable(definition.search ? () => void refresh() : null)

  function change(part: Partial<memory.ListChoice>) {
    const next = memory.unpinnedIfEmpty({ ...own, ...part })
    setChoice(next)
    memory.keepChoice(id, next)
  }
  const firstSort = sorts[0]?.value ?? ''

  return {
    definition,
    /** The heading takes the focus when the row that had the focus is gone. */
    heading: useRef<HTMLElement>(null),
    texts,
    choice,
    change,
    setFilter: (name: string, value: string) => {
      const { [name]: _before, ...others } = choice.filters
      change({ filters: value === '' ? others : { ...others, [name]: value } })
    },
    isFiltered: own.q.trim() !== '' || Object.keys(own.filters).length > 0,
    isSorted: own.sort !== firstSort,
    reset: () => change({ q: '', filters: {}, sort: firstSort, isPinned: false }),
    /** The filter that is shown as tabs. The others are in `filters`. */
    tabs: filters.find(({ name }) => name === definition.states?.filter),
    filters: filters.filter(({ name }) => name !== definition.states?.filter),
    sorts,

    asked: { ...definition.fixed, ...choice.filters, ...(settled === '' ? {} : { q: settled }) },

    pages: isEmptied ? [] : (result.data?.pages.map((page) => page.data) ?? []),
    isLoading: result.isPending && isFetching,
    isEmptied,
    fieldErrors,
    isRefused,
    isFetching,
    /** The time of the last read in milliseconds; 0 before the first read. */
    readAt: result.dataUpdatedAt,
    isStale: isError && !isFetching && !isEmptied && !isFetchNextPageError,
    hasMore: result.hasNextPage,
    isWhole: settled === typed && !isFetching && !isError && !result.hasNextPage,
    isLoadingMore: result.isFetchingNextPage,
    hasMoreFailed: isFetchNextPageError && !isFetching,
    loadMore: () => void result.fetchNextPage(),
    retry: () => {
      setKeeps(false)
      void result.refetch()
    },
    reload,
    refresh,
    /** Reads all pages. @throws ApiError */
    eachPage: async (onPage: (answer: Answer) => void, signal: AbortSignal): Promise<void> => {
      // The list follows the typed search with a delay. The export uses the search as typed now.
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

type Rows = readonly unknown[]

/** True if only the second of two tables has rows that match the search. The second table is then shown first. */
export const isFoundBelow = (list: { isFiltered: boolean }, above: Rows, below: Rows): boolean =>
  list.isFiltered && above.length === 0 && below.length > 0
