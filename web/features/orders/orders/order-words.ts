import { refundSentence } from '../../../../contract/orders/orders.en.ts'
import type { StoreOrder } from '../../../../contract/orders/store-orders.ts'
import { slotHours } from '../../../../contract/store/delivery-hours.ts'
import { dayText, joined, momentText } from '../../../../contract/words.ts'
import * as text from './order-words.en.ts'

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

interface OrderWords {
  title: string
  /** The part of the title that is shown in italics. */
  emphasis: string
  lead: string
}

/** `sendsEmails` is false while the school's e-mails only wait. The words then lead to no e-mail. */
export function orderWords(order: WordedOrder, sendsEmails = true): OrderWords {
  const { status, payment } = order
  const isPickup = order.way === 'pickup'
  switch (status) {
    case 'pending':
      if (order.askedUntil !== null) {
        if (order.isAskedOver) {
          return {
            ...text.titles.notPlaced,
            lead: sendsEmails ? text.notPlacedLead : text.notConfirmedLead,
          }
        }
        if (!sendsEmails) return { ...text.titles.notPlacedYet, lead: text.callToOrderLead }
        return {
          ...text.titles.checkEmail,
          lead: text.checkEmailLead({ until: momentText(order.askedUntil) }),
        }
      }
      return payment.checking
        ? {
            ...text.titles.checking,
            lead: joined([sendsEmails ? text.checkingLead : text.checkingHere, heldInWords(order)], ' '),
          }
        : { ...text.titles.waiting, lead: text.waitingLead }
    case 'confirmed':
      return { ...text.titles.confirmed, lead: joined([paidInWords(order), whenInWords(order)], ' ') }
    case 'processing':
      return { ...text.titles.arranging, lead: whenInWords(order) }
    case 'shipped':
      return isPickup
        ? { ...text.titles.ready, lead: text.readyLead }
        : { ...text.titles.onTheirWay, lead: sendsEmails ? text.onTheirWayLead : text.arrivalHere }
    case 'delivered':
    case 'completed':
      return {
        ...(isPickup ? text.titles.collected : text.titles.arrived),
        lead: text.arrivedLead,
      }
    case 'cancelled':
      return { ...text.titles.cancelled, lead: endingInWords(order, sendsEmails) }
  }
}

export function feeInWords(status: WordedOrder['status'], isChecking: boolean): string {
  if (isChecking) return text.feeChecking
  return status === 'delivered' || status === 'completed' ? text.feeAfterDelivery : text.feeBeforeDelivery
}

/**
 * Returns the text about the payment. An unpaid order has no such text, because staff may confirm an order without
 * money.
 */
function paidInWords({ total, paymentstatus }: WordedOrder): string {
  if (total === 0) return text.nothingToPay
  return paymentstatus === 'paid' ? text.paid : ''
}

/** Returns the text about the delivery time. An order that is older than the store has no delivery day. */
function whenInWords({ way, day, slot }: WordedOrder): string {
  if (day === null) return text.callAboutDay
  const when = slot ? text.dayAndTime({ day: dayText(day), time: slotHours(slot) }) : dayText(day)
  return way === 'pickup' ? text.collectOn({ when }) : text.deliveredOn({ when })
}

function heldInWords({ holdUntil }: WordedOrder): string {
  return holdUntil ? text.heldUntil({ until: momentText(holdUntil) }) : ''
}

/**
 * Returns why the order ended. The text says that nothing was charged only if the buyer has neither paid nor reported a
 * payment.
 */
function endingInWords(order: WordedOrder, sendsEmails: boolean): string {
  const { endedBy, payment, moneyWaits } = order
  if (endedBy !== 'hold') return joined([endings[endedBy ?? 'staff'], moneyInWords(order, sendsEmails)], ' ')
  if (moneyWaits) return text.paidLateLead
  return payment.checking ? text.notFoundLead : text.expiredLead
}

/** Returns the text about a cancelled order's money. A free order counts as paid, but nobody paid it. */
export function moneyInWords(
  { total, payment, paymentstatus }: Pick<WordedOrder, 'total' | 'payment' | 'paymentstatus'>,
  sendsEmails: boolean,
): string {
  if (paymentstatus === 'refunded') return text.refunded
  const isPaid = total > 0 && (paymentstatus === 'paid' || payment.checking)
  if (!isPaid) return text.nothingToPay
  return sendsEmails ? refundSentence : text.refundToCome
}

const endings = { customer: text.cancelledByYou, staff: text.cancelledBySchool }
