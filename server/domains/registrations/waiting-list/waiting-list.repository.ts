import { changesRow, withRowLock } from '../../../db/guards.ts'
import type { Queryable } from '../../../db/open.ts'
import type { Tx, WaitingStatus } from '../../../db/schema.ts'

/** An entry of a waiting list, with its course and batch. */
export type Entry = NonNullable<Awaited<ReturnType<typeof findEntry>>>

export function findEntry(db: Queryable, id: string) {
  return entries(db).where('entry.id', '=', id).executeTakeFirst()
}

function entries(db: Queryable) {
  return db
    .selectFrom('waiting_list_entry as entry')
    .innerJoin('batch', 'batch.id', 'entry.batch_id')
    .innerJoin('course', 'course.id', 'batch.course_id')
    .leftJoin('room', 'room.id', 'batch.room_id')
    .selectAll('entry')
    .select([
      'batch.starts_on',
      'batch.starts_at',
      'room.name as room_name',
      'room.address as room_address',
      'batch.course_id',
      'batch.cancelled_at as batch_cancelled_at',
      'batch.deleted_at as batch_deleted_at',
      'course.title as course_title',
      'course.slug as course_slug',
      'course.price_in_paise',
      'course.deleted_at',
      'course.is_on_site',
    ])
}

export async function lockEntry(tx: Tx, id: string) {
  await tx
    .selectFrom('waiting_list_entry')
    .select('id')
    .where('id', '=', id)
    .$call(withRowLock(tx))
    .executeTakeFirst()
  return findEntry(tx, id)
}

export function findFirstWaiting(db: Queryable, batchId: string) {
  return entries(db)
    .where('entry.batch_id', '=', batchId)
    .where('entry.status', '=', 'waiting')
    .where('entry.proved_at', 'is not', null)
    .where('course.deleted_at', 'is', null)
    .orderBy('entry.place')
    .limit(1)
    .executeTakeFirst()
}

/** Confirms an entry, which then waits behind all others. False if the entry was confirmed already, or has ended. */
export function prove(tx: Tx, id: string, at: { proved_at: string; place: number }) {
  return changesRow(
    tx
      .updateTable('waiting_list_entry')
      .set(at)
      .where('id', '=', id)
      .where('status', '=', 'waiting')
      .where('proved_at', 'is', null),
  )
}

/** Returns the position of an entry among the confirmed entries: 1 is next. */
export async function countWaitingUpTo(db: Queryable, batchId: string, place: number) {
  const { count } = await db
    .selectFrom('waiting_list_entry')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('batch_id', '=', batchId)
    .where('status', '=', 'waiting')
    .where('proved_at', 'is not', null)
    .where('place', '<=', place)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Returns the next free place on a batch's list. The caller has locked the batch, so no two entries share a place. */
export async function nextPlace(tx: Tx, batchId: string) {
  const { last } = await tx
    .selectFrom('waiting_list_entry')
    .select((eb) => eb.fn.max('place').as('last'))
    .where('batch_id', '=', batchId)
    .executeTakeFirstOrThrow()
  return (last ?? 0) + 1
}

/**
 * Changes the status only if the entry is in the state `from`, and returns false otherwise. So only one of several
 * callers changes the entry.
 */
export function changeStatus(
  tx: Tx,
  id: string,
  from: WaitingStatus,
  to: { status: WaitingStatus; offer_until?: string | null; enrolment_id?: string },
) {
  return changesRow(
    tx.updateTable('waiting_list_entry').set(to).where('id', '=', id).where('status', '=', from),
  )
}

export function listOpenIn(db: Queryable, batchId: string) {
  return entries(db)
    .where('entry.batch_id', '=', batchId)
    .where('entry.status', 'in', ['waiting', 'offered'])
    .orderBy('entry.place')
    .execute()
}

/** Locks the offers of a batch in the order of their ids, so that two callers do not deadlock. */
export async function lockOffersIn(tx: Tx, batchId: string) {
  await tx
    .selectFrom('waiting_list_entry')
    .select('id')
    .where('batch_id', '=', batchId)
    .where('status', '=', 'offered')
    .orderBy('id')
    .$call(withRowLock(tx))
    .execute()
}

export async function listEndedOffers(db: Queryable, now: string, limit: number) {
  const rows = await db
    .selectFrom('waiting_list_entry')
    .select('id')
    .where('status', '=', 'offered')
    .where('offer_until', '<=', now)
    .orderBy('offer_until')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}
