import { useQuery } from '@tanstack/react-query'
import { listLimitMax } from '../../../contract/primitives.ts'
import { isSchoolDay } from '../../../contract/school-day.ts'
import { closedThenText, dayEnds, isClosedDuring } from '../../../contract/site/closing-words.ts'
import { dayText, weekdayOf } from '../../../contract/words.ts'
import { query, rowsIn } from '../../lib/query.ts'

/** A session or the beginning of a batch. A null time is an unknown time. */
export interface PlannedDay {
  day: string
  from: string | null
  to: string | null
}

/** Returns a function that says why the school is closed then; null if it is open. */
export function useClosings(): (planned: PlannedDay) => string | null {
  const days = useQuery(query('GET /api/admin/closed-days', { query: { limit: listLimitMax } }))
  const week = useQuery(query('GET /api/office-timing'))
  return ({ day, from, to }) => {
    if (!isSchoolDay(day)) return null
    const weekday = weekdayOf(day)
    const timings = rowsIn<{ office_day: string; is_holiday?: boolean }>(week.data)
    if (timings.some((one) => one.office_day === weekday && one.is_holiday === true))
      return `Your office hours say that the school is closed every ${weekday}.`
    const dated = days.data?.data.find((one) => one.day === day && one.closedFor !== null)
    const isClosed = dated && isClosedDuring(dated, { from: from ?? '00:00', to: to ?? dayEnds })
    return isClosed ? `${closedThenText(dated)}.` : null
  }
}

/** Returns a function that asks before a session is saved on a day on which the school is closed. */
export function useClosedDaysQuestion() {
  const closedBecause = useClosings()
  return <const F extends string>(field: F, planned: readonly PlannedDay[], today: string) => {
    const closed = planned.flatMap((one) => {
      const reason = one.day >= today ? closedBecause(one) : null
      return reason === null ? [] : [{ day: one.day, reason }]
    })
    const [first] = closed
    if (first === undefined) return null
    const others = new Set(closed.map(({ day }) => day)).size - 1
    const more = others === 0 ? '' : others === 1 ? ' and on 1 other day' : ` and on ${others} other days`
    return {
      field,
      title: `The school is closed on ${dayText(first.day)}${more}`,
      text: `${first.reason} Save only if the class will meet on that day anyway.`,
      save: 'Save anyway',
      change: 'Change the date',
      sets: { meetsAnyway: true },
    }
  }
}
