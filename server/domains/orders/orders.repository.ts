import { type Selectable, type SqlBool, sql, type Updateable } from 'kysely'
import type { QueryOf } from '../../../contract/endpoint.ts'
import { orderStatuses } from '../../../contract/orders/order-facts.ts'
import type { listOrders } from '../../../contract/orders/orders.ts'
import { debtOf } from '../../db/debts.ts'
import { changesRow } from '../../db/guards.ts'
import { addUp, sumsByState } from '../../db/list-totals.ts'
import { countValues, onDaysOf, type PageList, readPage, sumUp } from '../../db/page.ts'
import { prepareInsert } from '../../db/prepared.ts'
import type { Queryable, Schema } from '../../db/schema.ts'
import { findByWords, summedMax, sumUpFound, withWords } from '../../db/search.ts'

export type OrderRow = Selectable<Schema['shop_order']>
export type OrderItemRow = Selectable<Schema['shop_order_item']>
export type OrderChangeRow = Selectable<Schema['shop_order_change']>

export type OrderListQuery = QueryOf<typeof listOrders>

const orderList: PageList<OrderListQuery> = {
  sorts: {
    newest: ['desc', 'shop_order.created_at'],
    oldest: ['asc', 'shop_order.created_at'],
    customer: ['asc', 'lower(shop_order.customer_name)'],
    total: ['asc', 'shop_order.total_in_paise', 'bigint'],
    // Orders that are older than the online store have no delivery, and come last in either sort direction.
    delivery: ['asc', "coalesce(shop_order.window_from, '9999')"],
    '-delivery': ['desc', "coalesce(shop_order.window_from, '')"],
  },
  tie: ['shop_order.id'],
  filters: {
    status: 'status',
    payment: 'payment_status',
    day: 'delivery_day',
    way: 'way',
    ...onDaysOf('created_at'),
  },
}

export const countOrders = (db: Queryable) =>
  countValues(db, db.selectFrom('shop_order').selectAll(), orderList, 'status', orderStatuses)

export async function listOrderPage(db: Queryable, query: OrderListQuery) {
  const rows = await withWords(db, db.selectFrom('shop_order').selectAll(), 'shop_order', query.q)
  return readPage(rows, orderList, query)
}

type OrderMoney = Pick<
  OrderRow,
  'total_in_paise' | 'accepted_in_paise' | 'paid_in_paise' | 'waits_in_paise' | 'payment_status'
>

/** Returns the unpaid part, in paise, of the price or of a smaller sum that staff accepted instead. */
export function lackOf(row: Omit<OrderMoney, 'payment_status'>): number {
  const price = row.accepted_in_paise ?? row.total_in_paise
  return Math.max(0, price - row.paid_in_paise - row.waits_in_paise)
}

export function dueOf(row: OrderMoney): number {
  return isSettled(row) ? 0 : lackOf(row)
}

export const isSettled = ({ payment_status: status }: Pick<OrderRow, 'payment_status'>) =>
  status === 'paid' || status === 'refunded'

const isBeforeArranging = ({ status }: OrderRow) => status === 'pending' || status === 'confirmed'

/** The buyer may change recipient, address and time until the order is being made. */
export const canChangePlace = (row: OrderRow) =>
  row.slot_id !== null && row.ready_at === null && isBeforeArranging(row)

/** The buyer may change the card's text until it is printed, or the bouquet is tied. */
export const canChangeCard = (row: OrderRow) =>
  row.slot_id !== null &&
  row.card_printed_at === null &&
  row.ready_at === null &&
  (isBeforeArranging(row) || row.status === 'processing')

const isOwed = sql<SqlBool>`(shop_order.status <> 'cancelled' and payment_status in ('pending', 'failed'))`
/** Computes `dueOf` in the database; 0 for a cancelled order. */
const due = sql<number>`(case when ${isOwed} then ${debtOf('shop_order').lack_in_paise} else 0 end)`

export async function sumOrders(db: Queryable, query: OrderListQuery) {
  if (!query.q?.trim() && query.day === undefined) return keptSums(db, query)
  const rows = db
    .selectFrom('shop_order')
    .select([
      sql<number>`case when shop_order.status <> 'cancelled' then total_in_paise else 0 end`.as('amount'),
      sql<number>`paid_in_paise + waits_in_paise`.as('paid'),
      due.as('due'),
    ])
  const names = ['amount', 'paid', 'due'] as const
  if (!query.q?.trim()) return sumUp(db, rows, orderList, query, names)
  const found = await findByWords(db, 'shop_order', query.q, { few: summedMax })
  return sumUpFound(db, rows, found, orderList, query, names)
}

