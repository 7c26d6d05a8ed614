import type { CreditKind } from '../../../contract/money/coupon-facts.ts'
import { amountInWords } from '../../../contract/words.ts'
import type { ReceiptRefs } from '../../platform/messages/receipt-links.ts'
import { schoolNotice } from '../../platform/messages/school-notice.ts'
import type { Told } from '../../platform/outbox.ts'
import { type StoredPicture, uploadsPath } from '../../platform/pictures.ts'
import type { Credit } from '../money/index.ts'
import { canChangeCard, canChangePlace } from './care/correction-rules.ts'
import { type ChargeRow, isUnderWay } from './charges/order-charges.repository.ts'
import { deliveryInWords, isPaidFor, lineName, type OrderNotice, slotInWords } from './order-notices.ts'
import {
  type ChargeNews,
  orderAsked,
  orderCharged,
  orderHoldEnded,
  orderReady,
  orderReceived,
  orderRefunded,
  orderStatus,
  storeCredit,
} from './orders.letters.ts'
import { dueOf, type OrderItemRow, type OrderRow } from './orders.repository.ts'

function toBuyer(order: OrderRow, event: string, words: Told['words']): Told {
  const isProved = order.proved_at !== null
  return { to: order, cause: `order:${order.id}:${event}`, words, isProved, isPaid: isPaidFor(order) }
}

/** The buyer is told of a payment, or of what staff did, however many letters they had today. */
const owedToBuyer = (...told: Parameters<typeof toBuyer>): Told => ({ ...toBuyer(...told), isOwed: true })

function factsOf(order: OrderRow, items: readonly OrderItemRow[]) {
  return {
    name: order.customer_name,
    number: order.number,
    items: items.map((item) => ({ name: lineName(item), quantity: item.quantity })),
    totalInPaise: order.total_in_paise,
    delivery: order.delivery_day === null ? null : { day: order.delivery_day, slot: slotInWords(order) },
    path: order.slot_id === null ? null : `/orders/${order.id}`,
    goesTo: goesTo(order),
    correctId: canChangePlace(order) || canChangeCard(order) ? order.id : null,
  }
}

/** The outbox does not get what may not be said either. */
function goesTo(order: OrderRow) {
  const isAhead = order.status === 'pending' || isUnderWay(order)
  if (order.slot_id === null || order.proved_at === null || !isAhead) return null
  const isFetched = order.way === 'pickup'
  return {
    name: order.recipient_name,
    phone: isFetched ? null : order.recipient_phone,
    place: isFetched ? null : order.delivery_address,
    card: order.card_message,
  }
}

/** It is sent by mail alone, since a press on its link proves this mailbox. */
export function askedMessage(order: OrderRow, items: readonly OrderItemRow[]): Told {
  const data = { ...factsOf(order, items), orderId: order.id, endsAt: order.asked_until ?? '' }
  return { ...toBuyer(order, 'asked', orderAsked(data)), to: { email: order.email } }
}

export function receivedMessage(
  order: OrderRow,
  items: readonly OrderItemRow[],
  provedUntil: string | null = null,
): Told {
  if (order.status === 'confirmed') return noticeMessage(order, items, 'confirmed', 'confirmed')
  const data = {
    ...factsOf(order, items),
    orderId: order.id,
    holdUntil: order.hold_until ?? '',
    isProved: order.proved_at !== null,
    ...(provedUntil !== null && { provedUntil }),
  }
  return toBuyer(order, 'received', orderReceived(data))
}

/** @param event tells one change of a status from another: the same news is told once for each */
export function noticeMessage(
  order: OrderRow,
  items: readonly OrderItemRow[],
  notice: OrderNotice,
  event: string,
  receipts: ReceiptRefs = [],
): Told {
  // Nobody paid for what was free; a part of the price counts as money that came.
  const hasMoney = Number(order.paid_in_paise) + Number(order.waits_in_paise) > 0
  const isPaid = hasMoney || (order.payment_status === 'paid' && Number(order.total_in_paise) > 0)
  const tell = isPaid ? owedToBuyer : toBuyer
  const restInPaise = notice === 'reopened' ? dueOf(order) : 0
  const rest = restInPaise > 0 && { restInPaise, orderId: order.id }
  return tell(
    order,
    event,
    orderStatus({ ...factsOf(order, items), notice, isPaid, ...rest, ...linked(receipts) }),
  )
}

