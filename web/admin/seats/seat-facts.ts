import type { PaymentState } from '../../../contract/registrations.ts'
import type { RosterBatch, RosterSeat } from '../../../contract/rosters.ts'
import { dayText, formatRupees, twelveHour } from '../../../contract/words.ts'
import type { StateWords } from '../state-badge.tsx'

export const paymentStates: Record<PaymentState, StateWords> = {
  due: { label: 'Due', tone: 'outline' },
  checking: { label: 'Checking', tone: 'marigold' },
  paid: { label: 'Paid', tone: 'leaf' },
  attention: { label: 'Needs attention', tone: 'rose' },
}

export const statusLabels: Record<RosterSeat['status'], string> = {
  pending: 'Pending',
  confirmed: 'Confirmed',
  expired: 'Expired',
  cancelled: 'Cancelled',
}

/** When a batch begins: `Thu, 12 March 2026, 10:30 am`, or less where less is known. */
export function batchText({ day, time }: Pick<RosterBatch, 'day' | 'time'>): string {
  if (day === null) return 'Coming soon'
  return time === null ? dayText(day) : `${dayText(day)}, ${twelveHour(time)}`
}

/** `5 of 12 seats taken`; an unlimited batch has no second number. */
export function seatsText({ taken, capacity }: Pick<RosterBatch, 'taken' | 'capacity'>): string {
  return capacity === null ? `${taken} seats taken` : `${taken} of ${capacity} seats taken`
}

export function isFull({ taken, capacity }: Pick<RosterBatch, 'taken' | 'capacity'>): boolean {
  return capacity !== null && taken >= capacity
}

/** Taken, or held until it is paid. */
export function isHeld({ status }: Pick<RosterSeat, 'status'>): boolean {
  return status === 'pending' || status === 'confirmed'
}

/** What is still to be paid, e.g. `₹4,500`; null where nothing is. */
export function dueText(seat: Pick<RosterSeat, 'payment' | 'amount' | 'status'>): string | null {
  return isHeld(seat) && seat.payment !== 'paid' ? formatRupees(seat.amount) : null
}
