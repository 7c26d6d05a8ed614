import { type SqlBool, sql } from 'kysely'
import { changesRow, withRowLock } from '../../../db/guards.ts'
import type { Queryable } from '../../../db/open.ts'
import type { Tx } from '../../../db/schema.ts'
import { statusAfter } from '../seats/seat-states.ts'
import { insertSeat, type SeatRow } from '../seats/seats.repository.ts'

/** An ask, a hold, or a seat that was one of them, with the dates of its batch. */
export type Hold = NonNullable<Awaited<ReturnType<typeof findHold>>>

/** A hold as the dialog was told of it, once it is a seat. */
export interface HeldBefore {
  batch_id: string
  starts_on: string | null
  hold_until: string | null
  seats: number
  amount_in_paise: number
}

/** A hold that is a seat now is answered as it was held last. */
export async function findHold(db: Queryable, id: string) {
  const row = await holds(db).where('hold.id', '=', id).executeTakeFirst()
  return row && { ...row, ...(row.held !== null && (JSON.parse(row.held) as HeldBefore)) }
}

function holds(db: Queryable) {
  return db
    .selectFrom('registration as hold')
    .innerJoin('batch', 'batch.id', 'hold.batch_id')
    .select([
      'hold.id',
      'hold.kind',
      'hold.reference',
      'hold.course_id',
      'hold.batch_id',
      'hold.name',
      'hold.email',
      'hold.phone',
      'hold.amount_in_paise',
      'hold.seats',
      'hold.status',
      'hold.hold_until',
      'hold.proved_at',
      'hold.created_at',
      'hold.asked',
      'hold.held',
      'hold.became_id',
      'batch.starts_on',
      'batch.starts_at',
      'batch.ends_on',
      'batch.joins_late',
    ])
    .where((eb) =>
      eb.or([
        eb('hold.kind', '=', 'seat-hold'),
        eb('hold.held', 'is not', null),
        eb('hold.asked', 'is not', null),
      ]),
    )
}

export async function lockHold(tx: Tx, id: string): Promise<Hold | undefined> {
  await tx
    .selectFrom('registration')
    .select('id')
    .where('id', '=', id)
    .$call(withRowLock(tx))
    .executeTakeFirst()
  return findHold(tx, id)
}

/** The live hold that this dialog took before. */
export async function findLive(
  db: Queryable,
  key: { course_id: string; email: string; hold_transaction_id: string },
): Promise<Hold | undefined> {
  return (
    holds(db)
      .where('hold.course_id', '=', key.course_id)
      .where('hold.email', '=', key.email)
      .where('hold.hold_transaction_id', '=', key.hold_transaction_id)
      // The index has this word.
      .where(sql.raw<SqlBool>(`hold.status = 'held'`))
      .executeTakeFirst()
  )
}

/** Only a seat has values in these columns. */
const unplaced = {
  kind: 'seat-hold',
  question: null,
  payment_method: null,
  transaction_id: null,
  confirmed_at: null,
  group_id: null,
  group_place: 0,
  is_named: 1,
} as const

/** False if its reference is taken, or this dialog has a live hold; waits for a transaction that writes the same. */
export function insertHold(tx: Tx, row: Omit<SeatRow, keyof typeof unplaced>): Promise<boolean> {
  return insertSeat(tx, { ...unplaced, ...row })
}

/** True for exactly one of all callers. */
export function endHold(tx: Tx, id: string, event: 'lapse' | 'release'): Promise<boolean> {
  const status = statusAfter(event, 'held')
  return changesRow(
    tx.updateTable('registration').set({ status }).where('id', '=', id).where('status', '=', 'held'),
  )
}

export async function setHoldProved(tx: Tx, id: string, proved_at: string): Promise<void> {
  await tx.updateTable('registration').set({ proved_at }).where('id', '=', id).execute()
}

export async function setSeats(tx: Tx, id: string, seats: number): Promise<void> {
  await tx.updateTable('registration').set({ seats }).where('id', '=', id).execute()
}

/** False if nobody asked with this id, or the link in the letter was pressed. */
export function deleteAsk(tx: Tx, id: string): Promise<boolean> {
  return changesRow(tx.deleteFrom('registration').where('id', '=', id).where('status', '=', 'asked'))
}

export function listLiveIn(db: Queryable, batchId: string): Promise<{ id: string; seats: number }[]> {
  return db
    .selectFrom('registration')
    .select(['id', 'seats'])
    .where('batch_id', '=', batchId)
    .where('status', '=', 'held')
    .orderBy('id')
    .execute()
}

export async function listOver(db: Queryable, now: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('registration')
    .select('id')
    .where('status', '=', 'held')
    .where('hold_until', '<=', now)
    .orderBy('hold_until')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}
