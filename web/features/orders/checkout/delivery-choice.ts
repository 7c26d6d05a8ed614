import { daysBetween } from '../../../../contract/school-day.ts'
import type { DeliveryDayOptions, DeliveryOption } from '../../../../contract/store/delivery.ts'
import { dateText, formatRupees, weekdayOf, weekMomentText } from '../../../../contract/words.ts'

/** The options of this way: pickup is one way, all delivery is the other. */
export function optionsOf(day: DeliveryDayOptions | undefined, isPickup: boolean): DeliveryOption[] {
  return day?.options.filter(({ way }) => (way === 'pickup') === isPickup) ?? []
}

/** The note beneath a day: the lowest fee, or a word for why nothing can be chosen. */
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
  /** The slot was open when it was chosen, and is not any more. */
  | { kind: 'lost'; reason: string }

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

export function dayName(day: string, today: string): string {
  const ahead = daysBetween(today, day)
  return ahead === 0 ? 'Today' : ahead === 1 ? 'Tomorrow' : ahead === -1 ? 'Yesterday' : weekdayOf(day)
}

export function dayAndDate(day: string, today: string): string {
  return `${dayName(day, today)}, ${dateText(day)}`
}

export function feeText(fee: number): string {
  return fee === 0 ? 'Free' : formatRupees(fee)
}

export function closingText({ closesAt }: DeliveryOption): string {
  return `Order by ${weekMomentText(closesAt).replace(':00', '')}`
}
