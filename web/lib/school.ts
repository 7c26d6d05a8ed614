import { useQuery } from '@tanstack/react-query'
import { query } from './query.ts'

/** The server puts it into every page, so it is never fetched again. */
export function schoolQuery() {
  return { ...query('GET /api/school'), staleTime: Number.POSITIVE_INFINITY }
}

export function useSchool() {
  return useQuery(schoolQuery()).data
}
