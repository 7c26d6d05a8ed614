import { useQuery } from '@tanstack/react-query'
import type { Fallbacks } from '../../contract/school/fallbacks.ts'
import type { OfficeTiming } from '../../contract/school/office-hours.ts'
import { twelveHour } from '../../contract/words.ts'
import { useFallbacks } from './fallbacks.ts'
import * as text from './lib.en.ts'
import { query, rowsIn, useLogged } from './query.ts'

export const officeHoursQuery = () => query('GET /api/office-timing')

/** The hours are empty if the school has stored no hours. */
export function useOfficeHours() {
  const result = useQuery(officeHoursQuery())
  const fallbacks = useFallbacks()
  useLogged(result.error, 'The business hours could not be loaded')
  const rows = rowsIn<OfficeTiming>(result.data)
  return { result, hours: rows.length > 0 ? rows.map(hoursOf) : (fallbacks?.hours.map(openHours) ?? []) }
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
