/** Months and days are strings such as `2026-11` and `2026-11-28`, so that no time zone can shift them. */

const dayMs = 24 * 60 * 60 * 1000

const monthPattern = /^\d{4}-(0[1-9]|1[0-2])$/
const dayPattern = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/

export function monthOf(day: string): string {
  return day.slice(0, 7)
}

export function addMonths(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const index = year * 12 + (number - 1) + count
  return `${String(Math.floor(index / 12)).padStart(4, '0')}-${String((index % 12) + 1).padStart(2, '0')}`
}

export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * dayMs).toISOString().slice(0, 10)
}

/**
 * The calendar shows this many months before and after the current month. The server caches each page, so the number is
 * limited.
 */
const monthsAround = 24

export function isOffered(month: string, today: string): boolean {
  const current = monthOf(today)
  return (
    monthPattern.test(month) &&
    month >= addMonths(current, -monthsAround) &&
    month <= addMonths(current, monthsAround)
  )
}

export function monthOffered(month: string | null, today: string): string | null {
  return month !== null && isOffered(month, today) ? month : null
}

export function dayOffered(day: string | null, today: string): string | null {
  return day !== null && dayPattern.test(day) && isOffered(monthOf(day), today) ? day : null
}

/** Returns the weeks that a month touches, as rows of seven days that include days of the months around it. */
export function weeksOf(month: string): string[][] {
  const first = `${month}-01`
  const start = addDays(first, -new Date(`${first}T00:00:00Z`).getUTCDay())
  const end = `${addMonths(month, 1)}-01`
  const weeks: string[][] = []
  for (let day = start; day < end; day = addDays(day, 7)) {
    weeks.push(Array.from({ length: 7 }, (_, index) => addDays(day, index)))
  }
  return weeks
}

/** Returns the month of the next class, or the current month if no class has a date. */
export function openingMonth(nextDay: string | null, today: string): string {
  return monthOf(nextDay ?? today)
}

/** Returns the same day of another month, or the last day of that month if the month is shorter. */
export function sameDayIn(month: string, day: string): string {
  const wanted = `${month}-${day.slice(8)}`
  const last = addDays(`${addMonths(month, 1)}-01`, -1)
  return wanted > last ? last : wanted
}
