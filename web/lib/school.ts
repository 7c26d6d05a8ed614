import { useQuery } from '@tanstack/react-query'
import { query } from './query.ts'

/** Part of every page as the server sent it, and never fetched again. */
export function schoolQuery() {
  return { ...query('GET /api/school'), staleTime: Number.POSITIVE_INFINITY }
}

export function useSchool() {
  return useQuery(schoolQuery()).data
}
