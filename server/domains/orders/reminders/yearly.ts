import { isSchoolDay, schoolDayOf } from '../../../../contract/school-day.ts'
import { addDays, instantOf } from '../../../platform/clock.ts'

export interface Occasion {
  on: string
  dueAt: string
}

const daysBefore = 7
const letterAt = '09:00'

const yearOf = (day: string) => Number(day.slice(0, 4))

/** 29 February becomes the 28th in a common year. */
function occasionIn(year: number, day: string): Occasion {
  const same = `${String(year).padStart(4, '0')}${day.slice(4)}`
  // oxlint-disable-next-line malar/whole-letters -- a day
  const on = isSchoolDay(same) ? same : `${same.slice(0, 8)}28`
  return { on, dueAt: instantOf(addDays(on, -daysBefore), letterAt) }
}

/** Returns the first occasion after the year of `day` whose e-mail is not due yet. */
export function nextLetter(day: string, now: string): Occasion {
  for (let year = Math.max(yearOf(day) + 1, yearOf(now)); ; year++) {
    const occasion = occasionIn(year, day)
    if (occasion.dueAt > now) return occasion
  }
}

/** Returns the occasion whose e-mail is due. A server that was down sends no e-mail about a day that has passed. */
export function dueOccasion(day: string, now: string): Occasion | null {
  const coming = nextDay(day, now)
  return coming.dueAt <= now && yearOf(coming.on) > yearOf(day) ? coming : null
}

export function nextDay(day: string, now: string): Occasion {
  const today = schoolDayOf(Date.parse(now))
  const thisYear = occasionIn(yearOf(today), day)
  return thisYear.on > today ? thisYear : occasionIn(yearOf(today) + 1, day)
}
