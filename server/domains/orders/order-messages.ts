import type { CreditKind } from '../../../contract/money/coupon-facts.ts'
import type { OpeningSpan } from '../../../contract/school/opening-spans.ts'
import { amountInWords } from '../../../contract/words.ts'
import type { ReceiptRefs } from '../../platform/messages/receipt-links.ts'
import { schoolNotice } from '../../platform/messages/school-notice.ts'
import type { OutboxMessage } from '../../platform/outbox.ts'
import { type StoredPicture, uploadsPath } from '../../platform/pictures.ts'
import type { Credit } from '../money/index.ts'
import { type ChargeRow, isUnderWay } from './charges/order-charges.repository.ts'
import { deliveryFacts, deliveryTime, isPaidFor, lineName, type OrderNotice } from './order-notices.ts'
import { facts as factNames, school } from './orders.letters.en.ts'
import * as letters from './orders.letters.ts'
import * as repository from './orders.repository.ts'

function toBuyer(order: repository.OrderRow, event: string, words: OutboxMessage['words']): OutboxMessage {
  const isProved = order.proved_at !== null
  return { to: order, cause: `order:${order.id}:${event}`, words, isProved, isPaid: isPaidFor(order) }
}

/** Makes an e-mail that is sent even beyond the daily limit, as it is about a payment or an action of staff. */
const alwaysToBuyer = (...told: Parameters<typeof toBuyer>): OutboxMessage => ({
  ...toBuyer(...told),
  isOwed: true,
})

function factsOf(order: repository.OrderRow, items: readonly repository.OrderItemRow[]) {
  return {
    name: order.customer_name,
    number: order.number,
    items: items.map((item) => ({ name: lineName(item), quantity: item.quantity })),
    totalInPaise: order.total_in_paise,
    delivery: deliveryTime(order),
    path: order.slot_id === null ? null : `/orders/${order.id}`,
    goesTo: recipientFacts(order),
    ...(order.terms_hash !== null && { termsHash: order.terms_hash }),
    correctId: repository.canChangePlace(order) || repository.canChangeCard(order) ? order.id : null,
  }
}

