import type { Insertable } from 'kysely'
import { changesRow, withRowLock } from '../../../db/guards.ts'
import type { Queryable } from '../../../db/open.ts'
import type { Schema, SeatHoldState, Tx } from '../../../db/schema.ts'

/** A hold, with what dialogs and bookings need of its batch. */
export type Hold = NonNullable<Awaited<ReturnType<typeof findHold>>>

export function findHold(db: Queryable, id: string) {
  return holds(db).where('silent_hold.id', '=', id).executeTakeFirst()
}

function holds(db: Queryable) {
  return db
    .selectFrom('silent_hold')
    .innerJoin('batch', 'batch.id', 'silent_hold.batch_id')
    .selectAll('silent_hold')
    .select(['batch.starts_on', 'batch.starts_at', 'batch.ends_on', 'batch.joins_late'])
}

export async function lockHold(tx: Tx, id: string): Promise<Hold | undefined> {
  await tx
    .selectFrom('silent_hold')
    .select('id')
    .where('id', '=', id)
    .$call(withRowLock(tx))
    .executeTakeFirst()
  return findHold(tx, id)
}

/** The live hold that this dialog took before. */
export function findLive(
  db: Queryable,
  key: { course_id: string; email: string; transaction_id: string },
): Promise<Hold | undefined> {
  return holds(db)
    .where('silent_hold.course_id', '=', key.course_id)
    .where('email', '=', key.email)
    .where('transaction_id', '=', key.transaction_id)
    .where('state', '=', 'live')
    .executeTakeFirst()
}

/** False if its reference is taken, or this dialog has a live hold; waits for a transaction that writes the same. */
export async function insertHold(tx: Tx, row: Insertable<Schema['silent_hold']>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('silent_hold')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** True for exactly one of all callers. */
export function endHold(
  tx: Tx,
  id: string,
  to: { state: Exclude<SeatHoldState, 'live'>; seat_id?: string },
): Promise<boolean> {
  return changesRow(tx.updateTable('silent_hold').set(to).where('id', '=', id).where('state', '=', 'live'))
}

export async function setSeat(tx: Tx, id: string, seat_id: string): Promise<void> {
  await tx.updateTable('silent_hold').set({ seat_id, state: 'completed' }).where('id', '=', id).execute()
}

export async function setHoldProved(tx: Tx, id: string, proved_at: string): Promise<void> {
  await tx.updateTable('silent_hold').set({ proved_at }).where('id', '=', id).execute()
}

export async function setSeats(tx: Tx, id: string, seats: number): Promise<void> {
  await tx.updateTable('silent_hold').set({ seats }).where('id', '=', id).execute()
}

/** Everybody locks a batch's holds in this order, so that two never deadlock. */
export async function lockHoldsIn(tx: Tx, batchId: string): Promise<void> {
  await liveIn(tx, batchId).$call(withRowLock(tx)).execute()
}

export function listLiveIn(db: Queryable, batchId: string): Promise<{ id: string; seats: number }[]> {
  return liveIn(db, batchId).execute()
}

function liveIn(db: Queryable, batchId: string) {
  return db
    .selectFrom('silent_hold')
    .select(['id', 'seats'])
    .where('batch_id', '=', batchId)
    .where('state', '=', 'live')
    .orderBy('id')
}

export async function listOver(db: Queryable, now: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('silent_hold')
    .select('id')
    .where('state', '=', 'live')
    .where('hold_until', '<=', now)
    .orderBy('hold_until')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}
