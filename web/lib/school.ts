import { useQuery } from '@tanstack/react-query'
import { useHref } from 'react-router'
import type { SitePart } from '../../contract/school/site-parts.ts'
import { query } from './query.ts'

/** Every page contains the school's data, so the browser never fetches them again. */
export function schoolQuery() {
  return { ...query('GET /api/school'), staleTime: Number.POSITIVE_INFINITY }
}

export function useSchool() {
  return useQuery(schoolQuery()).data
}

/** False for something with a price while the school has no way to be paid. Free things are available even then. */
export function useCanBePaid(rupees: number): boolean {
  return useSchool()?.canBePaid !== false || rupees === 0
}

/** False while the school's e-mails only wait. Pages then promise none, and say what to do instead. */
export function useSendsEmails(): boolean {
  return useSchool()?.sendsEmails !== false
}

/** True unless the school has switched this part of its site off. */
export function useHasPart(part: SitePart): boolean {
  return useSchool()?.parts[part] !== false
}

/** True until the owner opens the site, when most links would lead to "Opening soon". A preview shows the whole site. */
export function useIsClosed(): boolean {
  const isPreview = useHref('/') !== '/'
  return useSchool()?.isOpen === false && !isPreview
}
