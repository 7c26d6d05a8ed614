import { slotHours } from '../../../../contract/store/delivery-hours.ts'

/** Such as `Midnight, 11 pm – 12:30 am, the night before`. */
export default function SlotLine({ slot }: { slot: { name: string; from: string; to: string } }): string {
  return `${slot.name}, ${slotHours(slot)}`
}
