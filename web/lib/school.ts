import { useQuery } from '@tanstack/react-query'
import { type Fallbacks, noFallbacks } from '../../contract/school/fallbacks.ts'
import type { OfficeTiming } from '../../contract/school/office-hours.ts'
import { twelveHour } from '../../contract/words.ts'
import * as text from './lib.en.ts'
import { query, rowsIn, useLogged } from './query.ts'

/** Every page contains the school's data, so the browser never fetches them again. */
export function schoolQuery() {
  return { ...query('GET /api/school'), staleTime: Number.POSITIVE_INFINITY }
}

export function useSchool() {
  return useQuery(schoolQuery()).data
}

export const officeHoursQuery = () => query('GET /api/office-timing')

export function fallbacksQuery() {
  return { ...query('GET /api/fallbacks'), staleTime: Number.POSITIVE_INFINITY }
}

/** What the demonstration school shows in place of missing records; nothing at any other school. */
export function useFallbacks(): Fallbacks {
  return useQuery(fallbacksQuery()).data ?? noFallbacks
}

/** The hours are empty if the school has stored none. */
export function useOfficeHours() {
  const result = useQuery(officeHoursQuery())
  const fallbacks = useFallbacks()
  useLogged(result.error, 'The business hours could not be loaded')
  const rows = rowsIn<OfficeTiming>(result.data)
  return { result, hours: rows.length === 0 ? fallbacks.hours.map(openHours) : rows.map(hoursOf) }
}

const openHours = (hours: Fallbacks['hours'][number]) => ({ ...hours, isClosed: false })

function hoursOf(row: OfficeTiming) {
  return {
    day: row.office_day,
    text: row.is_holiday
      ? text.closed
      : text.fromTo({ from: twelveHour(row.open_time), to: twelveHour(row.close_time) }),
    isClosed: row.is_holiday,
  }
}
