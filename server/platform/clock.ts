import { Temporal } from 'temporal-polyfill'
import { schoolDayOf } from '../../contract/school-day.ts'

export const schoolTimeZone = 'Asia/Kolkata'

export interface Clock {
  /** The instant now, UTC ISO text with milliseconds. */
  now(): string
  /** Today in the school's calendar, `YYYY-MM-DD`. */
  today(): string
  ms(): number
}

export function clockOf(ms: () => number): Clock {
  return {
    ms,
    now: () => new Date(ms()).toISOString(),
    today: () => schoolDayOf(ms()),
  }
}

export const systemClock: Clock = clockOf(() => Date.now())

export function addMs(instant: string, ms: number): string {
  return new Date(Date.parse(instant) + ms).toISOString()
}

export function addDays(day: string, days: number): string {
  return Temporal.PlainDate.from(day).add({ days }).toString()
}

/** The instant at which this `HH:MM` of a school day begins. */
export function instantOf(day: string, time: string): string {
  const zoned = Temporal.PlainDateTime.from(`${day}T${time}`).toZonedDateTime(schoolTimeZone)
  return new Date(zoned.epochMilliseconds).toISOString()
}
