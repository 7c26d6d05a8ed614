import { type InfiniteData, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { EndpointInput, EndpointResponse } from '../../contract/endpoint.ts'
import type { Api, ApiKey } from '../../contract/index.ts'
import { type ApiError, exchange } from '../lib/api.ts'
import { toast } from '../ui/toast-store.ts'

interface Page<T> {
  data: T
  /** Where the next page begins; null on the last one. */
  next: string | null
}

/** The cursor in `Link: </api/…?cursor=…>; rel="next"` (reading W6). */
export function nextCursor(link: string | null): string | null {
  const address = link && /<([^>]*)>;\s*rel="next"/.exec(link)?.[1]
  return address ? new URL(address, 'http://localhost').searchParams.get('cursor') : null
}

export interface ListSentences {
  /** B§8: said when a load fails; the list is emptied then. */
  loadFailed: string
  /** B§8: said when the refresh button fails; what is on the screen stays. */
  refreshFailed: string
  refreshed: string
}

/**
 * A bounded list of the back office, page by page, with the toasts of B§8: `usePagedList('GET /api/…', { limit: 50 },
 * sentences)`. `pages` is empty after a failed load; a failed refresh or reload leaves it as it was.
 */
export function usePagedList<K extends ApiKey>(
  key: K,
  parameters: NonNullable<EndpointInput<Api[K]>['query']>,
  sentences: ListSentences,
) {
  type Answer = EndpointResponse<Api[K]>
  const result = useInfiniteQuery<
    Page<Answer>,
    ApiError,
    InfiniteData<Page<Answer>>,
    readonly unknown[],
    string | null
  >({
    queryKey: [key, { query: parameters }, 'pages'],
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...parameters, ...(pageParam === null ? {} : { cursor: pageParam }) }
      const { body, link } = await exchange(key, { query }, { signal })
      return { data: body as Answer, next: nextCursor(link) }
    },
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

  return {
    pages: isEmptied ? [] : (result.data?.pages.map((page) => page.data) ?? []),
    isLoading: result.isPending && isFetching,
    /** Nothing could be loaded: there is only a retry to offer. */
    isEmptied,
    /** On its way: a refresh, another search, a retry. */
    isFetching,
    /** What is on the screen may be old: the last refresh failed. */
    isStale: isError && !isFetching && !isEmptied && !isFetchNextPageError,
    hasMore: result.hasNextPage,
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
    refresh: async () => {
      if (await reload()) toast({ title: 'Success', description: sentences.refreshed, tone: 'success' })
    },
  }
}
