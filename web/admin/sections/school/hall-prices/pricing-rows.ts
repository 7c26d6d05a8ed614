import { beginningOf } from '../../../../../contract/graphemes.ts'
import {
  type EventPricing,
  endsAfterStart,
  noPricingRows,
  pricingTimes,
  splitPricingLabel,
} from '../../../../../contract/school/pricing-rules.ts'
import { differences, type FieldDifference } from '../../../stale-edit.tsx'

export type Half = 'AM' | 'PM'

/** A row of the editor. Times are `HH:MM` of 12 hours, and are empty until staff choose them. */
export interface PricingRow {
  /** The key that the server gave to the price; null for a new price. */
  key: string | null
  /** An id that React and the focus need. It is not sent to the server. */
  rowId: string
  day: string
  startTime: string
  startAmPm: Half
  endTime: string
  endAmPm: Half
  price: string
}

export const timeChoices: readonly string[] = Array.from({ length: 12 }, (_, hour) => hour + 1).flatMap(
  (hour) => ['00', '15', '30', '45'].map((minutes) => `${String(hour).padStart(2, '0')}:${minutes}`),
)

/** Makes the rows of the editor. If a label has an unknown format, the row keeps the day but has no times. */
export function toRows(pricing: EventPricing): PricingRow[] {
  return Object.entries(pricing).map(([key, { label, price }]) => {
    const typed = label.trim()
    const times = pricingTimes(typed)
    return {
      key,
      rowId: key,
      day: times ? times.before.trimEnd() : splitPricingLabel(label).day,
      startTime: times?.start.padStart(5, '0') ?? '',
      startAmPm: half(times?.startHalf, 'AM'),
      endTime: times?.end.padStart(5, '0') ?? '',
      endAmPm: half(times?.endHalf, 'PM'),
      price,
    }
  })
}

function half(text: string | undefined, otherwise: Half): Half {
  const found = text?.toUpperCase()
  return found === 'AM' || found === 'PM' ? found : otherwise
}

export function newRow(rowId: string): PricingRow {
  return {
    key: null,
    rowId,
    day: '',
    startTime: '',
    startAmPm: 'AM',
    endTime: '',
    endAmPm: 'PM',
    price: '',
  }
}

/** Writes the label of a row, such as `Weekdays 10:00 AM - 6:00 PM`. */
export function labelOf(row: PricingRow): string {
  const time = (text: string) => text.replace(/^0/, '')
  return `${row.day.trim()} ${time(row.startTime)} ${row.startAmPm} - ${time(row.endTime)} ${row.endAmPm}`
}

export function incompleteRows(rows: readonly PricingRow[]): number[] {
  return numbersOf(rows, ({ day, startTime, endTime }) => !day.trim() || !startTime || !endTime)
}

export function unpricedRows(rows: readonly PricingRow[]): number[] {
  return numbersOf(rows, ({ price }) => !/^\d{1,8}(\.\d{1,2})?$/.test(price))
}

export function reversedRows(rows: readonly PricingRow[]): number[] {
  return numbersOf(rows, ({ startTime, startAmPm, endTime, endAmPm }) => {
    const isWhole = startTime !== '' && endTime !== ''
    return (
      isWhole && !endsAfterStart({ start: startTime, startHalf: startAmPm, end: endTime, endHalf: endAmPm })
    )
  })
}

function numbersOf(rows: readonly PricingRow[], isMeant: (row: PricingRow) => boolean): number[] {
  return rows.flatMap((row, at) => (isMeant(row) ? [at + 1] : []))
}

export function priceTyped(text: string): string {
  const [whole = '', ...rest] = text.replace(/[^\d.]/g, '').split('.')
  return rest.length === 0 ? whole : `${whole}.${rest.join('')}`
}

export function toPricing(rows: readonly PricingRow[]): EventPricing {
  const taken = new Set(rows.flatMap(({ key }) => key ?? []))
  return Object.fromEntries(
    rows.map((row) => {
      const label = labelOf(row)
      return [row.key ?? freeKey(label, taken), { label, price: row.price }]
    }),
  )
}

function freeKey(label: string, taken: Set<string>): string {
  const dashed = label.toLowerCase().replace(/[^\p{Letter}\p{Mark}\p{Number}]+/gu, '-')
  const words = beginningOf(dashed, 50, 50).replace(/^-|-$/g, '')
  // JavaScript objects list keys that are only digits before all other keys, so a key of digits gets a prefix.
  const wanted = /^\d+$/.test(words) || words === '' ? `slot-${words}` : words
  let key = wanted
  for (let count = 2; taken.has(key); count++) key = `${wanted}-${count}`
  taken.add(key)
  return key
}

export function findProblem(rows: readonly PricingRow[]): string | null {
  if (rows.length === 0) return noPricingRows
  const incomplete = incompleteRows(rows)
  if (incomplete.length > 0) return `Please complete Day / Start / End on rows: ${incomplete.join(', ')}`
  const reversed = reversedRows(rows)
  if (reversed.length > 0) return `Please choose an end after the start on rows: ${reversed.join(', ')}`
  const unpriced = unpricedRows(rows)
  return unpriced.length > 0 ? `Please enter a price on rows: ${unpriced.join(', ')}` : null
}

export function isSamePricing(some: readonly PricingRow[], others: readonly PricingRow[]): boolean {
  const bare = (rows: readonly PricingRow[]) => JSON.stringify(rows.map(({ rowId: _, ...row }) => row))
  return bare(some) === bare(others)
}

export function slotDifferences(
  base: EventPricing,
  theirs: EventPricing,
  rows: readonly PricingRow[],
): FieldDifference[] {
  const texts = (pricing: EventPricing, text: (slot: EventPricing[string]) => string) =>
    Object.fromEntries(Object.entries(pricing).map(([key, slot]) => [key, text(slot)]))
  const whole = (pricing: EventPricing) => texts(pricing, ({ label, price }) => `${label}, ₹${price}`)
  const labels = texts({ ...base, ...theirs }, ({ label }) => label)
  return differences(labels, whole(base), whole(theirs), whole(toPricing(rows)))
}

/** Merges two edits. A row that I changed stays as I typed it. Every other row is taken from `theirs`. */
export function mergeMine(
  base: EventPricing,
  theirs: EventPricing,
  rows: readonly PricingRow[],
): PricingRow[] {
  const before = new Map(toRows(base).map((row) => [row.key, JSON.stringify(row)]))
  const isTouched = (row: PricingRow) => row.key === null || JSON.stringify(row) !== before.get(row.key)
  const mineByKey = new Map(rows.map((row) => [row.key, row]))
  const removed = new Set(Object.keys(base).filter((key) => !mineByKey.has(key)))
  const kept = toRows(theirs).flatMap((row) => {
    if (removed.has(row.key ?? '')) return []
    const mine = mineByKey.get(row.key)
    return mine && isTouched(mine) ? [mine] : [row]
  })
  const known = new Set(kept.map(({ key }) => key))
  return [...kept, ...rows.filter((row) => isTouched(row) && !known.has(row.key))]
}
