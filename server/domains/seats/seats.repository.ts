import { type Expression, sql, type Transaction } from 'kysely'
import type { Queryable } from '../../db/open.ts'
import { type At, prepare } from '../../db/prepared.ts'
import { withRowLock } from '../../db/row-lock.ts'
import type { PaymentSubject, Schema, SeatStatus } from '../../db/schema.ts'

type Tx = Transaction<Schema>

/** Both tables have the columns that are used here; for the types it is always the first one. */
function tableOf(kind: PaymentSubject): 'enrolment' {
  return (kind === 'enrolment' ? 'enrolment' : 'event_booking') as 'enrolment'
}
const names = {
  enrolment: sql<string>`seat.full_name`,
  'event-booking': sql<string>`seat.first_name || ' ' || seat.last_name`,
}

/** A seat of either kind, with what messages and pages say of its course and batch. */
export type Seat = NonNullable<Awaited<ReturnType<typeof findSeat>>>

function seatById(db: Queryable, kind: PaymentSubject, id: Expression<string>) {
  return db
    .selectFrom(`${tableOf(kind)} as seat`)
    .innerJoin('course', 'course.id', 'seat.course_id')
    .innerJoin('batch', 'batch.id', 'seat.batch_id')
    .select([
      'seat.id',
      'seat.reference',
      'seat.course_id',
      'seat.batch_id',
      'seat.email',
      'seat.phone',
      'seat.amount_in_paise',
      'seat.status',
      'seat.hold_until',
      'seat.created_at',
      'seat.staff_note',
      names[kind].as('name'),
      'course.title as course_title',
      'batch.starts_on',
      'batch.starts_at',
    ])
    .where('seat.id', '=', id)
}

const find = {
  enrolment: prepare((db, at: At<string>) => seatById(db, 'enrolment', at())),
  'event-booking': prepare((db, at: At<string>) => seatById(db, 'event-booking', at())),
}

export async function findSeat(db: Queryable, kind: PaymentSubject, id: string) {
  const [row] = (await find[kind](db, id)).rows
  return row && { kind, ...row }
}

/** The seat, locked until the transaction ends: what is decided on it still holds when it is written. */
export async function lockSeat(tx: Tx, kind: PaymentSubject, id: string): Promise<Seat | undefined> {
  await tx
    .selectFrom(tableOf(kind))
    .select('id')
    .where('id', '=', id)
    .$call(withRowLock(tx))
    .executeTakeFirst()
  return findSeat(tx, kind, id)
}

export async function updateSeat(
  tx: Tx,
  { kind, id }: Pick<Seat, 'kind' | 'id'>,
  changes: {
    status?: SeatStatus
    batch_id?: string
    hold_until?: string | null
    confirmed_at?: string
    staff_note?: string | null
  },
): Promise<void> {
  await tx.updateTable(tableOf(kind)).set(changes).where('id', '=', id).execute()
}

/** Holds whose time is up, the longest first. */
export async function listEndedHolds(
  db: Queryable,
  kind: PaymentSubject,
  now: string,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom(tableOf(kind))
    .select('id')
    .where('status', '=', 'pending')
    .where('hold_until', '<=', now)
    .orderBy('hold_until')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** True for exactly one of all who end this hold, and never where it was paid at the same instant (S4). */
export async function endHold(tx: Tx, kind: PaymentSubject, id: string, now: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable(tableOf(kind))
    .set({ status: 'expired' })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where('hold_until', '<=', now)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}
