import { refundSentence } from '../../../../contract/orders/order-facts.ts'
import type { StoreOrder } from '../../../../contract/orders/store-orders.ts'
import { slotHours } from '../../../../contract/store/delivery-hours.ts'
import { dayText, momentText } from '../../../../contract/words.ts'

type WordedOrder = Pick<
  StoreOrder,
  | 'status'
  | 'endedBy'
  | 'way'
  | 'day'
  | 'slot'
  | 'payment'
  | 'holdUntil'
  | 'askedUntil'
  | 'isAskedOver'
  | 'moneyWaits'
  | 'paymentstatus'
  | 'total'
>

export function orderWords(order: WordedOrder): { title: readonly [string, string]; lead: string } {
  const { status, payment } = order
  const isPickup = order.way === 'pickup'
  switch (status) {
    case 'pending':
      if (order.askedUntil !== null) {
        if (order.isAskedOver) {
          return {
            title: ['This order was ', 'not placed'],
            lead: 'The link in our email was not opened in time. Nothing is held, and there is nothing to pay.',
          }
        }
        return {
          title: ['Check your ', 'email'],
          lead: `Open the link we sent you before ${momentText(order.askedUntil)} to place your order. Nothing is held until then, so please don’t pay yet.`,
        }
      }
      return payment.checking
        ? {
            title: ['We are checking your ', 'payment'],
            lead: `The school looks for it in its account and writes to you.${heldInWords(order)}`,
          }
        : { title: ['Waiting for your ', 'payment'], lead: 'We begin as soon as it is here.' }
    case 'confirmed':
      return { title: ['Your order is ', 'confirmed'], lead: paidInWords(order) + whenInWords(order) }
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
      return { title: ['This order is ', 'cancelled'], lead: endingInWords(order) }
  }
}

export function feeInWords(status: WordedOrder['status'], isChecking: boolean): string {
  if (isChecking) return 'We are checking your payment of it.'
  return status === 'delivered' || status === 'completed'
    ? 'Nobody could take your flowers at first, so we came again.'
    : 'Nobody could take your flowers when we came. Your order stands, also if the fee is not paid.'
}

/** Returns the text about the payment. An unpaid order has none, because staff may confirm it without money. */
function paidInWords({ total, paymentstatus }: WordedOrder): string {
  if (total === 0) return 'There is nothing to pay. '
  return paymentstatus === 'paid' ? 'It is paid. ' : ''
}

/** Returns the text about the delivery time. An order that is older than the store has no delivery day. */
function whenInWords({ way, day, slot }: WordedOrder): string {
  if (day === null) return 'We write to you before the day.'
  const when = slot ? `${dayText(day)}, ${slotHours(slot)}` : dayText(day)
  return way === 'pickup' ? `You can pick it up on ${when}.` : `The flowers arrive on ${when}.`
}

function heldInWords({ holdUntil }: WordedOrder): string {
  return holdUntil ? ` Everything is held for you until ${momentText(holdUntil)}.` : ''
}

/** Returns why the order ended. It does not say that nothing was charged if the buyer has paid or says so. */
function endingInWords(order: WordedOrder): string {
  const { endedBy, payment, moneyWaits } = order
  if (endedBy !== 'hold') return `${endings[endedBy ?? 'staff']} ${moneyInWords(order)}`
  if (moneyWaits)
    return 'Your payment came when the order was no longer held. We take it up again if we can, or send the money back, and call you.'
  return payment.checking
    ? 'We had not found your payment by the time we had to begin. Your money is not lost: once we find it, we take the order up again if we can, or call you.'
    : endings.hold
}

/** Returns the text about a cancelled order's money. A free order counts as paid, but nobody paid it. */
export function moneyInWords({
  total,
  payment,
  paymentstatus,
}: Pick<WordedOrder, 'total' | 'payment' | 'paymentstatus'>): string {
  if (paymentstatus === 'refunded') return 'What you paid was sent back, the way it came.'
  const isPaid = total > 0 && (paymentstatus === 'paid' || payment.checking)
  return isPaid ? refundSentence : 'There is nothing for you to pay.'
}

const endings = {
  hold: 'It was not paid in time, so its place is free for others. Nothing was charged.',
  customer: 'It was cancelled as you asked.',
  staff: 'The school has cancelled it. If that surprises you, please call us.',
}
