import {
  MutationCache,
  QueryCache,
  QueryClient,
  queryOptions,
  type UseQueryResult,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect } from 'react'
import type { EndpointInput, EndpointResponse } from '../../contract/endpoint.ts'
import type { Api, ApiKey } from '../../contract/index.ts'
import { ApiError } from './api.ts'

/** Makes the query options of an endpoint, such as `query('GET /api/courses')`. */
export function query<K extends ApiKey>(key: K, input?: EndpointInput<Api[K]>) {
  return queryOptions<EndpointResponse<Api[K]>, ApiError, EndpointResponse<Api[K]>, readonly [K, unknown]>({
    queryKey: [key, input ?? null],
  })
}

/** Returns a function that reloads the data of endpoints, such as `stale('GET /api/courses')`. */
export function useStale() {
  const client = useQueryClient()
  return (...keys: readonly ApiKey[]): void => {
    for (const key of keys) void client.invalidateQueries({ queryKey: [key] })
  }
}

export function createQueryClient(
  fetcher: (key: ApiKey, input: unknown, signal?: AbortSignal) => Promise<unknown>,
): QueryClient {
  /**
   * The server began to demand a second factor after this page was opened. Reloading the user leads to the set-up of a
   * second factor.
   */
  const onError = (error: unknown) => {
    if (!(error instanceof ApiError) || error.code !== 'second_factor_required') return
    void client.invalidateQueries({ queryKey: ['GET /api/auth/user'] })
  }
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        queryFn: ({ queryKey, signal }) => fetcher(queryKey[0] as ApiKey, queryKey[1], signal),
        retry: false,
        refetchOnWindowFocus: false,
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
  return client
}

export function isMissing(result: UseQueryResult<unknown, ApiError>): boolean {
  return result.data === undefined && result.error?.status === 404
}

export function useLogged(error: ApiError | null, sentence: string): void {
  useEffect(() => {
    if (error) console.error(sentence, error)
  }, [error, sentence])
}

/** Finds the list in an answer: the answer itself, or its field `data` or `impacts`. */
export function rowsIn<Row>(answer: unknown): Row[] {
  if (Array.isArray(answer)) return answer
  const { data, impacts } = (answer ?? {}) as { data?: unknown; impacts?: unknown }
  return data === undefined && impacts === undefined ? [] : rowsIn(data ?? impacts)
}