/** The stored sums count an unpaid order's whole total as due, so the part that was paid or waived is subtracted. */
async function keptSums(db: Queryable, query: OrderListQuery) {
  const { status, payment, way, from, to } = query
  const all = await sumsByState(db, { from, to }).where('list', '=', 'order').execute()
  const asked = [status, payment, way]
  const isAsked = ({ state }: { state: string }) =>
    state.split(' ').every((one, at) => asked[at] === undefined || asked[at] === one)
  const sums = addUp(all.filter(isAsked))
  const inPart = db
    .selectFrom('shop_order')
    .select(sql<number>`total_in_paise - ${due}`.as('less'))
    .where(isOwed)
    .where(sql<SqlBool>`(paid_in_paise <> 0 or waits_in_paise <> 0 or accepted_in_paise is not null)`)
  const { less } = await sumUp(db, inPart, orderList, query, ['less'])
  return { ...sums, due: sums.due - less }
}

export function findOrder(db: Queryable, id: string) {
  return db.selectFrom('shop_order').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The ids of the orders whose buyer reported a payment that staff have not checked. */
export async function listReported(db: Queryable, orderIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (orderIds.length === 0) return new Set()
  const claims = await db
    .selectFrom('claim')
    .select('subject_id')
    .where('subject', '=', 'order')
    .where('subject_id', 'in', orderIds)
    .where('is_open', '=', 1)
    .execute()
  return new Set(claims.map(({ subject_id }) => subject_id))
}

/**
 * Updates an order. An order in any status but `cancelled` no longer waits for a click on its link, so the time limit
 * of the link is cleared.
 */
export async function updateOrder(
  db: Queryable,
  { id, version }: OrderRow,
  changes: Updateable<Schema['shop_order']> & { updated_at: string },
) {
  await db
    .updateTable('shop_order')
    .set({
      ...changes,
      version: version + 1,
      ...(changes.status !== undefined && changes.status !== 'cancelled' && { asked_until: null }),
    })
    .where('id', '=', id)
    .execute()
}

export const insertUnlessNumbered = prepareInsert('shop_order', (insert) =>
  insert.onConflict((conflict) => conflict.column('number').doNothing()),
)

export const insertItems = prepareInsert('shop_order_item', (insert) => insert)

export function ordersOf(db: Queryable, { userId, email }: { userId: string; email: string }) {
  return db.selectFrom('shop_order').where((eb) =>
    eb.or([
      eb('user_id', '=', userId),
      eb.and([
        eb('user_id', 'is', null),
        eb('email', '=', email),
        eb('slot_id', 'is not', null),
        // Anybody may sign up with any address, so an account needs a verified address to see a guest's orders.
        eb.exists(db.selectFrom('user').select('id').where('id', '=', userId).where('emailVerified', '=', 1)),
      ]),
    ]),
  )
}

export async function listItems(db: Queryable, orderIds: readonly string[]) {
  if (orderIds.length === 0) return []
  return db
    .selectFrom('shop_order_item')
    .selectAll()
    .where('order_id', 'in', orderIds)
    .orderBy('order_id')
    .orderBy('position')
    .execute()
}

export async function setTaken(db: Queryable, item: OrderItemRow, taken: number) {
  await db
    .updateTable('shop_order_item')
    .set({ taken })
    .where('order_id', '=', item.order_id)
    .where('position', '=', item.position)
    .execute()
}

export function listChanges(db: Queryable, orderId: string) {
  return db
    .selectFrom('shop_order_change')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('order_version', 'desc')
    .limit(200)
    .execute()
}

export async function listOpenChanges(db: Queryable, orderIds: readonly string[]) {
  if (orderIds.length === 0) return []
  return openChanges(db).where('order_id', 'in', orderIds).orderBy('order_version').execute()
}

export function openChanges(db: Queryable) {
  return db
    .selectFrom('shop_order_change')
    .selectAll()
    .where('effects_done_at', 'is', null)
    .where('undone_at', 'is', null)
}

/** Marks the effects of a change as done. True for exactly one caller, whose transaction then runs the effects. */
export async function claimEffects(db: Queryable, id: string, now: string): Promise<boolean> {
  return changesRow(
    db
      .updateTable('shop_order_change')
      .set({ effects_done_at: now })
      .where('id', '=', id)
      .where('effects_done_at', 'is', null)
      .where('undone_at', 'is', null),
  )
}
