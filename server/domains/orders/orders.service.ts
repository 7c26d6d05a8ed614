import { DomainError, refusal } from '../../../contract/errors.ts'
import type { OrderStatus } from '../../../contract/orders/order-facts.ts'
import type { Queryable, Tx } from '../../db/schema.ts'
import type { Actor } from '../../platform/audit.ts'
import { workThrough } from '../../platform/every.ts'
import { presentTotals } from '../money/index.ts'
import { createConcerns } from './care/concerns.ts'
import { createGifts } from './care/gifts.ts'
import { createOrderCorrections } from './care/order-corrections.ts'
import { createOrderCredits } from './care/order-credits.ts'
import { createOrderDays } from './care/order-days.ts'
import { createChargePayable } from './charges/charge-payable.ts'
import { createChargeViews } from './charges/charge-views.ts'
import { createOrderCharges, type OrderCharges } from './charges/order-charges.ts'
import { createOrderPresses } from './florist/order-presses.ts'
import { cancelledNotice, holdEndedMessage, noticeMessage } from './order-messages.ts'
import { createOrderPayable } from './order-payable.ts'
import { createOrderSteps, isAsked, type OrderSteps } from './order-steps.ts'
import { statusBeforeWaiting, statusEffects } from './order-transitions.ts'
import type { OrderDeps } from './orders.deps.ts'
import { presentChange, presentOrder } from './orders.presenter.ts'
import * as repository from './orders.repository.ts'
import { isSettled, lackOf, type OrderChangeRow, type OrderRow } from './orders.repository.ts'
import { createOrderProofs } from './placing/order-proofs.ts'
import { createCouponBasket, createPlacing } from './placing/placing.ts'
import { canCancel, cancelRefusal } from './store-orders.presenter.ts'
import { createStoreViews } from './store-views.ts'

export type OrdersService = ReturnType<typeof createOrdersService>

const effectsBatch = 50

/**
 * An order is placed and held, and then paid, cancelled, or expired. A late payment reopens an expired order if
 * everything in it is still available. Every step locks the order's row first.
 */
