import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import { debtOf, owedInGroup } from '../../../db/debts.ts'
import { changesRow, withRowLock } from '../../../db/guards.ts'
import type { Queryable } from '../../../db/open.ts'
import { type At, prepare, rowAt } from '../../../db/prepared.ts'
import type { Schema, SeatKind, SeatState, Tx } from '../../../db/schema.ts'
import { type SeatEvent, statusAfter } from './seat-states.ts'

/** A seat of either kind, with what messages and pages say of its course and batch. */
export type Seat = NonNullable<Awaited<ReturnType<typeof findSeat>>>

const find = prepare((db, at: At<{ kind: SeatKind; id: string }>) =>
  seats(db).where('seat.id', '=', at('id')).where('seat.kind', '=', at('kind')),
)

function seats(db: Queryable) {
  return db
    .selectFrom('seat')
    .innerJoin('course', 'course.id', 'seat.course_id')
    .innerJoin('batch', 'batch.id', 'seat.batch_id')
    .leftJoin('room', 'room.id', 'batch.room_id')
    .select([
      'seat.id',
      'seat.kind',
      'seat.reference',
      'seat.course_id',
      'seat.batch_id',
      'seat.name',
      'seat.email',
      'seat.phone',
      'seat.payment_method',
      'seat.amount_in_paise',
      'seat.discount_in_paise',
      'seat.coupon_code',
      'seat.status',
      'seat.hold_until',
      'seat.created_at',
      'seat.staff_note',
      'seat.proved_at',
      'seat.proof_turn',
      'seat.group_id',
      'seat.group_place',
      'seat.is_named',
      'course.title as course_title',
      'batch.starts_on',
      'batch.starts_at',
      'batch.ends_on',
      'batch.joins_late',
      'room.name as room_name',
      'room.address as room_address',
    ])
}

export async function findSeat(db: Queryable, kind: SeatKind, id: string) {
  return (await find(db, { kind, id })).rows[0]
}

export async function findKind(db: Queryable, id: string): Promise<SeatKind | undefined> {
  const row = await db.selectFrom('seat').select('kind').where('id', '=', id).executeTakeFirst()
  return row?.kind
}

export async function lockSeat(tx: Tx, kind: SeatKind, id: string): Promise<Seat | undefined> {
  await tx.selectFrom('seat').select('id').where('id', '=', id).$call(withRowLock(tx)).executeTakeFirst()
  return findSeat(tx, kind, id)
}

/** All seats of a group, the cancelled ones too; the payer's comes first. */
export function listGroup(db: Queryable, groupId: string): Promise<Seat[]> {
  return seats(db).where('seat.group_id', '=', groupId).orderBy('seat.group_place').execute()
}

/** The payers of an address's seats whose batch is not over, the newest first. */
export async function listCurrentLeads(tx: Tx, email: string, today: string, limit: number) {
  const leads = tx
    .selectFrom('seat')
    .innerJoin('batch', 'batch.id', 'seat.batch_id')
    .select((eb) => [eb.fn.coalesce('seat.group_id', 'seat.id').as('id'), eb.fn.max('seat.kind').as('kind')])
    .where('seat.email', '=', email)
    .where('seat.status', 'in', ['pending', 'confirmed'])
    .where((eb) => {
      const last = eb.fn.coalesce('batch.ends_on', 'batch.starts_on')
      return eb.or([eb(last, 'is', null), eb(last, '>=', today)])
    })
    .groupBy((eb) => eb.fn.coalesce('seat.group_id', 'seat.id'))
    .orderBy((eb) => eb.fn.max('seat.created_at'), 'desc')
  return leads.limit(limit).execute()
}

