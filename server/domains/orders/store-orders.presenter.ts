import { type DomainError, refusal } from '../../../contract/errors.ts'
import { cancelFacts, cancelSentence, cancelUntil } from '../../../contract/orders/cancellation.ts'
import { type OrderStatus, orderStatuses } from '../../../contract/orders/order-facts.ts'
import { callToChange } from '../../../contract/orders/orders.en.ts'
import * as contract from '../../../contract/orders/store-orders.ts'
import type { Picture } from '../../../contract/primitives.ts'
import { decimalRupees } from '../../../contract/words.ts'
import { addMs } from '../../platform/clock.ts'
import type { PaymentMeans } from '../../platform/payments/provider.ts'
import { presented } from '../../platform/presented.ts'
import { type MoneyState, presentPayment } from '../money/index.ts'
import { concernState } from './care/concerns.ts'
import { isPaidFor } from './order-notices.ts'
import { canBeTakenUp, isAsked } from './order-steps.ts'
import { presentLine, slotOf } from './orders.presenter.ts'
import {
  canChangeCard,
  canChangePlace,
  dueOf,
  type OrderChangeRow,
  type OrderItemRow,
  type OrderRow,
} from './orders.repository.ts'

export interface StoreOrderParts {
  items: readonly OrderItemRow[]
  changes: readonly OrderChangeRow[]
  pictureOf(productId: string): Picture | null
  slugOf(productId: string): string | null
  photographs: contract.OrderTracking['photographs']
  attempts: contract.OrderTracking['attempts']
  concernTimes: readonly string[]
}

export function presentOrderReceipt(row: OrderRow): contract.OrderReceipt {
  return presented(contract.orderReceipt, row, {
    ordernumber: row.number,
    total: decimalRupees(row.total_in_paise),
    status: shownStatus(row),
    holdUntil: row.hold_until,
    proved: row.proved_at !== null,
    ...(isAsked(row) && { confirmFirst: true }),
  })
}

/** An order that must still be confirmed by the link in its e-mail is stored as cancelled, but shown as pending. */
export const shownStatus = (row: OrderRow): OrderStatus => (isAsked(row) ? 'pending' : row.status)

export function presentTracking(row: OrderRow, parts: StoreOrderParts, now: string): contract.OrderTracking {
  const placed = Date.parse(row.created_at)
  const until = row.delivery_day === null ? null : cancelUntil(placed, row.delivery_day)
  return presented(contract.orderTracking, row, {
    ordernumber: row.number,
    status: shownStatus(row),
    endedBy: isAsked(row) ? null : row.ended_by,
    askedUntil: isAsked(row) ? row.asked_until : null,
    isAskedOver: isAsked(row) && (row.asked_until ?? '') <= now,
    steps: presentSteps(row, parts.changes),
    attempts: parts.attempts,
    day: row.delivery_day,
    slot: slotOf(row),
    // Buyers pass the link to this page on, so text that the buyer typed appears only for a proved or paid order.
    lines: presentLines(parts).map((line) => ({
      ...line,
      answer: row.proved_at !== null || isPaidFor(row) ? line.answer : null,
    })),
    photographs: parts.photographs,
    canCancel: canCancel(row, now),
    cancelUntil: until === null ? null : addMs(row.created_at, until - placed),
    cancelSentence:
      row.delivery_day === null ? callToChange : cancelSentence(placed, row.delivery_day, Date.parse(now)),
    canCorrect: canChangePlace(row) || canChangeCard(row),
    concern: concernState(row, parts.changes, parts.concernTimes, now),
  })
}

export function presentStoreOrder(
  row: OrderRow,
  parts: StoreOrderParts,
  payment: Pick<contract.StoreOrder, 'charges'> & {
    means: PaymentMeans
    state: MoneyState['state']
    offersSchool: boolean
  },
  now: string,
): contract.StoreOrder {
  const canBePaid = row.payment_status === 'pending' && (row.status !== 'cancelled' || canBeTakenUp(row, now))
  const { means } = payment
  return presented(contract.storeOrder, row, {
    ...presentTracking(row, parts, now),
    createdat: row.created_at,
    ...(row.terms_hash !== null && { terms: { hash: row.terms_hash, at: row.created_at } }),
    subtotal: row.subtotal_in_paise / 100,
    deliverycharge: row.delivery_charge_in_paise / 100,
    discountamount: row.discount_in_paise / 100,
    total: row.total_in_paise / 100,
    due: dueOf(row) / 100,
    came: (row.paid_in_paise + row.waits_in_paise) / 100,
    couponCode: row.coupon_code,
    paymentstatus: row.payment_status,
    holdUntil: row.hold_until,
    proved: row.proved_at !== null,
    canBePaid,
    payment: presentPayment(means, {
      checking: payment.state === 'checking',
      isDue: canBePaid,
      method: row.payment_method,
      isHeld: row.status === 'pending' && row.hold_until !== null,
      offersSchool: payment.offersSchool,
    }),
    charges: payment.charges,
    moneyWaits: payment.state === 'attention' && row.ended_by === 'hold',
  })
}

export function presentLines({
  items,
  pictureOf,
  slugOf,
}: Pick<StoreOrderParts, 'items' | 'pictureOf' | 'slugOf'>) {
  return items.map((item) => ({
    ...presentLine(item, pictureOf),
    productId: item.product_id,
    slug: item.product_id === null ? null : slugOf(item.product_id),
    price: item.unit_price_in_paise / 100,
    total: item.total_in_paise / 100,
  }))
}

export function canCancel(row: OrderRow, now: string): boolean {
  if (row.delivery_day === null || row.status === 'cancelled' || hasReached(row.status, 'shipped'))
    return false
  const until = cancelUntil(Date.parse(row.created_at), row.delivery_day)
  return until !== null && Date.parse(now) <= until
}

/** Tells the buyer why an order for which `canCancel` is false cannot be cancelled. */
export function cancelRefusal({ delivery_day, status, created_at }: OrderRow, now: string): DomainError {
  if (hasReached(status, 'shipped')) return refusal('order-cancel-shipped')
  if (delivery_day === null) return refusal('order-cancel-never')
  const facts = cancelFacts(Date.parse(created_at), delivery_day, Date.parse(now))
  return refusal('order-cancel-late', { facts })
}

const statusOfStep: Partial<Record<contract.OrderStep, OrderStatus>> = {
  'Being arranged': 'processing',
  'On its way': 'shipped',
  Delivered: 'delivered',
}

/** A skipped step is shown with the time of the step after it. */
function presentSteps(row: OrderRow, changes: readonly OrderChangeRow[]): contract.OrderTracking['steps'] {
  const standing = changes.filter(({ undone_at }) => undone_at === null)
  const timeOf = (step: contract.OrderStep): string | null => {
    if (step === 'Ordered') return row.created_at
    if (step === 'Paid') return row.paid_at
    const status = statusOfStep[step] as OrderStatus
    if (!hasReached(row.status, status)) return null
    const times = standing.filter(({ to_status }) => hasReached(to_status, status)).map(({ at }) => at)
    // Orders of the demonstration have no history.
    return times.sort()[0] ?? row.updated_at
  }
  return contract.orderSteps.map((step) => ({ step, at: timeOf(step) }))
}

/** Compares statuses by their position in `orderStatuses`, where `cancelled` comes last. */
function hasReached(status: OrderStatus, wanted: OrderStatus): boolean {
  return status !== 'cancelled' && orderStatuses.indexOf(status) >= orderStatuses.indexOf(wanted)
}
