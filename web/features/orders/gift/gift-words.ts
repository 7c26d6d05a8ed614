import type { Gift } from '../../../../contract/orders/gifts.ts'
import { slotHours } from '../../../../contract/store/delivery-hours.ts'
import { dayText } from '../../../../contract/words.ts'

type Told = Pick<Gift, 'recipientName' | 'from' | 'day' | 'slot' | 'isPickup' | 'state'>

export function giftWords({ recipientName, from, day, slot, isPickup, state }: Told): {
  title: string
  lead: string
} {
  const title = `Flowers for ${recipientName.split(' ')[0] || 'you'}`
  const sender = from ?? 'Somebody'
  const when = `${dayText(day)}, ${slotHours(slot)}`
  switch (state) {
    case 'unconfirmed':
      return {
        title,
        lead: isPickup
          ? `${sender} has chosen flowers for you. The order is not confirmed yet: once it is, they can be picked up on ${when}.`
          : `${sender} has chosen flowers for you. The order is not confirmed yet: once it is, we bring them on ${when}.`,
      }
    case 'confirmed':
      return {
        title,
        lead: isPickup
          ? `They can be picked up on ${when}.`
          : `${sender} sends you flowers. We bring them on ${when}.`,
      }
    case 'on-its-way':
      return {
        title,
        lead: isPickup
          ? `They are ready, and can be picked up on ${when}.`
          : `${sender} sends you flowers. They are on their way: ${when}.`,
      }
    case 'delivered':
      return { title, lead: `${sender} thought of you. We hope that they give joy.` }
    case 'cancelled':
      return {
        title: 'These flowers do not come',
        lead: 'The order was cancelled. Please ask whoever sent you this link.',
      }
  }
}
