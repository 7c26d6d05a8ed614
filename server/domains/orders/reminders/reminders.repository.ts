import type { Selectable } from 'kysely'
import { changesRow } from '../../../db/guards.ts'
import type { Queryable } from '../../../db/open.ts'
import type { Schema } from '../../../db/schema.ts'
import type { Occasion } from './yearly.ts'

export type ReminderRow = Selectable<Schema['yearly_reminder']>

export function listOfBuyer(db: Queryable, email: string) {
  return db
    .selectFrom('yearly_reminder')
    .innerJoin('shop_order', 'shop_order.id', 'yearly_reminder.order_id')
    .select(['yearly_reminder.id', 'order_id', 'occasion_on', 'due_at', 'delivery_day'])
    .where('email', '=', email)
    .execute()
}

export async function insertReminder(db: Queryable, row: ReminderRow): Promise<void> {
  await db.insertInto('yearly_reminder').values(row).execute()
}

export async function deleteReminder(db: Queryable, id: string): Promise<void> {
  await db.deleteFrom('yearly_reminder').where('id', '=', id).execute()
}

export async function deleteOfOrder(db: Queryable, orderId: string): Promise<void> {
  await db.deleteFrom('yearly_reminder').where('order_id', '=', orderId).execute()
}

export function listDue(db: Queryable, now: string, limit: number): Promise<ReminderRow[]> {
  return db
    .selectFrom('yearly_reminder')
    .selectAll()
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** True for one caller: the row then waits for its next year. */
export function moveOn(db: Queryable, { id, due_at }: ReminderRow, next: Occasion): Promise<boolean> {
  return changesRow(
    db
      .updateTable('yearly_reminder')
      .set({ occasion_on: next.on, due_at: next.dueAt })
      .where('id', '=', id)
      .where('due_at', '=', due_at),
  )
}

export async function isProvedAccount(db: Queryable, userId: string): Promise<boolean> {
  const user = await db.selectFrom('user').select('emailVerified').where('id', '=', userId).executeTakeFirst()
  return user?.emailVerified === 1
}

export async function isReminded(db: Queryable, orderId: string): Promise<boolean> {
  const row = await db
    .selectFrom('yearly_reminder')
    .select('id')
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  return row !== undefined
}