/** Null if the message may not name the recipient. The outbox then stores no recipient. */
function recipientFacts(order: repository.OrderRow) {
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

/** This message is sent by e-mail alone, because a click on its link proves access to the mailbox. */
export function askedMessage(
  order: repository.OrderRow,
  items: readonly repository.OrderItemRow[],
): OutboxMessage {
  const data = { ...factsOf(order, items), orderId: order.id, endsAt: order.asked_until ?? '' }
  return { ...toBuyer(order, 'asked', letters.orderAsked(data)), to: { email: order.email } }
}

export function receivedMessage(
  order: repository.OrderRow,
  items: readonly repository.OrderItemRow[],
  provedUntil: string | null = null,
): OutboxMessage {
  if (order.status === 'confirmed') return noticeMessage(order, items, 'confirmed', 'confirmed')
  const data = {
    ...factsOf(order, items),
    orderId: order.id,
    holdUntil: order.hold_until ?? '',
    isProved: order.proved_at !== null,
    ...(provedUntil !== null && { provedUntil }),
  }
  return toBuyer(order, 'received', letters.orderReceived(data))
}

export function atSchoolMessage(
  order: repository.OrderRow,
  items: readonly repository.OrderItemRow[],
  { week, provedUntil }: { week: OpeningSpan[]; provedUntil?: string },
): OutboxMessage {
  const data = {
    ...factsOf(order, items),
    orderId: order.id,
    holdUntil: order.hold_until ?? '',
    week,
    ...(provedUntil !== undefined && { provedUntil }),
  }
  const words = letters.orderPaidAtSchool(data)
  if (provedUntil === undefined) return toBuyer(order, 'at-school', words)
  // No WhatsApp message asks the buyer to confirm the address, because only the e-mail's link proves it.
  return { ...toBuyer(order, 'at-school:asked', words), to: { email: order.email } }
}

export function noticeMessage(
  order: repository.OrderRow,
  items: readonly repository.OrderItemRow[],
  notice: OrderNotice,
  event: string,
  receipts: ReceiptRefs = [],
): OutboxMessage {
  // A free order counts as unpaid here, and a partly paid order as paid.
  const hasMoney = order.paid_in_paise + order.waits_in_paise > 0
  const isPaid = hasMoney || (order.payment_status === 'paid' && order.total_in_paise > 0)
  const tell = isPaid ? alwaysToBuyer : toBuyer
  const restInPaise = notice === 'reopened' ? repository.dueOf(order) : 0
  const rest = restInPaise > 0 && { restInPaise, orderId: order.id }
  const data = { ...factsOf(order, items), notice, isPaid, ...rest, ...linked(receipts) }
  return tell(order, event, letters.orderStatus(data))
}

const linked = (receipts: ReceiptRefs) => receipts.length > 0 && { receipts }

export function readyMessage(
  order: repository.OrderRow,
  items: readonly repository.OrderItemRow[],
  photograph: StoredPicture | null,
): OutboxMessage {
  const width = photograph?.widths.at(-1)
  const data = {
    ...factsOf(order, items),
    isFetched: order.way === 'pickup',
    photograph: photograph && width ? `${uploadsPath}${photograph.base}-${width}.jpg` : null,
  }
  return alwaysToBuyer(order, 'ready', letters.orderReady(data))
}

export function holdEndedMessage(
  order: repository.OrderRow,
  items: readonly repository.OrderItemRow[],
  isChecking: boolean,
): OutboxMessage {
  const data = { ...factsOf(order, items), isChecking }
  // A reopened order can expire again, so the event's name contains the version.
  return toBuyer(order, `hold-ended:${order.version}`, letters.orderHoldEnded(data))
}

export function refundedMessage(
  order: repository.OrderRow,
  items: readonly repository.OrderItemRow[],
  partInPaise: number | null,
): OutboxMessage {
  const part = partInPaise !== null && { partInPaise }
  return alwaysToBuyer(
    order,
    `refunded:${order.version}`,
    letters.orderRefunded({ ...factsOf(order, items), ...part }),
  )
}

export function creditMessage(order: repository.OrderRow, credit: Credit, kind: CreditKind): OutboxMessage {
  const { code, amountInPaise, endsOn } = credit
  const facts = { name: order.customer_name, number: order.number }
  return alwaysToBuyer(
    order,
    `credit:${code}`,
    letters.storeCredit({ ...facts, kind, code, amountInPaise, endsOn }),
  )
}

export function chargeMessage(
  order: repository.OrderRow,
  charge: ChargeRow,
  news: letters.ChargeNews,
  receipts: ReceiptRefs = [],
): OutboxMessage {
  const { reference, amount_in_paise } = charge
  const facts = { name: order.customer_name, number: order.number, orderId: order.id, reference, news }
  const words = letters.orderCharged({ ...facts, amountInPaise: amount_in_paise, ...linked(receipts) })
  return alwaysToBuyer(order, `charge:${charge.id}:${news}`, words)
}

export function chargeNotice(
  order: repository.OrderRow,
  charge: ChargeRow,
  what: 'claimed' | 'attention',
): OutboxMessage {
  const title = what === 'claimed' ? school.feeToCheck : school.feeWaived
  return toSchool(order, `charge:${charge.id}:${what}`, title)
}

export const newOrderNotice = (order: repository.OrderRow) => toSchool(order, 'received', school.newOrder)
export function claimedNotice(order: repository.OrderRow): OutboxMessage {
  const { number, customer_name: name, total_in_paise } = order
  const lead = school.paymentReported({ number, name, amount: amountInWords(total_in_paise) })
  return toSchool(order, 'claimed', school.paymentToCheck, lead)
}
// A reopened order can have these notices again, so their events contain its version.
export const attentionNotice = (order: repository.OrderRow) =>
  toSchool(order, `attention:${order.version}`, school.paymentWithoutOrder)
export const cancelledNotice = (order: repository.OrderRow) =>
  toSchool(order, `cancelled:${order.version}`, school.cancelled)

function toSchool(
  order: repository.OrderRow,
  event: string,
  title: (facts: { number: string }) => string,
  lead?: string,
): OutboxMessage {
  return {
    to: 'school',
    cause: `order:${order.id}:${event}:school`,
    words: schoolNotice({
      title: title(order),
      lead,
      record: { kind: 'order', q: order.number },
      replyTo: order.email,
      facts: [
        [factNames.order, order.number],
        [school.name, order.customer_name],
        [school.email, order.email],
        [school.phone, order.phone],
        ...deliveryFacts(deliveryTime(order)),
        [factNames.total, amountInWords(order.total_in_paise)],
      ],
    }),
  }
}
