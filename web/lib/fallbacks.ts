import { useQuery } from '@tanstack/react-query'
import type { Fallbacks } from '../../contract/school/fallbacks.ts'
import { query } from './query.ts'

/** The answer changes with the school's settings, so a page that has it never asks again. */
export function fallbacksQuery() {
  return { ...query('GET /api/fallbacks'), staleTime: Number.POSITIVE_INFINITY }
}

/** What the demonstration school shows in place of missing records; nothing at any other school. */
export function useFallbacks(): Fallbacks | undefined {
  return useQuery(fallbacksQuery()).data
}
