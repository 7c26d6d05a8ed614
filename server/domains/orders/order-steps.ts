import type { Updateable } from 'kysely'
import { refusal } from '../../../contract/errors.ts'
import { atSchool } from '../../../contract/money/payment-methods.ts'
import { type OrderStatus, statusUndoMs } from '../../../contract/orders/order-facts.ts'
import { unprovedHoldHours } from '../../../contract/registrations/seat-holds.ts'
import type { Queryable, Schema, Tx } from '../../db/schema.ts'
import type { Actor, AuditFields } from '../../platform/audit.ts'
import { addMs } from '../../platform/clock.ts'
import type { Bill, PaymentProvider } from '../../platform/payments/provider.ts'
import type { JudgedSlot } from '../store/index.ts'
import { creditMessage } from './order-messages.ts'
import type { OrderDeps } from './orders.deps.ts'
import * as repository from './orders.repository.ts'
import { dueOf, type OrderChangeRow, type OrderItemRow, type OrderRow } from './orders.repository.ts'

export type OrderSteps = ReturnType<typeof createOrderSteps>

/** True for an order that must still be confirmed by the link in its e-mail. The order reserves nothing until then. */
export const isAsked = ({ status, ended_by, asked_until }: OrderRow) =>
  status === 'cancelled' && ended_by === 'hold' && asked_until !== null

/** True for an order whose hold ended. A late payment reopens the order if everything in it is still available. */
export const hasLapsed = ({ status, ended_by }: OrderRow) => status === 'cancelled' && ended_by === 'hold'

/** An expired order can still be paid until its delivery window has passed. */
export function canBeTakenUp(row: OrderRow, now: string): boolean {
  return hasLapsed(row) && !isAsked(row) && (row.window_to === null || row.window_to > now)
}

/**
 * Returns the end of the hold once the payer has reported a payment, so that staff can check the payment. With a proved
 * address this end is `make_by`, when work on the order must begin. Without a proved address the end is the earliest of
 * `make_by`, `holdHours` after the order was placed, and `keeps`.
 */
export function claimHoldEnd(
  { make_by, proved_at, created_at }: OrderRow,
  { holdHours }: { holdHours: number },
  keeps: string,
): string {
  if (make_by === null || proved_at !== null) return make_by ?? ''
  const whole = addMs(created_at, holdHours * 60 * 60_000)
  return [make_by, whole, keeps].toSorted()[0] as string
}

export function holdEnd(
  {
    make_by,
    proved_at,
    created_at,
    payment_method,
  }: Pick<OrderRow, 'make_by' | 'proved_at' | 'created_at' | 'payment_method'>,
  { holdHours }: { holdHours: number },
  { holdMinutes }: Pick<PaymentProvider, 'holdMinutes'>,
): string {
  const hours = proved_at === null ? Math.min(holdHours, unprovedHoldHours) : holdHours
  // A buyer who comes to the school needs more time than a buyer who pays on the page.
  const minutes = payment_method === atSchool ? null : holdMinutes
  const ends = addMs(created_at, (minutes ?? hours * 60) * 60_000)
  return make_by !== null && make_by < ends ? make_by : ends
}

/** The shortest hold of an order that staff set back to pending. */
const leastWaitMs = 30 * 60_000

/**
 * The steps that change an order. Each step locks the order's row, then products by id, then the slot's day, then the
 * coupon.
 */