export function createOrdersService(deps: OrderDeps) {
  const { db, clock, outbox, products, payments, coupons, enquiries } = deps
  const steps = createOrderSteps(deps)
  const fees = createChargePayable(deps, steps)
  const charges = createOrderCharges(deps, steps, fees)
  const credits = createOrderCredits(deps, steps)
  const chargeViews = createChargeViews(deps)
  const money = createOrderMoney(deps, steps, charges)
  const { getLocked: lock, record } = steps

  async function present(source: Queryable, rows: readonly OrderRow[]) {
    const orderIds = rows.map(({ id }) => id)
    const items = await repository.listItems(source, orderIds)
    const productIds = new Set(items.flatMap((item) => item.product_id ?? []))
    const pictureOf = await products.findFirstPictures(source, [...productIds])
    const itemsOf = Map.groupBy(items, (item) => item.order_id)
    const open = Map.groupBy(await repository.listOpenChanges(source, orderIds), (one) => one.order_id)
    const reported = await repository.listReported(source, orderIds)
    const now = clock.now()
    return rows.map((row) =>
      presentOrder(
        row,
        {
          items: itemsOf.get(row.id) ?? [],
          openChanges: open.get(row.id) ?? [],
          pictureOf,
          isReported: reported.has(row.id),
        },
        now,
      ),
    )
  }

  async function getOne(source: Queryable, id: string) {
    const row = await repository.findOrder(source, id)
    const [order] = row ? await present(source, [row]) : []
    if (row === undefined || order === undefined) throw refusal('order-unknown')
    return { row, order }
  }

  /**
   * Runs the effects of a change of status on stock, slot, coupon and money, and notifies the buyer. False if the
   * effects did not run, for example for an older change while the newest change still waits for its effects.
   */
  async function runEffects(tx: Tx, { id, order_id }: OrderChangeRow): Promise<boolean> {
    const order = await lock(tx, order_id)
    const changes = (await repository.listChanges(tx, order_id)).filter((one) => one.undone_at === null)
    const [newest] = changes
    const change = changes.find((one) => one.id === id)
    if (newest === undefined || change === undefined) return false
    if (newest.id !== id && newest.effects_done_at === null) return false
    if (!(await repository.claimEffects(tx, id, clock.now()))) return false
    // A change that was followed by another change has no effects, because staff corrected it within the ten seconds
    // for undoing. A reopened order that was then paid is the exception. The payment changes the status at once and
    // takes no stock, so the reopening must still have its effects.
    const isFollowed = newest.id !== id
    const isPaidMeanwhile = newest.effects_at === newest.at && order.status !== 'cancelled'
    if (isFollowed && !(isPaidMeanwhile && change.from_status === 'cancelled')) return true
    const items = await repository.listItems(tx, [order_id])
    const from = (change.from_status === 'cancelled' && statusBeforeWaiting(changes)) || change.from_status
    const { stock, notice } = statusEffects(from, change.to_status)
    if (stock === 'return') {
      await steps.giveBack(tx, order)
      await money.unseat(tx, order)
    } else {
      await steps.moveStock(tx, items, 'hold')
      await steps.retakeSlot(tx, order)
      // An order that staff reopen keeps its price, even if the coupon is used up.
      if (!(await steps.retakeCoupon(tx, order)))
        await record(tx, order, null, {}, { coupon: 'used elsewhere' })
      await money.reseat(tx, order)
    }
    // A buyer whose order is unpaid gets no e-mail that it was reopened.
    const isUntrue = notice === 'reopened' && order.status === 'pending'
    if (notice !== null && !isUntrue && !isFollowed) {
      await outbox.tell(tx, noticeMessage(await lock(tx, order_id), items, notice, change.id))
    }
    return true
  }

  return {
    async listOrders(query: repository.OrderListQuery) {
      const { rows, next } = await repository.listOrderPage(db.read, query)
      return { rows: await present(db.read, rows), next }
    },

    async sumOrders(query: repository.OrderListQuery) {
      return presentTotals(await repository.sumOrders(db.read, query))
    },

    async getOrder(id: string) {
      const { row, order } = await getOne(db.read, id)
      const history = await repository.listChanges(db.read, id)
      const concerns = await enquiries.listConcerns(db.read, id)
      const credits = await coupons.listCredits(db.read, id)
      const charged = await chargeViews.listCharges(db.read, row)
      return { ...order, history: history.map(presentChange), concerns, credits, ...charged }
    },

    ...createCouponBasket(deps),
    ...createPlacing(deps, steps),
    ...createOrderPresses(deps, steps),
    ...createOrderProofs(deps, steps),
    ...createStoreViews(deps, chargeViews),
    ...charges,
    ...createConcerns(deps, steps),
    ...credits,
    ...createOrderCorrections(deps, steps),
    ...createOrderDays(deps, steps),
    ...createGifts(deps, steps),
    payables: {
      order: createOrderPayable(deps, steps, { charges, credits }),
      'order-charge': fees,
    },

    async cancel(tx: Tx, id: string, email: string) {
      const row = await lock(tx, id)
      if (row.email !== email) throw refusal('order-other-email', { at: 'email' })
      const undoable = (await repository.listOpenChanges(tx, [id])).at(-1)
      if (isAsked(row)) await steps.move(tx, row, 'cancelled', { ended_by: 'customer', asked_until: null })
      if (row.status === 'cancelled' && undoable === undefined) return
      // A cancellation by staff does not count while it can be undone: the buyer's right to cancel depends on the
      // status before that cancellation.
      const status = row.status === 'cancelled' && undoable ? undoable.from_status : row.status
      if (!canCancel({ ...row, status }, clock.now())) {
        throw cancelRefusal({ ...row, status }, clock.now())
      }
      if (undoable !== undefined) await repository.claimEffects(tx, undoable.id, clock.now())
      await steps.giveBack(tx, row)
      await money.unseat(tx, row)
      const cancelled = await steps.move(tx, await lock(tx, id), 'cancelled', {
        ended_by: 'customer',
        hold_until: null,
      })
      const items = await repository.listItems(tx, [id])
      await outbox.tell(
        tx,
        noticeMessage(cancelled, items, 'cancelled', `cancelled:${cancelled.version}`),
        cancelledNotice(cancelled),
      )
      await record(tx, row, null, { status: row.status }, { status: 'cancelled' })
    },

    expireHolds: (): Promise<number> =>
      workThrough(
        (limit) =>
          db.read
            .selectFrom('shop_order')
            .select('id')
            .where('status', '=', 'pending')
            .where('hold_until', '<=', clock.now())
            .orderBy('hold_until')
            .limit(limit)
            .execute(),
        ({ id }) => expire(id),
      ),

    /** Sets a status; its effects run once staff can no longer undo it. @throws `conflict` for a stale `version` */
    setStatus(
      id: string,
      { status, version }: { status: OrderStatus; version?: number | undefined },
      by: Actor | null,
    ) {
      return db.transaction(async (tx) => {
        const row = await lock(tx, id)
        if (version !== undefined && version !== row.version) throw new DomainError('conflict')
        if (status !== row.status) await steps.setByStaff(tx, row, status, by)
        return (await getOne(tx, id)).order
      })
    },

    undoStatus(id: string, changeId: string, by: Actor | null) {
      return db.transaction(async (tx) => {
        const row = await lock(tx, id)
        const changes = await repository.listChanges(tx, id)
        const change = changes.find((one) => one.id === changeId)
        if (change === undefined) throw refusal('order-unknown')
        if (change.undone_at !== null) return (await getOne(tx, id)).order
        const now = clock.now()
        if (change.effects_done_at !== null || change.effects_at <= now) throw refusal('undo-late')
        if (change.order_version !== row.version) throw new DomainError('conflict')
        await tx.updateTable('shop_order_change').set({ undone_at: now }).where('id', '=', changeId).execute()
        await steps.changeStatus(tx, row, change.from_status, by, {
          ended_by: change.from_ended_by,
          hold_until: change.from_hold_until,
        })
        return (await getOne(tx, id)).order
      })
    },

    async runDueEffects(): Promise<number> {
      let count = 0
      const due = repository.openChanges(db.read).where('effects_at', '<=', clock.now())
      for (const change of await due.orderBy('effects_at').orderBy('id').limit(effectsBatch).execute()) {
        if (await db.transaction((tx) => runEffects(tx, change))) count++
      }
      return count
    },
  }

  function expire(id: string): Promise<boolean> {
    return db.transaction(async (tx) => {
      const row = await lock(tx, id)
      // A payment, or the payer's report of a payment, may have arrived at the same moment.
      if (row.status !== 'pending' || row.hold_until === null || row.hold_until > clock.now()) return false
      await steps.giveBack(tx, row)
      await money.unseat(tx, row)
      const ended = await steps.move(tx, await lock(tx, id), 'cancelled', {
        ended_by: 'hold',
        hold_until: null,
      })
      const isChecking = (await payments.moneyOf(tx, { kind: 'order', id })).state === 'checking'
      await outbox.tell(tx, holdEndedMessage(ended, await repository.listItems(tx, [id]), isChecking))
      return true
    })
  }
}

