import type { Insertable, Selectable, Updateable } from 'kysely'
import { changesRow, withRowLock } from '../../db/guards.ts'
import type { Queryable } from '../../db/open.ts'
import { type At, prepare, rowAt } from '../../db/prepared.ts'
import type { Schema, SeatKind, Tx } from '../../db/schema.ts'

/** A seat of either kind, with what messages and pages say of its course and batch. */
export type Seat = NonNullable<Awaited<ReturnType<typeof findSeat>>>

const find = prepare((db, at: At<{ kind: SeatKind; id: string }>) =>
  db
    .selectFrom('seat')
    .innerJoin('course', 'course.id', 'seat.course_id')
    .innerJoin('batch', 'batch.id', 'seat.batch_id')
    .select([
      'seat.id',
      'seat.kind',
      'seat.reference',
      'seat.course_id',
      'seat.batch_id',
      'seat.name',
      'seat.email',
      'seat.phone',
      'seat.amount_in_paise',
      'seat.discount_in_paise',
      'seat.coupon_code',
      'seat.status',
      'seat.hold_until',
      'seat.created_at',
      'seat.staff_note',
      'course.title as course_title',
      'batch.starts_on',
      'batch.starts_at',
    ])
    .where('seat.id', '=', at('id'))
    .where('seat.kind', '=', at('kind')),
)

export async function findSeat(db: Queryable, kind: SeatKind, id: string) {
  return (await find(db, { kind, id })).rows[0]
}

export async function lockSeat(tx: Tx, kind: SeatKind, id: string): Promise<Seat | undefined> {
  await tx.selectFrom('seat').select('id').where('id', '=', id).$call(withRowLock(tx)).executeTakeFirst()
  return findSeat(tx, kind, id)
}

const columns = [
  'id',
  'kind',
  'reference',
  'course_id',
  'batch_id',
  'name',
  'email',
  'phone',
  'question',
  'payment_method',
  'transaction_id',
  'amount_in_paise',
  'status',
  'hold_until',
  'confirmed_at',
  'created_at',
] as const

export type SeatRow = Pick<Selectable<Schema['seat']>, (typeof columns)[number]>

const insert = prepare((db, at: At<SeatRow>) =>
  db
    .insertInto('seat')
    .values(rowAt(columns, at))
    .onConflict((conflict) => conflict.doNothing()),
)

/** False if its reference or its transaction is taken; waits for a transaction that is just writing the same. */
export async function insertSeat(db: Queryable, row: SeatRow): Promise<boolean> {
  return (await insert(db, row)).numAffectedRows === 1n
}

/** By what a booking is recognised that is sent twice. */
export type TransactionKey = Pick<Insertable<Schema['seat']>, 'course_id' | 'email'> & {
  transaction_id: string
}

export async function findByTransaction(db: Queryable, key: TransactionKey): Promise<string | undefined> {
  const row = await db
    .selectFrom('seat')
    .select('id')
    .where('course_id', '=', key.course_id)
    .where('email', '=', key.email)
    .where('transaction_id', '=', key.transaction_id)
    .executeTakeFirst()
  return row?.id
}

export async function updateSeat(
  tx: Tx,
  { id }: Pick<Seat, 'id'>,
  changes: Updateable<Schema['seat']>,
): Promise<void> {
  await tx.updateTable('seat').set(changes).where('id', '=', id).execute()
}

export function listEndedHolds(db: Queryable, now: string, limit: number) {
  return db
    .selectFrom('seat')
    .select(['id', 'kind'])
    .where('status', '=', 'pending')
    .where('hold_until', '<=', now)
    .orderBy('hold_until')
    .limit(limit)
    .execute()
}

/** True for exactly one of all callers, and never if the seat was paid at the same instant. */
export async function endHold(tx: Tx, id: string, now: string): Promise<boolean> {
  return changesRow(
    tx
      .updateTable('seat')
      .set({ status: 'expired' })
      .where('id', '=', id)
      .where('status', '=', 'pending')
      .where('hold_until', '<=', now),
  )
}
