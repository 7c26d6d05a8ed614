/** Kolkata's clocks have been this far ahead of UTC, all year, since 1945. */
export const schoolAheadMs = 5.5 * 60 * 60_000

/**
 * The date of a moment in the school's time zone, `YYYY-MM-DD`. Components that need today's date use `useSchoolToday`.
 */
export function schoolDayOf(instant: Date | number): string {
  return new Date(Number(instant) + schoolAheadMs).toISOString().slice(0, 10)
}

/** False for 31 February, which `Date` would take for a day in March. */
export function isSchoolDay(text: string): boolean {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text)
}

/** Negative if `to` is before `from`. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / (24 * 60 * 60_000)
}
