/** School days are days of Asia/Kolkata, whatever the device says (reading S7). */
const zone = 'Asia/Kolkata'

const longDay = new Intl.DateTimeFormat('en-IN', {
  weekday: 'short',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})
const isoDay = /^\d{4}-\d{2}-\d{2}$/

/** A school day as people read it, with its weekday; other text as it is; a date that is none is 'Invalid date'. */
export function dayText(day: string): string {
  if (!/^\d{4}-\d{2}-\d{2}/.test(day)) return day
  const isoPart = day.slice(0, 10)
  return isSchoolDay(isoPart) ? longDay.format(new Date(`${isoPart}T00:00:00Z`)) : 'Invalid date'
}

/** Whether this is a day of the calendar: 31 February is none, although `Date` takes it for one in March. */
export function isSchoolDay(text: string): boolean {
  const ms = isoDay.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text)
}

const day = new Intl.DateTimeFormat('en-CA', {
  timeZone: zone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})

/** An instant's day in the school's calendar, `YYYY-MM-DD`. What is rendered asks `useSchoolToday` for today. */
export function schoolDayOf(instant: Date): string {
  return day.format(instant)
}

const weekday = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', weekday: 'long' })

/** What a school day is called: `Monday`. */
export function weekdayOf(schoolDay: string): string {
  return weekday.format(new Date(`${schoolDay}T00:00:00Z`))
}

const moment = new Intl.DateTimeFormat('en-IN', {
  weekday: 'short',
  day: 'numeric',
  month: 'long',
  hour: 'numeric',
  minute: '2-digit',
  hour12: true,
  timeZone: zone,
})

/** An instant in the school's time: `Sat, 12 December, 6:30 pm`. */
export function momentText(instant: string): string {
  return moment.format(new Date(instant))
}
