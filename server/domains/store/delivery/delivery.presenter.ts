import { sentenceOf } from '../../../../contract/errors.ts'
import { refusals } from '../../../../contract/refusals.ts'
import type { DeliveryOption, FirstDay } from '../../../../contract/store/delivery.ts'
import { dayAsSaid } from '../../../../contract/words.ts'
import type { Option, Refused } from './delivery-rules.ts'

export function presentOption({ slot, fee, closesAt, left, refused }: Option): DeliveryOption {
  return {
    slotId: slot.id,
    name: slot.name,
    way: slot.way,
    from: slot.from,
    to: slot.to,
    fee: fee / 100,
    closesAt,
    left,
    reason: refused && refusalSentence(refused),
  }
}

export function presentFirstDays(days: readonly Omit<FirstDay, 'words'>[], today: string): FirstDay[] {
  return days
    .map(({ way, day, closesAt }) => {
      const words = day === today ? 'Same-day delivery' : `Delivery from ${dayAsSaid(day, today)}`
      return { way, day, words, closesAt }
    })
    .sort((a, b) => (a.day < b.day ? -1 : Number(a.day > b.day)))
}

export function refusalSentence({ reason, facts }: Refused): string {
  return sentenceOf(refusals[reason].code, { reason, facts })
}
