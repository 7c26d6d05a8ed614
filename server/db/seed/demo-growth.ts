import { addMs } from '../../platform/clock.ts'
import type { OrderRow } from './demo-order-rows.ts'
import type { PaidSeat } from './demo-seats.ts'
import { daysBefore } from './relative-days.ts'

/** The dashboard compares with thirty days ago. One more day makes sure that the rows are older than that. */
const daysEarlier = 31

/**
 * Changes the dates of the paid seats, so that a new school's dashboard shows 7 % more students and 18 % more revenue
 * than thirty days ago. Only the seats that make up this difference get a date within the last thirty days.
 */
export function datePaidSeats(paid: readonly PaidSeat[], now: string, orders: readonly OrderRow[]): void {
  const seatMoney = paid.reduce((sum, { payment }) => sum + payment.amount_in_paise, 0)
  const paidOrders = orders.filter(({ payment_status }) => payment_status === 'paid')
  const moneySince = (instant: string) =>
    paidOrders.reduce(
      (sum, { paid_at, total_in_paise }) => sum + ((paid_at ?? '') > instant ? total_in_paise : 0),
      0,
    )
  const count = Math.round((paid.length * 7) / 107)
  const money = ((seatMoney + moneySince('')) * 18) / 118 - moneySince(daysBefore(now, 30))
  const coming = paid.filter(({ isComing }) => isComing)
  const lately = new Set(chooseWorth(coming, count, money))
  let place = 0
  for (const one of paid) {
    if (lately.has(one)) {
      // The seats are spread over the month in an order that differs from the order of their classes.
      const daysAgo = 1 + ((place * 11) % count) * (27 / count)
      place++
      moveTo(one, addMs(daysBefore(now, daysAgo), -place * 7 * 60_000))
    } else if (one.seat.created_at > daysBefore(now, daysEarlier)) {
      moveTo(one, daysBefore(one.seat.created_at, daysEarlier))
    }
  }
}

/**
 * Chooses `count` seats whose prices add up to about `money`. Each step takes the seat whose price is nearest to the
 * average price that is still needed.
 */
function chooseWorth(seats: readonly PaidSeat[], count: number, money: number): PaidSeat[] {
  const left = [...seats]
  const chosen: PaidSeat[] = []
  let rest = money
  while (chosen.length < count) {
    const wanted = rest / (count - chosen.length)
    const off = ({ payment }: PaidSeat) => Math.abs(payment.amount_in_paise - wanted)
    const best = left.reduce((a, b) => (off(b) < off(a) ? b : a))
    left.splice(left.indexOf(best), 1)
    chosen.push(best)
    rest -= best.payment.amount_in_paise
  }
  return chosen
}

function moveTo({ seat, payment }: PaidSeat, createdAt: string): void {
  const ms = Date.parse(createdAt) - Date.parse(seat.created_at)
  seat.created_at = createdAt
  if (seat.confirmed_at) seat.confirmed_at = addMs(seat.confirmed_at, ms)
  payment.at = addMs(payment.at, ms)
}
