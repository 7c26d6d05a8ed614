import { refusal } from '../../../contract/errors.ts'
import { type OrderStatus, statusUndoMs } from '../../../contract/orders/order-facts.ts'
import { unprovedHoldHours } from '../../../contract/registrations/seat-holds.ts'
import type { Queryable, Tx } from '../../db/schema.ts'
import type { Actor, AuditFields } from '../../platform/audit.ts'
import { addMs } from '../../platform/clock.ts'
import type { Bill, PaymentProvider } from '../../platform/payments/provider.ts'
import type { Deps } from '../deps.ts'
import type { CouponsService } from '../money/index.ts'
import type { DeliveryService, JudgedSlot, ProductsService } from '../store/index.ts'
import { creditMessage } from './order-messages.ts'
import * as repository from './orders.repository.ts'
import { dueOf, type OrderItemRow, type OrderRow } from './orders.repository.ts'

export type OrderSteps = ReturnType<typeof createOrderSteps>

/** It waits for the press on its letter's link, and holds nothing before that. */
export const isAsked = ({ status, ended_by, asked_until }: OrderRow) =>
  status === 'cancelled' && ended_by === 'hold' && asked_until !== null

/** Its hold ended, and it can be taken up again if what it asked for is still there. */
export const hasLapsed = ({ status, ended_by }: OrderRow) => status === 'cancelled' && ended_by === 'hold'

/** Money may be asked for it only while its window has not passed. */
export function canBeTakenUp(row: OrderRow, now: string): boolean {
  return hasLapsed(row) && !isAsked(row) && (row.window_to === null || row.window_to > now)
}

/** A claim keeps an order until then. Staff have to look: a proved buyer's claim waits for them as long as it can. */
export function checkedUntil(
  { make_by, proved_at, created_at }: OrderRow,
  { holdHours }: { holdHours: number },
  keeps: string,
): string {
  if (make_by === null || proved_at !== null) return make_by ?? ''
  const whole = addMs(created_at, holdHours * 60 * 60_000)
  return [make_by, whole, keeps].toSorted()[0] as string
}

/** An order waits for its money at most until it must be made. */
export function holdEnds(
  { make_by, proved_at, created_at }: Pick<OrderRow, 'make_by' | 'proved_at' | 'created_at'>,
  { holdHours }: { holdHours: number },
  { holdMinutes }: Pick<PaymentProvider, 'holdMinutes'>,
): string {
  const hours = proved_at === null ? Math.min(holdHours, unprovedHoldHours) : holdHours
  const ends = addMs(created_at, (holdMinutes ?? hours * 60) * 60_000)
  return make_by !== null && make_by < ends ? make_by : ends
}

/** An order that staff set back to pending waits at least this long. */
const leastWaitMs = 30 * 60_000

