import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { PolicyKind } from '../../contract/school/policy-kinds.ts'
import { ApiError } from './api.ts'
import { query, useStale } from './query.ts'

const policies = { ...query('GET /api/policies'), staleTime: Number.POSITIVE_INFINITY }

/** The terms that a visitor accepts here. `check` loads them again if the server refused because they have changed. */
export function useTerms(kind: PolicyKind) {
  const client = useQueryClient()
  const stale = useStale()
  const result = useQuery(policies)
  const findIn = (answer: typeof result.data) => answer?.data.find((policy) => policy.kind === kind)
  const terms = findIn(result.data)
  return {
    result,
    hash: terms?.hash,
    summary: terms?.summary ?? null,
    /** Returns the hash once it is loaded. @throws ApiError, also if the answer lacks these terms */
    async load(): Promise<string> {
      const staleTime = findIn(client.getQueryData(policies.queryKey)) ? policies.staleTime : 0
      const loaded = findIn(await client.fetchQuery({ ...policies, staleTime }))
      if (!loaded) throw new ApiError(0, null)
      return loaded.hash
    },
    check: (error: unknown) => {
      if (error instanceof ApiError && 'terms' in error.details)
        stale('GET /api/policies', 'GET /api/policies/:kind')
    },
  }
}
