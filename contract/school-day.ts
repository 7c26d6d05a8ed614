/** Kolkata's clocks have been this far ahead of UTC, all year, since 1945 (reading S7). */
export const schoolAheadMs = 5.5 * 60 * 60_000

/** The school's calendar day of an instant, `YYYY-MM-DD`. What a page renders asks `useSchoolToday` for today. */
export function schoolDayOf(instant: Date | number): string {
  return new Date(Number(instant) + schoolAheadMs).toISOString().slice(0, 10)
}