const subject = ({ id }: Pick<OrderRow, 'id'>) => ({ kind: 'order' as const, id })

function createOrderMoney({ clock, coupons, payments }: OrderDeps, steps: OrderSteps, charges: OrderCharges) {
  return {
    /**
     * Makes the money of a cancelled order wait for staff, except the worth of credits that staff gave for the order
     * and the buyer has used.
     */
    async unseat(tx: Tx, row: OrderRow) {
      await payments.unseatMoney(tx, subject(row), await coupons.withdrawGiven(tx, row.id))
      await charges.endCharges(tx, row)
    },

    /** Lets the money of a reopened order pay for the order again. If there is no money, the buyer has to pay. */
    async reseat(tx: Tx, row: OrderRow) {
      await payments.seatMoney(tx, subject(row))
      await charges.reseatCharges(tx, row)
      const now = await steps.getLocked(tx, row.id)
      const isPaid = lackOf(now) === 0
      if (isPaid) await steps.settleCredit(tx, now)
      if (isPaid ? now.payment_status === 'paid' : !isSettled(now)) return
      await steps.move(tx, now, now.status, {
        payment_status: isPaid ? 'paid' : 'pending',
        paid_at: isPaid ? clock.now() : null,
        ...(isPaid && { hold_until: null }),
      })
    },
  }
}
