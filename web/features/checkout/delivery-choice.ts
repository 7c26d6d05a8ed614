import type { DeliveryDayOptions, DeliveryOption } from '../../../contract/delivery.ts'
import { daysBetween } from '../../../contract/school-day.ts'
import { dateText, formatRupees, weekdayOf, weekMomentText } from '../../../contract/words.ts'

/** What this way of getting it offers: pickup is one, all that is brought is the other. */
export function optionsOf(day: DeliveryDayOptions | undefined, isPickup: boolean): DeliveryOption[] {
  return day?.options.filter(({ way }) => (way === 'pickup') === isPickup) ?? []
}

/** Beneath a day: the lowest fee, or in a word why nothing can be chosen on it. */
export function dayNote(options: readonly DeliveryOption[]): { text: string; isOpen: boolean } {
  const open = options.filter(({ reason }) => reason === null)
  if (open.length === 0) {
    const [reason] = options.map((option) => option.reason ?? '')
    if (options.length > 0 && options.every((option) => option.reason === 'Full')) {
      return { text: 'Full', isOpen: false }
    }
    return {
      text: /^(?:Closed for|The studio is closed)/.test(reason ?? '') ? 'Closed' : 'Not open',
      isOpen: false,
    }
  }
  const fees = open.map(({ fee }) => fee)
  const least = Math.min(...fees)
  const from = fees.some((fee) => fee !== least) ? 'from ' : ''
  return { text: least === 0 ? 'Free' : `${from}${formatRupees(least)}`, isOpen: true }
}

export type Choice =
  | { kind: 'none' }
  | { kind: 'open'; option: DeliveryOption }
  /** Chosen while it was still open. */
  | { kind: 'lost'; reason: string }

/** What became of the chosen slot in the newest answer. */
export function choiceIn(
  days: readonly DeliveryDayOptions[],
  chosen: { day?: string; slotId?: string },
  isPickup: boolean,
): Choice {
  if (!chosen.day || !chosen.slotId) return { kind: 'none' }
  const [first] = days
  if (first && chosen.day < first.day) {
    return { kind: 'lost', reason: `${dayName(chosen.day, first.day)} is over. Please choose another day.` }
  }
  const day = days.find(({ day }) => day === chosen.day)
  const option = optionsOf(day, isPickup).find(({ slotId }) => slotId === chosen.slotId)
  if (option === undefined) return { kind: 'none' }
  if (option.reason === null) return { kind: 'open', option }
  return { kind: 'lost', reason: `${sentence(option.reason)} Please choose another time.` }
}

const sentence = (reason: string) => (reason.endsWith('.') ? reason : `${reason}.`)

/** `Today`, `Tomorrow`, else the weekday. */
export function dayName(day: string, today: string): string {
  const ahead = daysBetween(today, day)
  return ahead === 0 ? 'Today' : ahead === 1 ? 'Tomorrow' : ahead === -1 ? 'Yesterday' : weekdayOf(day)
}

/** `Tomorrow, 24 Nov`. */
export function dayAndDate(day: string, today: string): string {
  return `${dayName(day, today)}, ${dateText(day)}`
}

export function feeText(fee: number): string {
  return fee === 0 ? 'Free' : formatRupees(fee)
}

export function closingText({ closesAt }: DeliveryOption): string {
  return `Order by ${weekMomentText(closesAt).replace(':00', '')}`
}
