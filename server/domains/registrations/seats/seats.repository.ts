import { type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import { DomainError } from '../../../../contract/errors.ts'
import { debtOf, owedInGroup } from '../../../db/debts.ts'
import { changesRow, whileThere, withRowLock } from '../../../db/guards.ts'
import type { Queryable } from '../../../db/open.ts'
import { type At, prepare, rowAt } from '../../../db/prepared.ts'
import type { Schema, SeatState, Tx } from '../../../db/schema.ts'
import { type SeatEvent, statusAfter } from './seat-states.ts'

/** A seat of an enrolment or an event booking, with its course and batch. */
export type Seat = NonNullable<Awaited<ReturnType<typeof findSeat>>>

const find = prepare((db, at: At<string>) => seats(db).where('seat.id', '=', at()))

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
      'seat.confirmed_at',
      'seat.created_at',
      'seat.staff_note',
      'seat.proved_at',
      'seat.proof_turn',
      'seat.group_id',
      'seat.group_place',
      'seat.is_named',
      'seat.cancel_hours',
      'seat.cancel_share',
      'seat.terms_hash',
      'course.title as course_title',
      'batch.starts_on',
      'batch.starts_at',
      'batch.ends_on',
      'batch.joins_late',
      'room.name as room_name',
      'room.address as room_address',
    ])
}

export async function findSeat(db: Queryable, id: string) {
  return (await find(db, id)).rows[0]
}

/** The rows are locked in the order of their ids, so that two callers do not deadlock. */
function lockedRows(tx: Tx) {
  return tx.selectFrom('registration').select('id').orderBy('id').$call(withRowLock(tx))
}

export async function lockRow(tx: Tx, id: string) {
  await lockedRows(tx).where('id', '=', id).execute()
}

export async function lockGroupRows(tx: Tx, groupId: string) {
  await lockedRows(tx).where('group_id', '=', groupId).execute()
}

export async function lockSeatsIn(tx: Tx, batchId: string) {
  const live = lockedRows(tx).where('status', 'in', ['held', 'pending', 'confirmed'])
  await live.where('batch_id', '=', batchId).execute()
}

/** Lists all seats of a group, also cancelled seats; the payer's seat comes first. */
export function listGroup(db: Queryable, groupId: string) {
  return seats(db).where('seat.group_id', '=', groupId).orderBy('seat.group_place').execute()
}

/** Lists the ids of the payers' seats with this address in batches that are not over, newest first. */
export async function listCurrentPayers(tx: Tx, email: string, today: string, limit: number) {
  const payers = tx
    .selectFrom('seat')
    .innerJoin('batch', 'batch.id', 'seat.batch_id')
    .select((eb) => eb.fn.coalesce('seat.group_id', 'seat.id').as('id'))
    .where('seat.email', '=', email)
    .where('seat.status', 'in', ['pending', 'confirmed'])
    .where((eb) => {
      const last = eb.fn.coalesce('batch.ends_on', 'batch.starts_on')
      return eb.or([eb(last, 'is', null), eb(last, '>=', today)])
    })
    .groupBy((eb) => eb.fn.coalesce('seat.group_id', 'seat.id'))
    .orderBy((eb) => eb.fn.max('seat.created_at'), 'desc')
  return payers.limit(limit).execute()
}

/**
 * Adds up the money of ended seats: money that pays for a seat, money that waits for staff, and refunds. Refunds from
 * before the payer cancelled a seat are left out.
 */
export async function sumMoney(db: Queryable, ids: readonly string[]) {
  const rows =
    ids.length === 0
      ? []
      : await db
          .selectFrom('seat')
          .select(['paid_in_paise', 'waits_in_paise', 'refunded_in_paise', 'refunded_before_in_paise'])
          .where('id', 'in', ids)
          .execute()
  const sum = (name: keyof (typeof rows)[number]) => rows.reduce((all, row) => all + Number(row[name]), 0)
  return {
    keptInPaise: sum('paid_in_paise'),
    waitsInPaise: sum('waits_in_paise'),
    refundedInPaise: sum('refunded_in_paise') - sum('refunded_before_in_paise'),
  }
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
  'cancel_hours',
  'cancel_share',
  'terms_hash',
] as const

export type SeatRow = Pick<Selectable<Schema['registration']>, (typeof columns)[number]>

export function getSeatRow(db: Queryable, id: string) {
  return db.selectFrom('registration').select(columns).where('id', '=', id).executeTakeFirstOrThrow()
}

const insert = prepare((db, at: At<SeatRow>) =>
  db
    .insertInto('registration')
    .values(rowAt(columns, at))
    .onConflict((conflict) => conflict.doNothing()),
)

/** The values of columns that a new row leaves out. */
const defaults = {
  question: null,
  payment_method: null,
  transaction_id: null,
  confirmed_at: null,
  proved_at: null,
  group_id: null,
  group_place: 0,
  is_named: 1,
  asked: null,
  hold_transaction_id: null,
  cancel_hours: null,
  cancel_share: null,
  terms_hash: null,
} as const