/** Every step locks the order's row, then products by their ids, then the slot's day, then the coupon. */
export function createOrderSteps(
  { clock, ids, audit, outbox }: Deps,
  products: ProductsService,
  delivery: DeliveryService,
  coupons: CouponsService,
) {
  /** @throws `not_found` */
  async function getLocked(tx: Tx, id: string): Promise<OrderRow> {
    const row = await repository.lockOrder(tx, id)
    if (row === undefined) throw refusal('order-unknown')
    return row
  }

  function record(tx: Tx, row: OrderRow, by: Actor | null, before: AuditFields, after: AuditFields) {
    const about = { kind: 'order', id: row.id, title: row.number } as const
    return audit.record(tx, { by, action: 'changed', ...about, before, after })
  }

  /** Takes each item's stock, or as much as there is, or gives it back. A second call changes nothing. */
  async function moveStock(tx: Tx, items: readonly OrderItemRow[], way: 'hold' | 'return'): Promise<void> {
    for (const { item, productId } of inOneOrder(items)) {
      if (way === 'return' && item.taken > 0) {
        await products.returnStock(tx, productId, item.taken)
        await repository.setTaken(tx, item, 0)
      } else if (way === 'hold' && item.taken < item.quantity) {
        const taken = await products.takeWhatIsLeft(tx, productId, item.quantity - item.taken)
        await repository.setTaken(tx, item, item.taken + taken)
      }
    }
  }

  /** False if the slot is full, or gone for good. */
  async function retakeSlot(tx: Tx, row: OrderRow): Promise<boolean> {
    if (row.slot_id === null || row.delivery_day === null || row.holds_slot === 1) return true
    if (!(await delivery.retakeSlot(tx, { slotId: row.slot_id, day: row.delivery_day }))) return false
    await repository.setHoldsSlot(tx, row.id, 1)
    return true
  }

  async function releaseSlot(tx: Tx, row: OrderRow): Promise<void> {
    if (row.slot_id === null || row.delivery_day === null || row.holds_slot === 0) return
    await delivery.releaseSlot(tx, { slotId: row.slot_id, day: row.delivery_day })
    await repository.setHoldsSlot(tx, row.id, 0)
  }

  /** A slot is judged by these goods; their subtotal stays what was agreed. */
  async function goodsOf(source: Queryable, row: OrderRow) {
    const items = await repository.listItems(source, [row.id])
    const wanted = items.flatMap(({ product_id: productId, size_id: size, quantity }) =>
      productId === null ? [] : [{ productId, size, quantity }],
    )
    const goods = delivery.goodsOf(await products.priceItems(source, wanted))
    return { ...goods, subtotalInPaise: Number(row.subtotal_in_paise) }
  }

  /**
   * Takes a place in a slot that was judged before, and gives back the order's own; answers the new columns.
   * @throws `slot_full`; `validation_failed` for another way
   */
  async function changeSlot(tx: Tx, row: OrderRow, to: { day: string; slotId: string }, slot: JudgedSlot) {
    if ((slot.way === 'pickup') !== (row.way === 'pickup')) throw refusal('slot-other-way', { at: 'slotId' })
    if (row.slot_id !== null && row.delivery_day !== null && row.holds_slot === 1) {
      await delivery.releaseSlot(tx, { slotId: row.slot_id, day: row.delivery_day })
    }
    await delivery.takePlace(tx, to)
    return {
      way: slot.way,
      slot_id: to.slotId,
      slot_name: slot.slotName,
      delivery_day: to.day,
      window_from: slot.windowFrom,
      window_to: slot.windowTo,
      make_by: slot.makeBy,
      hold_until: row.hold_until !== null && row.hold_until > slot.makeBy ? slot.makeBy : row.hold_until,
      holds_slot: 1 as const,
    }
  }

  /** Gives back all that the order holds. A second call changes nothing. */
  async function giveBack(tx: Tx, row: OrderRow): Promise<void> {
    await moveStock(tx, await repository.listItems(tx, [row.id]), 'return')
    const { holds_slot } = await getLocked(tx, row.id)
    await releaseSlot(tx, { ...row, holds_slot })
    if (row.coupon_code === null) return
    const returned = await coupons.release(tx, { kind: 'order', id: row.id })
    if (returned !== null) await outbox.tell(tx, creditMessage(row, returned, 'returned'))
  }

  /** The order is paid, so what it left of a store credit becomes another code. A second call changes nothing. */
  async function settleCredit(tx: Tx, row: OrderRow): Promise<void> {
    if (row.coupon_code === null) return
    const rest = await coupons.settle(tx, { kind: 'order', id: row.id })
    if (rest !== null) await outbox.tell(tx, creditMessage(row, rest, 'rest'))
  }

  /** Ends the credits that staff gave for an order which is cancelled. Answers what was used of them, in paise. */
  const withdrawCredits = (tx: Tx, row: OrderRow) => coupons.withdrawGiven(tx, row.id)

  /** False if the coupon's last use went to somebody else meanwhile. */
  async function retakeCoupon(tx: Tx, row: OrderRow): Promise<boolean> {
    return row.coupon_code === null || coupons.retake(tx, { kind: 'order', id: row.id })
  }

  async function changeStatus(
    tx: Tx,
    row: OrderRow,
    to: OrderStatus,
    by: Actor | null,
    end: Pick<OrderRow, 'ended_by' | 'hold_until'>,
  ) {
    await repository.updateOrder(tx, row, { status: to, ...end, updated_at: clock.now() })
    await record(tx, row, by, { status: row.status }, { status: to })
  }

  /** Staff have taken it in hand, so its hold is over; if they let it wait for money again, it ends by itself again. */
  function endByStaff(row: OrderRow, to: OrderStatus): Pick<OrderRow, 'ended_by' | 'hold_until'> {
    if (to === 'cancelled') return { ended_by: 'staff', hold_until: null }
    const waits = to === 'pending' && row.payment_status === 'pending' && row.make_by !== null
    const least = addMs(clock.now(), leastWaitMs)
    const until = row.make_by !== null && row.make_by > least ? row.make_by : least
    return { ended_by: null, hold_until: waits ? until : null }
  }

  return {
    getLocked,
    record,
    changeStatus,
    moveStock,
    goodsOf,
    changeSlot,
    retakeSlot,
    retakeCoupon,
    settleCredit,
    withdrawCredits,
    giveBack,

    /**
     * Its effects wait until it can no longer be undone, counted from now. `at` is the time in the history: a press may
     * arrive later than it was made.
     */
    async setByStaff(
      tx: Tx,
      row: OrderRow,
      to: OrderStatus,
      by: Actor | null,
      at = clock.now(),
    ): Promise<void> {
      await changeStatus(tx, row, to, by, endByStaff(row, to))
      await repository.insertChange(tx, {
        id: ids.id(),
        order_id: row.id,
        order_version: row.version + 1,
        from_status: row.status,
        to_status: to,
        by_email: by?.email ?? null,
        at,
        effects_at: addMs(clock.now(), statusUndoMs),
        from_hold_until: row.hold_until,
        from_ended_by: row.ended_by,
      })
    },

    /** The money of an ended hold came late: takes all of it again, or nothing. */
    async takeUpAgain(tx: Tx, row: OrderRow): Promise<boolean> {
      if (row.window_to !== null && row.window_to <= clock.now()) return false
      const items = await repository.listItems(tx, [row.id])
      const lacked = inOneOrder(items).filter(({ item }) => item.taken < item.quantity)
      const counts = new Map<string, number>()
      for (const { item, productId } of lacked) {
        counts.set(productId, (counts.get(productId) ?? 0) + item.quantity - item.taken)
      }
      if (counts.size > 0 && (await products.takeStock(tx, counts)).length > 0) {
        await giveBack(tx, row)
        return false
      }
      for (const { item } of lacked) await repository.setTaken(tx, item, item.quantity)
      if ((await retakeSlot(tx, row)) && (await retakeCoupon(tx, row))) return true
      await giveBack(tx, row)
      return false
    },

    /** The caller runs the effects itself; a new status gets a line in the history. Answers the row as it then is. */
    async move(
      tx: Tx,
      row: OrderRow,
      to: OrderStatus,
      columns: Parameters<typeof repository.updateOrder>[2] | object,
      by: Actor | null = null,
    ): Promise<OrderRow> {
      const now = clock.now()
      await repository.updateOrder(tx, row, { ...columns, status: to, updated_at: now })
      if (to !== row.status) {
        await repository.insertChange(tx, {
          id: ids.id(),
          order_id: row.id,
          order_version: row.version + 1,
          from_status: row.status,
          to_status: to,
          by_email: by?.email ?? null,
          at: now,
          effects_at: now,
          effects_done_at: now,
        })
      }
      return getLocked(tx, row.id)
    },
  }
}

/** Items that have a stock, in one order, so that two transactions do not deadlock. */
function inOneOrder(items: readonly OrderItemRow[]) {
  return items
    .flatMap((item) => (item.product_id === null ? [] : [{ item, productId: item.product_id }]))
    .sort((a, b) => (a.productId < b.productId ? -1 : 1))
}

export function billOf(row: OrderRow): Bill {
  return {
    reference: row.number,
    title: 'Flowers',
    // Nobody is asked for what is paid.
    amountInPaise: dueOf(row) || Number(row.total_in_paise),
    payer: { name: row.customer_name, email: row.email, phone: row.phone },
  }
}
