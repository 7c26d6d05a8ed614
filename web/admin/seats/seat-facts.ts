import type { MovedPrice, RosterBatch } from '../../../contract/catalogue/batches.ts'
import type { PayableKind } from '../../../contract/money/money.ts'
import { plural } from '../../../contract/plural.ts'
import type { PaymentState } from '../../../contract/registrations/registrations.ts'
import type { RosterSeat } from '../../../contract/registrations/rosters.ts'
import { dayText, formatRupees, timeInWords } from '../../../contract/words.ts'
import type { StateWords } from '../state-badge.tsx'

export const paymentStates: Record<PaymentState, StateWords> = {
  due: { label: 'Due', tone: 'outline' },
  part: { label: 'Part paid', tone: 'marigold' },
  checking: { label: 'Checking', tone: 'marigold' },
  attention: { label: 'Needs attention', tone: 'rose' },
  paid: { label: 'Paid', tone: 'leaf' },
  'part-refunded': { label: 'Part refunded', tone: 'neutral' },
  refunded: { label: 'Refunded', tone: 'neutral' },
  expired: { label: 'Expired', tone: 'neutral' },
  cancelled: { label: 'Cancelled', tone: 'neutral' },
}

export const statusLabels: Record<RosterSeat['status'], string> = {
  pending: 'Pending',
  confirmed: 'Confirmed',
  expired: 'Expired',
  cancelled: 'Cancelled',
}

/** `Thu, 12 March 2026, 10:30 am` */
export function batchText({ day, time }: Pick<RosterBatch, 'day' | 'time'>): string {
  if (day === null) return 'Coming soon'
  return time === null ? dayText(day) : `${dayText(day)}, ${timeInWords(time)}`
}

export function seatsText({ taken, capacity }: Pick<RosterBatch, 'taken' | 'capacity'>): string {
  return capacity === null
    ? plural(taken, { one: '1 seat taken', other: `${taken} seats taken` })
    : `${taken} of ${capacity} seats taken`
}

export function isFull({ taken, capacity }: Pick<RosterBatch, 'taken' | 'capacity'>): boolean {
  return capacity !== null && taken >= capacity
}

/** Makes the field in which staff choose the price of a seat that moves to a batch with another price. */
export function movedPriceField(
  here: Pick<RosterBatch, 'seatPrice'>,
  there: Pick<RosterBatch, 'seatPrice'>,
): { label: string; hint: string; placeholder: string; options: { value: MovedPrice; label: string }[] } {
  const more = there.seatPrice - here.seatPrice
  const sum = formatRupees(Math.abs(more))
  return {
    label: 'Price after the move',
    hint: `A seat costs ${formatRupees(there.seatPrice)} in the new batch and ${formatRupees(here.seatPrice)} in this one.`,
    placeholder: 'Choose a price',
    options: [
      { value: 'kept', label: 'Keep the agreed price' },
      { value: 'new', label: more > 0 ? `Charge ${sum} more` : `Charge ${sum} less` },
    ],
  }
}

export function isHeld({ status }: Pick<RosterSeat, 'status'>): boolean {
  return status === 'pending' || status === 'confirmed'
}

export function dueText({ due }: Pick<RosterSeat, 'due'>): string | null {
  return Number(due) > 0 ? formatRupees(due) : null
}

export function restText({ due }: Pick<RosterSeat, 'due'>): string {
  return Number(due) > 0 ? `${formatRupees(due)} still due` : ''
}

export function couponText({ couponCode, discount }: Pick<RosterSeat, 'couponCode' | 'discount'>): string {
  return couponCode === null ? '' : `${couponCode}: ${formatRupees(discount)} off`
}

/** `Pays for 3 seats`, or who pays; null for a seat without a group. */
export function groupText({ group }: Pick<RosterSeat, 'group'>): string | null {
  if (group === null) return null
  return group.isPayer
    ? plural(group.seats, { one: 'Pays for 1 seat', other: `Pays for ${group.seats} seats` })
    : `Booked by ${group.payer} (${group.reference})`
}

export function isSeat<Row extends { kind: PayableKind }>(
  row: Row,
): row is Row & { kind: RosterSeat['kind'] } {
  return row.kind === 'enrolment' || row.kind === 'event-booking'
}
