import { expect, test } from 'vitest'
import { schoolDayOf } from './school-day.ts'

/** Swedish writes a date as `YYYY-MM-DD`. */
const inKolkata = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Kolkata' })

test('the school’s date is the date in the time zone Asia/Kolkata', () => {
  for (const instant of [
    '1999-12-31T18:29:59.999Z',
    '1999-12-31T18:30:00.000Z',
    '2026-02-28T18:29:59.999Z',
    '2026-02-28T18:30:00.000Z',
    '2028-02-28T18:30:00.000Z',
    '2026-03-01T00:00:00.000Z',
    '2026-06-30T12:00:00.000Z',
    '2099-12-31T23:59:59.999Z',
  ]) {
    const ms = Date.parse(instant)
    expect(schoolDayOf(ms), instant).toBe(inKolkata.format(ms))
  }
})
