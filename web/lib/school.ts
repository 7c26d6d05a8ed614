import { useQuery } from '@tanstack/react-query'
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

const fallbackHours = [
  { day: text.mondayToSaturday, text: text.fallbackHours, isClosed: false },
  { day: text.sunday, text: text.fallbackSundayHours, isClosed: false },
]

export function useOfficeHours(): { day: string; text: string; isClosed: boolean }[] {
  const { data, error } = useQuery(officeHoursQuery())
  useLogged(error, 'The business hours could not be loaded')
  const rows = rowsIn<OfficeTiming>(data)
  if (rows.length === 0) return fallbackHours
  return rows.map((row) => ({
    day: row.office_day,
    text: row.is_holiday
      ? text.closed
      : text.fromTo({ from: twelveHour(row.open_time), to: twelveHour(row.close_time) }),
    isClosed: row.is_holiday,
  }))
}
