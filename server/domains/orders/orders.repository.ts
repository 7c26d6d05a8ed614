import { type Insertable, type Selectable, type SqlBool, sql, type Updateable } from 'kysely'
import type { QueryOf } from '../../../contract/endpoint.ts'
import type { listOrders } from '../../../contract/orders/orders.ts'
import { debtOf } from '../../db/debts.ts'
import { changesRow } from '../../db/guards.ts'
import { addUp, type ListSums, sumsByState } from '../../db/list-totals.ts'
import type { Queryable } from '../../db/open.ts'
import { onDaysOf, type PageList, readPage, sumUp } from '../../db/page.ts'
import { prepareInsert } from '../../db/prepared.ts'
import type { Schema, Tx } from '../../db/schema.ts'
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
    // Orders from before the store have no delivery: either way they come last.
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

export async function listOrderPage(db: Queryable, query: OrderListQuery) {
  const rows = await withWords(db, db.selectFrom('shop_order').selectAll(), 'shop_order', query.q)
  return readPage(rows, orderList, query)
}

type OrderMoney = Pick<
  OrderRow,
  'total_in_paise' | 'accepted_in_paise' | 'paid_in_paise' | 'waits_in_paise' | 'payment_status'
>

/** The part of its price, or of the smaller sum that staff accepted as the price, that the ledger does not have. */
export function lackOf(row: Omit<OrderMoney, 'payment_status'>): number {
  const price = Number(row.accepted_in_paise ?? row.total_in_paise)
  return Math.max(0, price - Number(row.paid_in_paise) - Number(row.waits_in_paise))
}

export function dueOf(row: OrderMoney): number {
  return isSettled(row) ? 0 : lackOf(row)
}

export const isSettled = ({ payment_status: status }: Pick<OrderRow, 'payment_status'>) =>
  status === 'paid' || status === 'refunded'

const isOwed = sql<SqlBool>`(shop_order.status <> 'cancelled' and payment_status in ('pending', 'failed'))`
/** The database computes what `dueOf` answers, but 0 for an order that nobody owes. */
const due = sql<number>`(case when ${isOwed} then ${debtOf('shop_order').lack_in_paise} else 0 end)`

