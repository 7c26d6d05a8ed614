import { timeInWords } from '../words.ts'
import { hoursOf } from './course-facts.ts'

/** A longer duration, such as `'40 hours'`, is the duration of a whole course and not of one day. */
const sittingHoursMax = 12
/** A duration with more days than this, such as `'60 days'`, does not mean days in a row. */
const daysInARowMax = 14

const dayMs = 24 * 60 * 60_000

export interface EventSpan {
  endDay: string
  /** 24-hour `HH:MM`; null for an event of whole days, the last of which is `endDay`. */
  endTime: string | null
}

/**
 * Returns the time that an event takes in a calendar: its hours if the time and the number of hours are known,
 * otherwise whole days.
 */
export function spanOf(event: { day: string; time: string | null; duration: string | null }): EventSpan {
  const { day, time, duration } = event
  const hours = hoursOf(duration) ?? 0
  if (time !== null && hours > 0 && hours <= sittingHoursMax) {
    const end = new Date(Date.parse(`${day}T${time}:00Z`) + Math.round(hours * 60) * 60_000).toISOString()
    return { endDay: end.slice(0, 10), endTime: end.slice(11, 16) }
  }
  return { endDay: daysAfter(day, daysOf(duration) - 1), endTime: null }
}

/** Writes the hours of an event: `10:00 am – 1:00 pm`, or when it begins; null if it has no time. */
export function hoursOfEvent(event: { day: string; time: string | null; duration: string | null }) {
  if (!event.time) return null
  const { endTime } = spanOf(event)
  return endTime === null ? timeInWords(event.time) : `${timeInWords(event.time)} – ${timeInWords(endTime)}`
}

/** Reads `'2 days'` as 2. A duration without days is one day. */
function daysOf(duration: string | null): number {
  const days = Number(/(\d{1,9})\s{0,9}days?\b/i.exec(duration ?? '')?.[1] ?? 1)
  return days >= 1 && days <= daysInARowMax ? days : 1
}

export function daysAfter(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * dayMs).toISOString().slice(0, 10)
}
