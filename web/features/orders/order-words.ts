import { slotHours } from '../../../contract/delivery-hours.ts'
import type { StoreOrder } from '../../../contract/store-orders.ts'
import { dayText } from '../../../contract/words.ts'

type Told = Pick<StoreOrder, 'status' | 'endedBy' | 'way' | 'day' | 'slot' | 'payment'>

/** The heading of its page, of which the second part is set off, and the sentence beneath. */
export interface OrderWords {
  title: readonly [string, string]
  lead: string
}

/** Where an order stands. */
export function orderWords(order: Told): OrderWords {
  const { status, endedBy, payment } = order
  const isPickup = order.way === 'pickup'
  switch (status) {
    case 'pending':
      return payment.checking
        ? {
            title: ['We are checking your ', 'payment'],
            lead: 'The school looks for it in its account and writes to you. There is nothing more to do.',
          }
        : { title: ['Waiting for your ', 'payment'], lead: 'We begin as soon as it is here.' }
    case 'confirmed':
      return { title: ['Your order is ', 'confirmed'], lead: `It is paid. ${whenInWords(order)}` }
    case 'processing':
      return { title: ['Your flowers are being ', 'arranged'], lead: whenInWords(order) }
    case 'shipped':
      return isPickup
        ? { title: ['Your flowers are ', 'ready'], lead: 'They wait for you at the studio.' }
        : {
            title: ['Your flowers are ', 'on their way'],
            lead: 'We write to you as soon as they have arrived.',
          }
    case 'delivered':
    case 'completed':
      return {
        title: isPickup ? ['Your flowers were ', 'picked up'] : ['Your flowers have ', 'arrived'],
        lead: 'We hope that they give joy.',
      }
    case 'cancelled':
      return { title: ['This order is ', 'cancelled'], lead: endings[endedBy ?? 'staff'] }
  }
}

/** Orders of before the store have no day. */
function whenInWords({ way, day, slot }: Told): string {
  if (day === null) return 'We write to you before the day.'
  const when = slot ? `${dayText(day)}, ${slotHours(slot)}` : dayText(day)
  return way === 'pickup' ? `You can pick it up on ${when}.` : `The flowers arrive on ${when}.`
}

const endings = {
  hold: 'It was not paid in time, so we gave its place to others. Nothing was charged.',
  customer: 'It was cancelled as you asked. What was paid comes back to you.',
  staff: 'The school has cancelled it. If that surprises you, please call us.',
}