/** The paid sums are the ledger's; an order that staff took as paid owes nothing. */
export async function sumOrders(db: Queryable, query: OrderListQuery): Promise<ListSums | null> {
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

/** Kept sums have an unpaid order's whole total as due, so what is here of it, or staff let go, comes off. */
async function keptSums(db: Queryable, query: OrderListQuery): Promise<ListSums> {
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

export function findOrder(db: Queryable, id: string): Promise<OrderRow | undefined> {
  return db.selectFrom('shop_order').selectAll().where('id', '=', id).executeTakeFirst()
}

export function findGift(db: Queryable, giftId: string): Promise<OrderRow | undefined> {
  return db.selectFrom('shop_order').selectAll().where('gift_id', '=', giftId).executeTakeFirst()
}

/** Every change of an order and its effects begin with this lock, which lasts until the transaction ends. */
export function lockOrder(db: Queryable, id: string): Promise<OrderRow | undefined> {
  return db
    .updateTable('shop_order')
    .set((eb) => ({ version: eb.ref('version') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

/** An order that is not cancelled any more waits for no press on a letter's link. */
export async function updateOrder(
  db: Queryable,
  { id, version }: OrderRow,
  changes: Updateable<Schema['shop_order']> & { updated_at: string },
): Promise<void> {
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

/** The version stays, since staff changed nothing. */
export async function setProved(
  tx: Tx,
  id: string,
  proved: Pick<OrderRow, 'proved_at' | 'hold_until'>,
): Promise<void> {
  await tx.updateTable('shop_order').set(proved).where('id', '=', id).execute()
}

const insertUnlessNumbered = prepareInsert('shop_order', (insert) =>
  insert.onConflict((conflict) => conflict.column('number').doNothing()),
)

/** False if its number is taken. */
export async function insertOrder(db: Queryable, row: OrderRow): Promise<boolean> {
  return (await insertUnlessNumbered(db, [row])).numAffectedRows === 1n
}

export const insertItems = prepareInsert('shop_order_item', (insert) => insert)

export async function insertChange(
  db: Queryable,
  change: Insertable<Schema['shop_order_change']>,
): Promise<void> {
  await db.insertInto('shop_order_change').values(change).execute()
}

/** The order's version stays. */
export async function updateSlot(
  tx: Tx,
  id: string,
  slot: Updateable<Pick<Schema['shop_order'], 'slot_id' | 'delivery_day' | 'holds_slot'>>,
): Promise<void> {
  const { slot_id, delivery_day, holds_slot } = slot
  await tx.updateTable('shop_order').set({ slot_id, delivery_day, holds_slot }).where('id', '=', id).execute()
}

export async function setHoldsSlot(db: Queryable, id: string, holds_slot: 0 | 1): Promise<void> {
  await db.updateTable('shop_order').set({ holds_slot }).where('id', '=', id).execute()
}

export function listEndedHolds(db: Queryable, now: string, limit: number) {
  return db
    .selectFrom('shop_order')
    .select('id')
    .where('status', '=', 'pending')
    .where('hold_until', '<=', now)
    .orderBy('hold_until')
    .limit(limit)
    .execute()
}

/** An account has the orders that it placed, and those that a guest placed with its address. */
function ordersOf(db: Queryable, { userId, email }: { userId: string; email: string }) {
  return db.selectFrom('shop_order').where((eb) =>
    eb.or([
      eb('user_id', '=', userId),
      eb.and([
        eb('user_id', 'is', null),
        eb('email', '=', email),
        eb('slot_id', 'is not', null),
        // An account shows the orders of its address only after the address is verified.
        eb.exists(db.selectFrom('user').select('id').where('id', '=', userId).where('emailVerified', '=', 1)),
      ]),
    ]),
  )
}

export function listOrdersOf(db: Queryable, caller: { userId: string; email: string }, limit: number) {
  return ordersOf(db, caller).selectAll().orderBy('created_at', 'desc').orderBy('id').limit(limit).execute()
}

export async function isOrderOf(
  db: Queryable,
  id: string,
  caller: { userId: string; email: string },
): Promise<boolean> {
  const own = await ordersOf(db, caller).select('id').where('id', '=', id).executeTakeFirst()
  return own !== undefined
}

/** Orders that go on, and those for days from `since`, whoever placed them. They have a page. */
export function listCurrentOf(tx: Tx, email: string, since: string, limit: number): Promise<OrderRow[]> {
  return tx
    .selectFrom('shop_order')
    .selectAll()
    .where('email', '=', email)
    .where('slot_id', 'is not', null)
    .where('status', '!=', 'cancelled')
    .where((eb) =>
      eb.or([
        eb('status', 'in', ['pending', 'confirmed', 'processing', 'shipped']),
        eb('delivery_day', '>=', since),
      ]),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
}

export async function listItems(db: Queryable, orderIds: readonly string[]): Promise<OrderItemRow[]> {
  if (orderIds.length === 0) return []
  return db
    .selectFrom('shop_order_item')
    .selectAll()
    .where('order_id', 'in', orderIds)
    .orderBy('order_id')
    .orderBy('position')
    .execute()
}

export async function setTaken(db: Queryable, item: OrderItemRow, taken: number): Promise<void> {
  await db
    .updateTable('shop_order_item')
    .set({ taken })
    .where('order_id', '=', item.order_id)
    .where('position', '=', item.position)
    .execute()
}

export function listChanges(db: Queryable, orderId: string): Promise<OrderChangeRow[]> {
  return db
    .selectFrom('shop_order_change')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('order_version', 'desc')
    .limit(200)
    .execute()
}

export async function listOpenChanges(db: Queryable, orderIds: readonly string[]): Promise<OrderChangeRow[]> {
  if (orderIds.length === 0) return []
  return openChanges(db).where('order_id', 'in', orderIds).orderBy('order_version').execute()
}

export function listDueChanges(db: Queryable, now: string, limit: number) {
  return openChanges(db)
    .where('effects_at', '<=', now)
    .orderBy('effects_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}

function openChanges(db: Queryable) {
  return db
    .selectFrom('shop_order_change')
    .selectAll()
    .where('effects_done_at', 'is', null)
    .where('undone_at', 'is', null)
}

/** True for exactly one caller, in whose transaction the effects run. */
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
