import { schoolDayOf } from '../../../../contract/school-day.ts'
import type { DeliveryOptions } from '../../../../contract/store/delivery.ts'
import { nightBefore } from '../../../../contract/store/delivery-hours.ts'
import { dateText, weekdayOf } from '../../../../contract/words.ts'
import type { Deliverable } from './product-facts.ts'

const dayMs = 24 * 60 * 60_000

export const dayAfter = (day: string, days: number): string =>
  schoolDayOf(Date.parse(`${day}T06:00:00Z`) + days * dayMs)

/** Turns `14:00`, `18:00` into `2-6 pm`, which is short enough for a card. */
export function windowInWords(from: string, to: string): string {
  const [start, startHalf] = hourInWords(from)
  const [end, endHalf] = hourInWords(to)
  const hours =
    startHalf === endHalf ? `${start}-${end} ${endHalf}` : `${start} ${startHalf}-${end} ${endHalf}`
  return hours + nightBefore({ from, to })
}

function hourInWords(time: string): [hour: string, half: string] {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const past = minutes === 0 ? '' : `:${String(minutes).padStart(2, '0')}`
  return [`${hours % 12 || 12}${past}`, hours < 12 ? 'am' : 'pm']
}

export function dayFrom(today: string, day: string): string {
  if (day === today) return 'Today'
  return day === dayAfter(today, 1) ? 'Tomorrow' : `${weekdayOf(day).slice(0, 3)}, ${dateText(day)}`
}

/** One answer serves all products, because only lead time and ways differ. Null if no asked day is possible. */
export function firstDelivery(
  { leadDays, ways }: Deliverable,
  { days }: Pick<DeliveryOptions, 'days'>,
  today: string,
  wished: string | null,
): { day: string; from: string; to: string } | null {
  const begin = [wished ?? today, dayAfter(today, leadDays)].reduce((a, b) => (a > b ? a : b))
  for (const { day, options } of [...days].sort((a, b) => (a.day < b.day ? -1 : 1))) {
    if (day < begin) continue
    const [first] = options
      .filter(({ way, reason }) => reason === null && way !== 'pickup' && ways.includes(way))
      .sort((a, b) => minutesOf(a) - minutesOf(b))
    if (first) return { day, from: first.from, to: first.to }
  }
  return null
}

/** A window that ends before it begins is midnight's: it is the earliest, but sorts last, as few people mean it. */
const minutesOf = ({ from, to }: { from: string; to: string }) =>
  (to < from ? 24 : 0) + Number.parseInt(from, 10)

export function deliveryInWords(
  product: Deliverable,
  options: Pick<DeliveryOptions, 'days'>,
  today: string,
  wished: string | null,
): string {
  if (product.ways.every((way) => way === 'pickup')) return 'To be fetched at the studio'
  const first = firstDelivery(product, options, today, wished)
  if (first === null) return 'Please ask us when'
  return `${dayFrom(today, first.day)}, ${windowInWords(first.from, first.to)}`
}
