import {
  MutationCache,
  QueryCache,
  QueryClient,
  queryOptions,
  type UseQueryResult,
} from '@tanstack/react-query'
import type { EndpointInput, EndpointResponse } from '../../contract/endpoint.ts'
import type { Api, ApiKey } from '../../contract/index.ts'
import { ApiError } from './api.ts'

/**
 * A reading of the API, typed by the contract: `query('GET /api/courses')`. Its key is the endpoint's name and its
 * input; how it is fetched is the QueryClient's matter: HTTP in the browser, a call in the process on the server.
 */
export function query<K extends ApiKey>(key: K, input?: EndpointInput<Api[K]>) {
  return queryOptions<EndpointResponse<Api[K]>, ApiError, EndpointResponse<Api[K]>, readonly [K, unknown]>({
    queryKey: [key, input ?? null],
  })
}

export type Fetcher = (key: ApiKey, input: unknown, signal?: AbortSignal) => Promise<unknown>

/** What the server sent along is stale from the start: every load makes the page's specified GET (reading W12). */
export function createQueryClient(fetcher: Fetcher): QueryClient {
  /** The rule came, or the factor went, while the back office was open: who asks themselves anew is led to set it up. */
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

/** True where the thing that the page is about does not exist. */
export function isMissing(result: UseQueryResult<unknown, ApiError>): boolean {
  return result.data === undefined && result.error?.status === 404
}
