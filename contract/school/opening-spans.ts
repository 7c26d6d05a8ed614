import { weekdays } from '../words.ts'

/** Days in a row with the same hours, as times of 24 hours. `hours` is null if the school is closed on these days. */
export interface OpeningSpan {
  first: string
  last: string
  hours: { from: string; to: string } | null
}

interface Timing {
  office_day: string
  open_time: string
  close_time: string
  is_holiday: boolean
}

/** Lists the opening hours of the week, beginning with Monday. A weekday that is not in `week` is left out. */
export function openingSpans(week: readonly Timing[]): OpeningSpan[] {
  const spans: OpeningSpan[] = []
  let before: OpeningSpan | undefined
  for (const day of [...weekdays.slice(1), ...weekdays.slice(0, 1)]) {
    const row = week.find(({ office_day }) => office_day === day)
    const hours = row === undefined || row.is_holiday ? null : { from: row.open_time, to: row.close_time }
    if (row === undefined) before = undefined
    else if (before?.hours?.from === hours?.from && before?.hours?.to === hours?.to && before)
      before.last = day
    else spans.push((before = { first: day, last: day, hours }))
  }
  return spans
}
