import { schoolAheadMs, schoolDayOf } from '../../contract/school-day.ts'

export type Clock = ReturnType<typeof clockOf>

export function clockOf(ms: () => number) {
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

const dayMs = 24 * 60 * 60_000

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)
}

/** Computed without a calendar library, because a month of delivery options needs a thousand instants. */
export function instantOf(day: string, time: string): string {
  return new Date(Date.parse(`${day}T${time}:00Z`) - schoolAheadMs).toISOString()
}