/** True while somebody still has a seat of the group. */
export async function hasLive(db: Queryable, groupId: string): Promise<boolean> {
  const row = await db
    .selectFrom('seat')
    .select('id')
    .where('group_id', '=', groupId)
    .where('status', 'in', ['pending', 'confirmed'])
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Everybody locks a group's seats in this order, so that two never deadlock. */
export async function lockGroupRows(tx: Tx, groupId: string): Promise<void> {
  await tx
    .selectFrom('seat')
    .select('id')
    .where('group_id', '=', groupId)
    .orderBy('id')
    .$call(withRowLock(tx))
    .execute()
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
  'mailbox',
  'proved_at',
  'group_id',
  'group_place',
  'is_named',
  'seats',
  'asked',
  'hold_transaction_id',
] as const

export type SeatRow = Pick<Selectable<Schema['registration']>, (typeof columns)[number]>

/** The seat's row as it is stored, to write other seats like it. */
export function getSeatRow(db: Queryable, id: string) {
  return db.selectFrom('registration').select(columns).where('id', '=', id).executeTakeFirstOrThrow()
}

const insert = prepare((db, at: At<SeatRow>) =>
  db
    .insertInto('registration')
    .values(rowAt(columns, at))
    .onConflict((conflict) => conflict.doNothing()),
)

/** False if its reference or its transaction is taken; waits for a transaction that is just writing the same. */
export async function insertSeat(db: Queryable, row: SeatRow): Promise<boolean> {
  return (await insert(db, row)).numAffectedRows === 1n
}

/** A row that somebody asked for or held becomes a hold or a seat; `row` has the state of an event. */
export async function becomeSeat(tx: Tx, id: string, row: Updateable<Schema['registration']>): Promise<void> {
  await tx.updateTable('registration').set(row).where('id', '=', id).execute()
}

/** A booking that is sent twice is recognised by these. */
export type TransactionKey = Pick<Insertable<Schema['registration']>, 'course_id' | 'email'> & {
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

export async function wasConfirmed(tx: Tx, id: string): Promise<boolean> {
  const row = await tx.selectFrom('seat').select('confirmed_at').where('id', '=', id).executeTakeFirst()
  return row?.confirmed_at != null
}

type Changes = Omit<Updateable<Schema['registration']>, 'status'>

export async function updateSeat(tx: Tx, { id }: Pick<Seat, 'id'>, changes: Changes): Promise<void> {
  await tx.updateTable('registration').set(changes).where('id', '=', id).execute()
}

/**
 * A status changes by an event alone, and is written only by one that changes it: somebody may have confirmed a seat since
 * it was read. Answers the status. @throws where the event cannot happen to the seat
 */
export async function changeStatus<Event extends SeatEvent>(
  tx: Tx,
  { id, status }: { id: string; status: SeatState },
  event: Event,
  changes: Changes = {},
) {
  const to = statusAfter(event, status)
  await tx
    .updateTable('registration')
    .set({ ...changes, ...(to !== status && { status: to }) })
    .where('id', '=', id)
    .execute()
  return to
}

/** Reserved places of a batch, which nobody was asked to pay for yet. */
export function listPlaces(tx: Tx, batchId: string) {
  return tx
    .selectFrom('seat')
    .select(['id', 'kind', 'group_id'])
    .where('batch_id', '=', batchId)
    .where('status', '=', 'pending')
    .where('hold_until', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** False if the place was let go, or paid, at the same moment. */
export function holdPlace(tx: Tx, id: string, until: string): Promise<boolean> {
  return changesRow(
    tx
      .updateTable('registration')
      .set({ hold_until: until })
      .where('id', '=', id)
      .where('status', '=', 'pending')
      .where('hold_until', 'is', null),
  )
}

/** Live seats of a batch: the confirmed come first, then the earlier ones. */
export function listLiveIn(db: Queryable, batchId: string) {
  return db
    .selectFrom('seat')
    .select(['id', 'kind', 'group_id'])
    .where('batch_id', '=', batchId)
    .where('status', 'in', ['pending', 'confirmed'])
    .orderBy('status')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Everybody locks a batch's seats and holds in this order, so that two never deadlock. */
export async function lockSeatsIn(tx: Tx, batchId: string): Promise<void> {
  await tx
    .selectFrom('registration')
    .select('id')
    .where('batch_id', '=', batchId)
    .where('status', 'in', ['held', 'pending', 'confirmed'])
    .orderBy('id')
    .$call(withRowLock(tx))
    .execute()
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

const ofGroup = (of: RawBuilder<unknown>) =>
  sql`(select ${of} from seat as payer where payer.id = seat.group_id)`

/** The payer and the sums of a group, for a query that calls the table `seat`; a seat alone has no payer. */
export const payerColumns = [
  sql<string | null>`${ofGroup(sql`payer.name`)}`.as('payer_name'),
  sql<string | null>`${ofGroup(sql`payer.reference`)}`.as('payer_reference'),
  sql<number>`(select count(*) from seat as one where one.group_id = seat.group_id and ${owedInGroup})`.as(
    'group_seats',
  ),
  sql<number>`(select cast(coalesce(sum(${debtOf('seat', 'one').lack_in_paise}), 0) as bigint) from seat as one
    where one.group_id = seat.group_id and ${owedInGroup})`.as('group_due'),
] as const

export interface PayerOfGroup {
  payer_name: string | null
  payer_reference: string | null
  group_seats: number
  group_due: number
}

/** The name on a guest's seat until somebody says who comes. */
export function guestOf(payer: string): string {
  return `Guest of ${payer}`
}
