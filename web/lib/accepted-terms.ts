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
  const terms = result.data?.data.find((policy) => policy.kind === kind)
  return {
    result,
    hash: terms?.hash,
    summary: terms?.summary ?? null,
    /** Returns the hash once it is loaded. @throws ApiError */
    async load(): Promise<string | undefined> {
      const { data } = await client.fetchQuery(policies)
      return data.find((policy) => policy.kind === kind)?.hash
    },
    check: (error: unknown) => {
      if (error instanceof ApiError && 'terms' in error.details)
        stale('GET /api/policies', 'GET /api/policies/:kind')
    },
  }
}
