/** Kolkata's clocks have been this far ahead of UTC, all year, since 1945 (reading S7). */
export const schoolAheadMs = 5.5 * 60 * 60_000

/** The school's calendar day of an instant, `YYYY-MM-DD`. What a page renders asks `useSchoolToday` for today. */
export function schoolDayOf(instant: Date | number): string {
  return new Date(Number(instant) + schoolAheadMs).toISOString().slice(0, 10)
}

/** Whether this is a day of the calendar: 31 February is none, although `Date` takes it for one in March. */
export function isSchoolDay(text: string): boolean {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text)
}

/** How many days after `from` the school day `to` is. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / (24 * 60 * 60_000)
}
