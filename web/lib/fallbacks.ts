import { useQuery } from '@tanstack/react-query'
import type { Fallbacks } from '../../contract/school/fallbacks.ts'
import { query } from './query.ts'

/** The answer changes only with the school's settings, so a page that has the answer never requests it again. */
export function fallbacksQuery() {
  return { ...query('GET /api/fallbacks'), staleTime: Number.POSITIVE_INFINITY }
}

/**
 * Returns the content that the demonstration school shows in place of missing records. Any other school has no such
 * content.
 */
export function useFallbacks(): Fallbacks | undefined {
  return useQuery(fallbacksQuery()).data
}
