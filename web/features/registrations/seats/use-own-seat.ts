import { useQuery } from '@tanstack/react-query'
import { isSchoolDay } from '../../../../contract/school-day.ts'
import { dayText } from '../../../../contract/words.ts'
import { query } from '../../../lib/query.ts'
import { useSchoolToday } from '../../../lib/use-school-today.ts'

export const ownSeatQuery = (id: string) => ({
  ...query('GET /api/enrollments/:id', { params: { id } }),
  staleTime: 60_000,
})

/** A seat taken in this browser, as a line that links to its page; null until it loads and if it is given up. */
export function useOwnSeat(id: string) {
  const { data: seat } = useQuery(ownSeatQuery(id))
  const today = useSchoolToday()
  if (!seat || (seat.status !== 'pending' && seat.status !== 'confirmed')) return null
  const isDated = isSchoolDay(seat.batch)
  return {
    to: `/payment?enrollment=${encodeURIComponent(id)}`,
    what: seat.courseTitle,
    state:
      seat.status === 'confirmed'
        ? 'Your seat is confirmed'
        : seat.payment.checking
          ? 'We are checking your payment'
          : isDated
            ? 'Waiting for your payment'
            : 'Your place is reserved',
    day: dayText(seat.batch),
    isToCome: !isDated || seat.batch >= today,
  }
}
