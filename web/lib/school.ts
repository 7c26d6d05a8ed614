import { useQuery } from '@tanstack/react-query'
import { query } from './query.ts'

/** Name, phone, address: part of every page as the server sent it, so never fetched again while the page lives. */
export function schoolQuery() {
  return { ...query('GET /api/school'), staleTime: Number.POSITIVE_INFINITY }
}

export function useSchool() {
  return useQuery(schoolQuery()).data
}