export type NewRow = Omit<SeatRow, 'reference' | keyof typeof defaults> &
  Partial<Pick<SeatRow, keyof typeof defaults>>

const referenceTries = 20

/**
 * Writes a row with a unique reference, and returns null. If the same row was stored before, or is being stored by
 * another transaction, nothing is written, and the result of `findSame` is returned. @throws `batch_full` if the batch
 * is gone
 */
export async function insertSeat<Same>(
  tx: Tx,
  reference: () => string,
  row: NewRow,
  findSame: () => Promise<Same | undefined>,
): Promise<Same | null> {
  for (let count = 0; count < referenceTries; count++) {
    const inserted = insert(tx, { ...defaults, ...row, reference: reference() })
    if ((await whileThere(inserted, batchGone)).numAffectedRows === 1n) return null
    const same = await findSame()
    if (same) return same
  }
  throw new Error(`no free reference in ${referenceTries} tries`)
}

const batchGone = () => new DomainError('batch_full')

/**
 * Turns the row of a request or a hold into the row of a hold or a seat; `row` contains the new status. @throws as
 * `insertSeat`
 */
export async function replaceRow(tx: Tx, id: string, row: Updateable<Schema['registration']>): Promise<null> {
  await whileThere(tx.updateTable('registration').set(row).where('id', '=', id).execute(), batchGone)
  return null
}

export async function findByTransaction(
  db: Queryable,
  key: Pick<NewRow, 'course_id' | 'email' | 'transaction_id'>,
) {
  if (!key.transaction_id) return undefined
  const row = await db
    .selectFrom('seat')
    .select('id')
    .where('course_id', '=', key.course_id)
    .where('email', '=', key.email)
    .where('transaction_id', '=', key.transaction_id)
    .executeTakeFirst()
  return row?.id
}

type Changes = Omit<Updateable<Schema['registration']>, 'status'>

export async function updateSeat(tx: Tx, { id }: Pick<Seat, 'id'>, changes: Changes) {
  await tx.updateTable('registration').set(changes).where('id', '=', id).execute()
}

/** Stores the refunds of a seat so far as those from before its payer cancelled it. */
export async function keepEarlierRefunds(tx: Tx, { id }: Pick<Seat, 'id'>) {
  await tx
    .updateTable('registration')
    .set((eb) => ({ refunded_before_in_paise: eb.ref('refunded_in_paise') }))
    .where('id', '=', id)
    .execute()
}

/**
 * Applies an event and returns the new status. An event that keeps the status does not write it, since somebody may
 * have confirmed the seat after it was read. @throws if the event is not allowed in that status
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

export function listPlaces(tx: Tx, batchId: string) {
  return tx
    .selectFrom('seat')
    .select(['id', 'group_id'])
    .where('batch_id', '=', batchId)
    .where('status', '=', 'pending')
    .where('hold_until', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Sets the end of the hold of a reserved seat; false if the seat was given up or paid at the same moment. */
export function holdPlace(tx: Tx, id: string, until: string) {
  return changesRow(
    tx
      .updateTable('registration')
      .set({ hold_until: until })
      .where('id', '=', id)
      .where('status', '=', 'pending')
      .where('hold_until', 'is', null),
  )
}

/** Lists the live seats of a batch: confirmed seats first, then by age. */
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

/** Lists the ids of held or pending rows whose hold has expired. */
export async function listEnded(db: Queryable, status: 'held' | 'pending', now: string, limit: number) {
  const rows = await db
    .selectFrom('registration')
    .select('id')
    .where('status', '=', status)
    .where('hold_until', '<=', now)
    .orderBy('hold_until')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

const payerColumn = (column: RawBuilder<unknown>) =>
  sql<string | null>`(select ${column} from seat as payer where payer.id = seat.group_id)`

const debt = debtOf('seat')

/** Selects the seats with the debt, the payer and the sums of their groups. */
export function debtsOfSeats(read: Queryable) {
  return read
    .selectFrom('seat')
    .selectAll('seat')
    .select([debt.payment.as('payment'), debt.rest_in_paise.as('rest_in_paise')])
    .select([
      payerColumn(sql`payer.name`).as('payer_name'),
      payerColumn(sql`payer.reference`).as('payer_reference'),
      sql<number>`(select count(*) from seat as one where one.group_id = seat.group_id and ${owedInGroup})`.as(
        'group_seats',
      ),
      sql<number>`(select cast(coalesce(sum(${debtOf('seat', 'one').lack_in_paise}), 0) as bigint) from seat as one
        where one.group_id = seat.group_id and ${owedInGroup})`.as('group_due'),
    ])
}

/** Returns the name on a guest's seat until the guest is named. */
export function guestName(payer: string): string {
  return `Guest of ${payer}`
}