export function createOrderSteps({ clock, ids, audit, outbox, products, delivery, coupons }: OrderDeps) {
  async function getLocked(tx: Tx, id: string) {
    const row = await tx
      .updateTable('shop_order')
      .set((eb) => ({ version: eb.ref('version') }))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst()
    if (row === undefined) throw refusal('order-unknown')
    return row
  }

  function record(tx: Tx, row: OrderRow, by: Actor | null, before: AuditFields, after: AuditFields) {
    const about = { kind: 'order', id: row.id, title: row.number } as const
    return audit.record(tx, { by, action: 'changed', ...about, before, after })
  }

  async function moveStock(tx: Tx, items: readonly OrderItemRow[], way: 'hold' | 'return') {
    for (const { item, productId } of sortByProduct(items)) {
      if (way === 'return' && item.taken > 0) {
        await products.returnStock(tx, productId, item.taken)
        await repository.setTaken(tx, item, 0)
      } else if (way === 'hold' && item.taken < item.quantity) {
        const taken = await products.takeWhatIsLeft(tx, productId, item.quantity - item.taken)
        await repository.setTaken(tx, item, item.taken + taken)
      }
    }
  }

  const setHoldsSlot = (tx: Tx, { id }: OrderRow, holds_slot: 0 | 1) =>
    tx.updateTable('shop_order').set({ holds_slot }).where('id', '=', id).execute()

  async function retakeSlot(tx: Tx, row: OrderRow): Promise<boolean> {
    if (row.slot_id === null || row.delivery_day === null || row.holds_slot === 1) return true
    if (!(await delivery.retakeSlot(tx, { slotId: row.slot_id, day: row.delivery_day }))) return false
    await setHoldsSlot(tx, row, 1)
    return true
  }

  async function releaseSlot(tx: Tx, row: OrderRow) {
    if (row.slot_id === null || row.delivery_day === null || row.holds_slot === 0) return
    await delivery.releaseSlot(tx, { slotId: row.slot_id, day: row.delivery_day })
    await setHoldsSlot(tx, row, 0)
  }

  async function goodsOf(source: Queryable, row: OrderRow) {
    const items = await repository.listItems(source, [row.id])
    const wanted = items.flatMap(({ product_id: productId, size_id: size, quantity }) =>
      productId === null ? [] : [{ productId, size, quantity }],
    )
    const goods = delivery.combineGoods(await products.priceItems(source, wanted))
    return { ...goods, subtotalInPaise: row.subtotal_in_paise }
  }

  /** Moves the order to a slot that `judgeSlot` accepted, and frees its old slot. Returns the new columns. */
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

  /** Gives back the order's stock, slot and coupon. A repeated call changes nothing. */
  async function giveBack(tx: Tx, row: OrderRow) {
    await moveStock(tx, await repository.listItems(tx, [row.id]), 'return')
    const { holds_slot } = await getLocked(tx, row.id)
    await releaseSlot(tx, { ...row, holds_slot })
    if (row.coupon_code === null) return
    const returned = await coupons.release(tx, { kind: 'order', id: row.id })
    if (returned !== null) await outbox.tell(tx, creditMessage(row, returned, 'returned'))
  }

  async function settleCredit(tx: Tx, row: OrderRow) {
    if (row.coupon_code === null) return
    const rest = await coupons.settle(tx, { kind: 'order', id: row.id })
    if (rest !== null) await outbox.tell(tx, creditMessage(row, rest, 'rest'))
  }

  /** Counts the coupon's use again; false if another buyer took the last use. */
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

  function addToHistory(
    tx: Tx,
    { id, version, status }: OrderRow,
    to_status: OrderStatus,
    change: Pick<OrderChangeRow, 'at' | 'effects_at'> & Partial<OrderChangeRow>,
  ) {
    const about = { order_id: id, order_version: version + 1, from_status: status, to_status }
    return tx
      .insertInto('shop_order_change')
      .values({ id: ids.id(), ...about, by_email: null, ...change })
      .execute()
  }

  /** A change by staff ends the hold, unless the order waits for money again. */
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
    giveBack,

    /**
     * Sets a status whose effects run once staff can no longer undo it. `at` is its time in the history, since an
     * action from an offline phone may arrive late.
     */
    async setByStaff(tx: Tx, row: OrderRow, to: OrderStatus, by: Actor | null, at = clock.now()) {
      await changeStatus(tx, row, to, by, endByStaff(row, to))
      await addToHistory(tx, row, to, {
        by_email: by?.email ?? null,
        at,
        effects_at: addMs(clock.now(), statusUndoMs),
        from_hold_until: row.hold_until,
        from_ended_by: row.ended_by,
      })
    },

    /**
     * Takes stock, slot and coupon of an expired order again when its money arrives late. If one of the three is no
     * longer available, the order takes nothing. An order that was only asked for is a sale, so it takes no stock of a
     * product that left the store.
     */
    async takeUpAgain(tx: Tx, row: OrderRow, isSale = false): Promise<boolean> {
      if (row.window_to !== null && row.window_to <= clock.now()) return false
      const items = await repository.listItems(tx, [row.id])
      const lacked = sortByProduct(items).filter(({ item }) => item.taken < item.quantity)
      const counts = new Map<string, number>()
      for (const { item, productId } of lacked) {
        counts.set(productId, (counts.get(productId) ?? 0) + item.quantity - item.taken)
      }
      if (counts.size > 0 && (await products.takeStock(tx, counts, isSale)).length > 0) {
        await giveBack(tx, row)
        return false
      }
      for (const { item } of lacked) await repository.setTaken(tx, item, item.quantity)
      if ((await retakeSlot(tx, row)) && (await retakeCoupon(tx, row))) return true
      await giveBack(tx, row)
      return false
    },

    async move(tx: Tx, row: OrderRow, to: OrderStatus, columns: Updateable<Schema['shop_order']>) {
      const now = clock.now()
      await repository.updateOrder(tx, row, { ...columns, status: to, updated_at: now })
      if (to !== row.status) {
        await addToHistory(tx, row, to, { at: now, effects_at: now, effects_done_at: now })
      }
      return getLocked(tx, row.id)
    },
  }
}

/** Stock is taken in the order of product ids, so that two transactions do not deadlock. */
function sortByProduct(items: readonly OrderItemRow[]) {
  return items
    .flatMap((item) => (item.product_id === null ? [] : [{ item, productId: item.product_id }]))
    .sort((a, b) => (a.productId < b.productId ? -1 : 1))
}

export function orderBill(row: OrderRow): Bill {
  return {
    reference: row.number,
    title: 'Flowers',
    // The bill shows the sum that is still due, or the total of a paid order.
    amountInPaise: dueOf(row) || row.total_in_paise,
    payer: { name: row.customer_name, email: row.email, phone: row.phone },
  }
}
