import {
  type Insertable,
  type Selectable,
  type SqlBool,
  sql,
  type Transaction,
  type Updateable,
} from 'kysely'
import type { LineStatus, PayableKind } from '../../../contract/money.ts'
import type { PaymentState } from '../../../contract/registrations.ts'
import { type CursorValues, searchPattern } from '../../db/cursor.ts'
import type { Queryable } from '../../db/open.ts'
import { withRowLock } from '../../db/row-lock.ts'
import type { PaymentSubject, Schema } from '../../db/schema.ts'

export type LineRow = Selectable<Schema['statement_line']>

/** False where the line is known already. */
export async function insertLine(db: Queryable, row: Insertable<Schema['statement_line']>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('statement_line')
    .values(row)
    .onConflict((conflict) => conflict.column('fingerprint').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export interface LinePage {
  limit: number
  status: LineStatus | null
  search: string | null
  /** Day and id of the line before the page. */
  after: CursorValues | null
}

/** The newest day first. */
export function listLines(db: Queryable, { limit, status, search, after }: LinePage): Promise<LineRow[]> {
  let rows = db
    .selectFrom('statement_line')
    .selectAll()
    .orderBy('booked_on', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
  if (status !== null) rows = rows.where('status', '=', status)
  if (search !== null) {
    const words = sql`lower(description || ' ' || coalesce(reference, '') || ' ' || coalesce(note, ''))`
    rows = rows.where(sql<SqlBool>`${words} like ${searchPattern(search)} escape '\\'`)
  }
  if (after !== null) {
    rows = rows.where(sql<SqlBool>`(booked_on, id) < (${after[0]}, ${after[1]})`)
  }
  return rows.execute()
}

/** The line, held until the transaction ends. */
export function lockLine(tx: Transaction<Schema>, id: string): Promise<LineRow | undefined> {
  return tx
    .selectFrom('statement_line')
    .selectAll()
    .where('id', '=', id)
    .$call(withRowLock(tx))
    .executeTakeFirst()
}

export async function updateLine(
  db: Queryable,
  id: string,
  changes: Updateable<Schema['statement_line']>,
): Promise<void> {
  await db.updateTable('statement_line').set(changes).where('id', '=', id).execute()
}

/** Something that money can be for, as the desk sees it. */
export interface PayableRow {
  kind: PayableKind
  id: string
  reference: string
  transaction_id: string | null
  name: string
  email: string
  phone: string
  title: string
  amount_in_paise: number
  due_in_paise: number
  payment: PaymentState
  status: string
  hold_until: string | null
  created_at: string
}

const seatTables = { enrolment: 'enrolment', 'event-booking': 'event_booking' } as const
const seatNames = {
  enrolment: sql<string>`seat.full_name`,
  'event-booking': sql<string>`seat.first_name || ' ' || seat.last_name`,
}

/** Where its money stands, of the view that says so. */
function money(kind: PayableKind) {
  const of = sql`from money_state where money_state.subject = ${sql.lit(kind)} and money_state.subject_id = seat.id`
  return [
    sql<number>`(select due_in_paise ${of})`.as('due_in_paise'),
    sql<PaymentState>`(select state ${of})`.as('payment'),
  ] as const
}

/** Seats of one kind; both tables have the columns that are used here, and for the types it is always the first. */
function seats(db: Queryable, kind: PaymentSubject) {
  return db
    .selectFrom(`${seatTables[kind] as 'enrolment'} as seat`)
    .innerJoin('course', 'course.id', 'seat.course_id')
    .select([
      sql<PayableKind>`${sql.lit(kind)}`.as('kind'),
      'seat.id',
      'seat.reference',
      (kind === 'event-booking' ? sql<string | null>`seat.transaction_id` : sql<string | null>`null`).as(
        'transaction_id',
      ),
      seatNames[kind].as('name'),
      'seat.email',
      'seat.phone',
      'course.title',
      'seat.amount_in_paise',
      ...money(kind),
      sql<string>`seat.status`.as('status'),
      'seat.hold_until',
      'seat.created_at',
    ])
    .where('seat.amount_in_paise', '>', 0)
}

function orders(db: Queryable) {
  return db
    .selectFrom('shop_order as seat')
    .select([
      sql<PayableKind>`'order'`.as('kind'),
      'seat.id',
      'seat.number as reference',
      sql<string | null>`null`.as('transaction_id'),
      'seat.customer_name as name',
      'seat.email',
      'seat.phone',
      sql<string>`'Order'`.as('title'),
      'seat.total_in_paise as amount_in_paise',
      ...money('order'),
      sql<string>`seat.status`.as('status'),
      sql<string | null>`null`.as('hold_until'),
      'seat.created_at',
    ])
}

export interface WaitingPage {
  limit: number
  kind: PayableKind | null
  search: string | null
  /** Instant and id of the row before the page. */
  after: CursorValues | null
}

/** What waits for money, newest first; a search finds expired holds too, for money that comes late (reading S4). */
export async function listWaiting(db: Queryable, page: WaitingPage): Promise<PayableRow[]> {
  const { limit, kind, search, after } = page
  const parts: PayableRow[][] = []
  for (const one of ['enrolment', 'event-booking'] as const) {
    if (kind !== null && kind !== one) continue
    const unsettled = sql`
      select subject_id from allocation where subject = ${sql.lit(one)} and purpose = 'waits'
        group by subject_id having sum(amount_in_paise) > 0
      union all select subject_id from claim where subject = ${sql.lit(one)}
        and not exists (select 1 from receipt where receipt.claim_id = claim.id)`
    const isOpen = search === null ? sql`seat.status = 'pending'` : sql`seat.status in ('pending', 'expired')`
    let rows = seats(db, one).where(sql<SqlBool>`(${isOpen} or seat.id in (${unsettled}))`)
    if (search !== null) {
      const words = sql`lower(${seatNames[one]} || ' ' || seat.email || ' ' || seat.phone || ' ' || seat.reference || ' ' || course.title)`
      rows = rows.where(sql<SqlBool>`${words} like ${searchPattern(search)} escape '\\'`)
    }
    if (after !== null)
      rows = rows.where(sql<SqlBool>`(seat.created_at, seat.id) < (${after[0]}, ${after[1]})`)
    parts.push(
      await rows.orderBy('seat.created_at', 'desc').orderBy('seat.id', 'desc').limit(limit).execute(),
    )
  }
  if (kind === null || kind === 'order') {
    let rows = orders(db)
      .where('seat.payment_status', 'in', ['pending', 'failed'])
      .where('seat.status', '!=', 'cancelled')
    if (search !== null) {
      const words = sql`lower(seat.customer_name || ' ' || seat.email || ' ' || seat.phone || ' ' || seat.number)`
      rows = rows.where(sql<SqlBool>`${words} like ${searchPattern(search)} escape '\\'`)
    }
    if (after !== null)
      rows = rows.where(sql<SqlBool>`(seat.created_at, seat.id) < (${after[0]}, ${after[1]})`)
    parts.push(
      await rows.orderBy('seat.created_at', 'desc').orderBy('seat.id', 'desc').limit(limit).execute(),
    )
  }
  return parts.flat()
}

/** Ids by kind. */
export type PayableIds = Partial<Record<PayableKind, readonly string[]>>

export async function listPayables(db: Queryable, ids: PayableIds): Promise<PayableRow[]> {
  const parts: PayableRow[][] = []
  for (const kind of ['enrolment', 'event-booking'] as const) {
    const wanted = ids[kind] ?? []
    if (wanted.length > 0) parts.push(await seats(db, kind).where('seat.id', 'in', wanted).execute())
  }
  const wanted = ids.order ?? []
  if (wanted.length > 0) parts.push(await orders(db).where('seat.id', 'in', wanted).execute())
  return parts.flat()
}

export interface Clues {
  /** Booking references and order numbers. */
  references: readonly string[]
  transactionIds: readonly string[]
  /** The bank's. */
  bankReferences: readonly string[]
  amountsInPaise: readonly number[]
  /** Instants between which it was asked for. */
  from: string
  to: string
}

/** So many may owe the same sums; beyond that a sum is no clue. */
const sameSumMax = 500

/** Whatever one of the clues points at. */
export async function listCandidates(db: Queryable, clues: Clues): Promise<PayableRow[]> {
  const { references, transactionIds, bankReferences, amountsInPaise, from, to } = clues
  const parts: PayableRow[][] = []
  for (const kind of ['enrolment', 'event-booking'] as const) {
    const rows = seats(db, kind)
    if (references.length > 0) parts.push(await rows.where('seat.reference', 'in', references).execute())
    if (bankReferences.length > 0) {
      const known = db
        .selectFrom('receipt_key')
        .innerJoin('allocation', 'allocation.receipt_id', 'receipt_key.receipt_id')
        .select('subject_id')
        .where('subject', '=', kind)
        .where('receipt_key.provider_id', 'in', bankReferences)
      parts.push(await rows.where('seat.id', 'in', known).execute())
    }
    if (kind === 'event-booking' && transactionIds.length > 0) {
      parts.push(await rows.where(sql.ref('seat.transaction_id'), 'in', transactionIds).execute())
    }
    if (amountsInPaise.length > 0) {
      parts.push(
        await rows
          .where('seat.status', 'in', ['pending', 'expired'])
          .where('seat.amount_in_paise', 'in', amountsInPaise)
          .where('seat.created_at', '>=', from)
          .where('seat.created_at', '<', to)
          .limit(sameSumMax)
          .execute(),
      )
    }
  }
  if (references.length > 0) parts.push(await orders(db).where('seat.number', 'in', references).execute())
  if (amountsInPaise.length > 0) {
    parts.push(
      await orders(db)
        .where('seat.payment_status', 'in', ['pending', 'failed'])
        .where('seat.status', '!=', 'cancelled')
        .where('seat.total_in_paise', 'in', amountsInPaise)
        .where('seat.created_at', '>=', from)
        .where('seat.created_at', '<', to)
        .limit(sameSumMax)
        .execute(),
    )
  }
  const once = new Map(parts.flat().map((row) => [`${row.kind} ${row.id}`, row]))
  return [...once.values()]
}

export async function insertMatch(db: Queryable, row: Insertable<Schema['bank_match']>): Promise<void> {
  await db.insertInto('bank_match').values(row).execute()
}
