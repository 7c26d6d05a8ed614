import { DomainError, refusal } from '../../../contract/errors.ts'
import { type OrderStatus, statusUndoMs } from '../../../contract/order-facts.ts'
import type { Order, StatusChange } from '../../../contract/orders.ts'
import { decimalRupees } from '../../../contract/words.ts'
import type { Queryable } from '../../db/open.ts'
import type { Page } from '../../db/page.ts'
import type { Tx } from '../../db/schema.ts'
import type { Actor, AuditFields } from '../../platform/audit.ts'
import { addMs } from '../../platform/clock.ts'
import type { Told } from '../../platform/outbox.ts'
import type { Deps } from '../deps.ts'
import { amountDiffers, type PaymentsService, type Received } from '../payments/payments.service.ts'
import type { ProductsService } from '../products/products.service.ts'
import { orderTransitions, type StockEffect } from './order-transitions.ts'
import { type OrderNotice, orderStatus } from './orders.letters.ts'
import { presentChange, presentOrder } from './orders.presenter.ts'
import type { OrderChangeRow, OrderItemRow, OrderRow } from './orders.repository.ts'
import * as repository from './orders.repository.ts'

export type OrdersService = ReturnType<typeof createOrdersService>

const effectsBatch = 50

export function createOrdersService(deps: Deps, products: ProductsService, payments: PaymentsService) {
  const { db, clock, ids, outbox, audit } = deps

  async function present(source: Queryable, rows: readonly OrderRow[]): Promise<Order[]> {
    const orderIds = rows.map(({ id }) => id)
    const items = await repository.listItems(source, orderIds)
    const productIds = new Set(items.flatMap((item) => item.product_id ?? []))
    const pictureOf = await products.findFirstPictures(source, [...productIds])
    const itemsOf = Map.groupBy(items, (item) => item.order_id)
    const open = Map.groupBy(await repository.listOpenChanges(source, orderIds), (one) => one.order_id)
    const now = clock.now()
    return rows.map((row) =>
      presentOrder(
        row,
        { items: itemsOf.get(row.id) ?? [], openChanges: open.get(row.id) ?? [], pictureOf },
        now,
      ),
    )
  }

  async function getOne(source: Queryable, id: string): Promise<Order> {
    const row = await repository.findOrder(source, id)
    const [order] = row ? await present(source, [row]) : []
    if (order === undefined) throw refusal('order-unknown')
    return order
  }

  async function lock(tx: Tx, id: string): Promise<OrderRow> {
    const row = await repository.lockOrder(tx, id)
    if (row === undefined) throw refusal('order-unknown')
    return row
  }

  function record(tx: Tx, row: OrderRow, by: Actor | null, before: AuditFields, after: AuditFields) {
    const about = { kind: 'order', id: row.id, title: row.number } as const
    return audit.record(tx, { by, action: 'changed', ...about, before, after })
  }

  async function changeStatus(tx: Tx, row: OrderRow, to: OrderStatus, by: Actor | null): Promise<void> {
    await repository.updateOrder(tx, row, { status: to, updated_at: clock.now() })
    await record(tx, row, by, { status: row.status }, { status: to })
  }

  /** Takes from the stock, or returns to it, what the status asks for; a second call changes nothing. */
  async function settleStock(tx: Tx, items: readonly OrderItemRow[], stock: StockEffect): Promise<void> {
    // In one order, so that two transactions do not deadlock.
    const goods = items
      .flatMap((item) => (item.product_id === null ? [] : [{ item, productId: item.product_id }]))
      .sort((a, b) => (a.productId < b.productId ? -1 : 1))
    for (const { item, productId } of goods) {
      if (stock === 'return' && item.taken > 0) {
        await products.returnStock(tx, productId, item.taken)
        await repository.setTaken(tx, item, 0)
      } else if (stock === 'hold' && item.taken < item.quantity) {
        const taken = await products.takeWhatIsLeft(tx, productId, item.quantity - item.taken)
        await repository.setTaken(tx, item, item.taken + taken)
      }
    }
  }

  /** False if it is not this change's turn: an older one waits until the newer one's effects have run. */
  async function runEffects(tx: Tx, { id, order_id }: OrderChangeRow): Promise<boolean> {
    const order = await lock(tx, order_id)
    const changes = (await repository.listChanges(tx, order_id)).filter((one) => one.undone_at === null)
    const [newest] = changes
    const change = changes.find((one) => one.id === id)
    if (newest === undefined || change === undefined) return false
    if (newest.id !== id && newest.effects_done_at === null) return false
    if (!(await repository.claimEffects(tx, id, clock.now()))) return false
    // A change that another one followed within its ten seconds was a slip: only the last one has effects.
    if (newest.id !== id) return true
    const items = await repository.listItems(tx, [order_id])
    const { stock, notice } = orderTransitions[change.from_status][change.to_status]
    await settleStock(tx, items, stock)
    if (notice !== null) await outbox.tell(tx, noticeOf(order, items, change, notice))
    return true
  }

  return {
    async listOrders(query: repository.OrderListQuery): Promise<Page<Order>> {
      const { rows, next } = await repository.listOrderPage(db.read, query)
      return { rows: await present(db.read, rows), next }
    },

    async getOrder(id: string): Promise<Order & { history: StatusChange[] }> {
      const order = await getOne(db.read, id)
      const history = await repository.listChanges(db.read, id)
      return { ...order, history: history.map(presentChange) }
    },

    /** @throws `conflict` if it is paid already or cancelled; `amount_differs` unless `acceptDifference` */
    async receiveMoney(
      tx: Tx,
      id: string,
      money: { reference: string; amountInPaise: number; acceptDifference: boolean },
      by: Actor,
    ): Promise<Received> {
      const row = await lock(tx, id)
      if (row.payment_status === 'paid' || row.payment_status === 'refunded') {
        throw refusal('order-paid')
      }
      if (row.status === 'cancelled') throw refusal('money-for-cancelled-order')
      if (money.amountInPaise !== row.total_in_paise && !money.acceptDifference) {
        throw amountDiffers(money.amountInPaise, row.total_in_paise)
      }
      const part = { kind: 'order', id, reference: row.number, isLive: true } as const
      const receiptId = await payments.settle(
        tx,
        { provider: 'staff', providerId: money.reference, method: 'bank', recordedBy: by.userId },
        [{ ...part, amountInPaise: money.amountInPaise }],
      )
      const now = clock.now()
      await repository.updateOrder(tx, row, { payment_status: 'paid', paid_at: now, updated_at: now })
      const paid = `${decimalRupees(money.amountInPaise)}, ${money.reference}`
      await record(tx, row, by, { payment: row.payment_status }, { payment: 'paid', paid })
      return { outcome: 'settled', receiptId }
    },

    /** Its effects wait until it can no longer be undone. @throws `not_found`; `conflict` if `version` is stale */
    setStatus(
      id: string,
      { status, version }: { status: OrderStatus; version?: number | undefined },
      by: Actor | null,
    ): Promise<Order> {
      return db.transaction(async (tx) => {
        const row = await lock(tx, id)
        if (version !== undefined && version !== row.version) throw new DomainError('conflict')
        if (status === row.status) return getOne(tx, id)
        await changeStatus(tx, row, status, by)
        const now = clock.now()
        const change = {
          id: ids.id(),
          order_id: id,
          order_version: row.version + 1,
          from_status: row.status,
          to_status: status,
          by_email: by?.email ?? null,
          at: now,
          effects_at: addMs(now, statusUndoMs),
        }
        await tx.insertInto('shop_order_change').values(change).execute()
        return getOne(tx, id)
      })
    },

    /** A second call changes nothing. @throws `not_found`; `conflict` if it is too late, or changed since */
    undoStatus(id: string, changeId: string, by: Actor | null): Promise<Order> {
      return db.transaction(async (tx) => {
        const row = await lock(tx, id)
        const changes = await repository.listChanges(tx, id)
        const change = changes.find((one) => one.id === changeId)
        if (change === undefined) throw refusal('order-unknown')
        if (change.undone_at !== null) return getOne(tx, id)
        const now = clock.now()
        if (change.effects_done_at !== null || change.effects_at <= now) {
          throw refusal('undo-late')
        }
        if (change.order_version !== row.version) throw new DomainError('conflict')
        await tx.updateTable('shop_order_change').set({ undone_at: now }).where('id', '=', changeId).execute()
        await changeStatus(tx, row, change.from_status, by)
        return getOne(tx, id)
      })
    },

    /** Runs the effects whose time has come, each once, also if several processes do. Answers how many. */
    async runDueEffects(): Promise<number> {
      let count = 0
      for (const change of await repository.listDueChanges(db.read, clock.now(), effectsBatch)) {
        if (await db.transaction((tx) => runEffects(tx, change))) count++
      }
      return count
    },
  }
}

function noticeOf(
  order: OrderRow,
  items: readonly OrderItemRow[],
  change: OrderChangeRow,
  notice: OrderNotice,
): Told {
  return {
    to: order,
    cause: `order:${order.id}:${change.id}`,
    words: orderStatus({
      name: order.customer_name,
      number: order.number,
      notice,
      items: items.map((item) => ({ name: item.product_name, quantity: item.quantity })),
      totalInPaise: order.total_in_paise,
      isPaid: order.payment_status === 'paid',
    }),
  }
}