const linked = (receipts: ReceiptRefs) => receipts.length > 0 && { receipts }

/** The buyer is told once, however often somebody presses it again. */
export function readyMessage(
  order: OrderRow,
  items: readonly OrderItemRow[],
  photograph: StoredPicture | null,
): Told {
  const width = photograph?.widths.at(-1)
  return owedToBuyer(
    order,
    'ready',
    orderReady({
      ...factsOf(order, items),
      isFetched: order.way === 'pickup',
      photograph: photograph && width ? `${uploadsPath}${photograph.base}-${width}.jpg` : null,
    }),
  )
}

export function holdEndedMessage(order: OrderRow, items: readonly OrderItemRow[], isChecking: boolean): Told {
  // An order can be taken up again, and end again.
  return toBuyer(
    order,
    `hold-ended:${order.version}`,
    orderHoldEnded({ ...factsOf(order, items), isChecking }),
  )
}

/** `partInPaise` is null if all of it was sent back. */
export function refundedMessage(
  order: OrderRow,
  items: readonly OrderItemRow[],
  partInPaise: number | null,
): Told {
  const part = partInPaise !== null && { partInPaise }
  return owedToBuyer(order, `refunded:${order.version}`, orderRefunded({ ...factsOf(order, items), ...part }))
}

/** A code is made once, and so is its letter. */
export function creditMessage(order: OrderRow, credit: Credit, kind: CreditKind): Told {
  const { code, amountInPaise, endsOn } = credit
  const facts = { name: order.customer_name, number: order.number }
  return owedToBuyer(order, `credit:${code}`, storeCredit({ ...facts, kind, code, amountInPaise, endsOn }))
}

export function chargeMessage(
  order: OrderRow,
  charge: ChargeRow,
  news: ChargeNews,
  receipts: ReceiptRefs = [],
): Told {
  const { reference, amount_in_paise } = charge
  const facts = { name: order.customer_name, number: order.number, orderId: order.id, reference, news }
  const words = orderCharged({ ...facts, amountInPaise: Number(amount_in_paise), ...linked(receipts) })
  return owedToBuyer(order, `charge:${charge.id}:${news}`, words)
}

export function chargeNotice(order: OrderRow, charge: ChargeRow, what: 'claimed' | 'attention'): Told {
  const title = what === 'claimed' ? 'Re-delivery fee to check' : 'Money for a fee that was waived'
  return toSchool(order, `charge:${charge.id}:${what}`, title)
}

export const newOrderNotice = (order: OrderRow) => toSchool(order, 'received', 'New order')
export const claimedNotice = (order: OrderRow) => toSchool(order, 'claimed', 'Payment to check')
// These can happen again to an order that was taken up again, so their events name its version.
export const attentionNotice = (order: OrderRow) =>
  toSchool(order, `attention:${order.version}`, 'Money without an order')
export const cancelledNotice = (order: OrderRow) =>
  toSchool(order, `cancelled:${order.version}`, 'Cancelled by the customer')

function toSchool(order: OrderRow, event: string, title: string): Told {
  return {
    to: 'school',
    cause: `order:${order.id}:${event}:school`,
    words: schoolNotice({
      title: `${title}: ${order.number}`,
      record: { kind: 'order', q: order.number },
      replyTo: order.email,
      facts: [
        ['Order', order.number],
        ['Name', order.customer_name],
        ['E-mail', order.email],
        ['Phone', order.phone],
        ...(order.delivery_day === null
          ? []
          : [
              ['Delivery', deliveryInWords({ day: order.delivery_day, slot: slotInWords(order) })] as [
                string,
                string,
              ],
            ]),
        ['Total', amountInWords(order.total_in_paise)],
      ],
    }),
  }
}
