import { slotHours } from '../../../../contract/store/delivery-hours.ts'

export default function SlotLine({ slot }: { slot: { name: string; from: string; to: string } }): string {
  return `${slot.name}, ${slotHours(slot)}`
}
