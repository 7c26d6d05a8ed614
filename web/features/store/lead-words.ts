import { useQuery } from '@tanstack/react-query'
import type { FirstDay } from '../../../contract/delivery.ts'
import { schoolDayOf } from '../../../contract/school-day.ts'
import { dateText, weekdayOf } from '../../../contract/words.ts'
import { query } from '../../lib/query.ts'
import { useSchoolToday } from '../../lib/use-school-today.ts'
import type { Deliverable } from './product-facts.ts'

const dayMs = 24 * 60 * 60_000

export const dayAfter = (day: string, days: number): string =>
  schoolDayOf(Date.parse(`${day}T06:00:00Z`) + days * dayMs)

/** `Today`, `Tomorrow`, `Thu, 26 Nov`. */
export function dayFrom(today: string, day: string): string {
  if (day === today) return 'Today'
  return day === dayAfter(today, 1) ? 'Tomorrow' : `${weekdayOf(day).slice(0, 3)}, ${dateText(day)}`
}

/** What is said of a product before anybody has asked for a place; null while it is not known what can be brought when. */
export function leadInWords(
  { leadDays, ways }: Deliverable,
  firstDays: readonly FirstDay[] | undefined,
  today: string,
): string | null {
  if (ways.every((way) => way === 'pickup')) return 'To be fetched at the studio'
  if (firstDays === undefined) return null
  const [first] = firstDays.flatMap(({ way, day }) => (ways.includes(way) ? [day] : [])).sort()
  if (first === undefined) return 'Please ask us when'
  if (leadDays > 0) return leadDays === 1 ? 'Order a day before' : `Order ${leadDays} days before`
  return first === today
    ? 'Same-day delivery'
    : `Delivery from ${dayFrom(today, first).replace('Tomorrow', 'tomorrow')}`
}

export const firstDaysQuery = () => query('GET /api/delivery-options/first')

/** The same, as the checkout would say now. */
export function useLeadWords(): (product: Deliverable) => string | null {
  const today = useSchoolToday()
  const { data } = useQuery({
    ...firstDaysQuery(),
    refetchInterval: ({ state }) => untilClosing(state.data ?? []),
    refetchIntervalInBackground: true,
  })
  return (product) => leadInWords(product, data, today)
}

const hourMs = 60 * 60_000
const minuteMs = 60_000
/** So long the server takes to tell its kept answers. */
const graceMs = 2_000

/** So long what was answered holds: until the next of its options closes, and an hour at most. */
export function untilClosing(options: readonly { closesAt: string }[]): number {
  const ends = options.map(({ closesAt }) => Date.parse(closesAt) - Date.now())
  return Math.min(hourMs, ...ends.map((ms) => (ms > 0 ? ms + graceMs : minuteMs)))
}
