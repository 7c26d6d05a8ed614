import { useQuery } from '@tanstack/react-query'
import type { PolicyKind } from '../../contract/school/policy-kinds.ts'
import { ApiError } from './api.ts'
import { query, useStale } from './query.ts'

/** The terms that a visitor accepts here. `check` loads them again if the server refused because they have changed. */
export function useTerms(kind: PolicyKind) {
  const stale = useStale()
  const { data } = useQuery({ ...query('GET /api/policies'), staleTime: Number.POSITIVE_INFINITY })
  const terms = data?.data.find((policy) => policy.kind === kind)
  return {
    hash: terms?.hash,
    summary: terms?.summary ?? null,
    check: (error: unknown) => {
      if (error instanceof ApiError && 'terms' in error.details)
        stale('GET /api/policies', 'GET /api/policies/:kind')
    },
  }
}
