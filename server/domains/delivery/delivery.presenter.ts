import type { DeliveryOption } from '../../../contract/delivery.ts'
import { sentenceOf } from '../../../contract/errors.ts'
import { refusals } from '../../../contract/refusals.ts'
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
    reason: refused && sentenceOfRefused(refused),
  }
}

export function sentenceOfRefused({ reason, facts }: Refused): string {
  return sentenceOf(refusals[reason].code, { reason, facts })
}
