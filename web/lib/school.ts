import { useQuery } from '@tanstack/react-query'
import type { SitePart } from '../../contract/school/site-parts.ts'
import { query } from './query.ts'

/** Every page contains the school's data, so the browser never fetches them again. */
export function schoolQuery() {
  return { ...query('GET /api/school'), staleTime: Number.POSITIVE_INFINITY }
}

export function useSchool() {
  return useQuery(schoolQuery()).data
}

/** True unless the school has switched this part of its site off. */
export function useHasPart(part: SitePart): boolean {
  return useSchool()?.parts[part] !== false
}
