import { weekdayOf } from '../../../contract/words.ts'
import { addDays, addMs, instantOf } from '../../platform/clock.ts'

export const hoursMs = 60 * 60_000
const dayMs = 24 * hoursMs
const yearDays = 366

const fromNow = /^now(?: ([+-][\d.]+) days)?$/
const fromToday = /^(?:([\w-]+) from )?today(?: ([+-]\d+) days)?(?: (\d\d:\d\d))?$/

export const daysBefore = (instant: string, days: number) => addMs(instant, -days * dayMs)

/**
 * Converts a text of the data that is relative to the day of seeding. `now -3.5 days` is an instant, and `today +2
 * days` is a day. `Tuesday from today +2 days` and `01-15 from today` are the first such day from then on. A day with a
 * time is an instant in the school's time zone: `today -47 days 06:30`. Any other text stays unchanged.
 */
export function readRelative(text: string, { now, today }: { now: string; today: string }): string {
  const instant = fromNow.exec(text)
  if (instant) return addMs(now, Number(instant[1] ?? 0) * dayMs)
  const said = fromToday.exec(text)
  if (!said) return text
  const [, wanted, days = '0', time] = said
  const day = firstFrom(addDays(today, Number(days)), wanted)
  return time ? instantOf(day, time) : day
}

function firstFrom(day: string, wanted: string | undefined): string {
  for (let ahead = 0; ahead <= yearDays; ahead++) {
    const at = addDays(day, ahead)
    if (wanted === undefined || weekdayOf(at) === wanted || at.endsWith(`-${wanted}`)) return at
  }
  throw new Error(`the demonstration has no day called ${wanted}`)
}
