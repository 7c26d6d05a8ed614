import { type ExpressionBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import type { QueryOf } from '../../../contract/endpoint.ts'
import type { listStatementLines, listWaitingForMoney, PayableKind } from '../../../contract/money.ts'
import type { PaymentState } from '../../../contract/registrations.ts'
import { withRowLock } from '../../db/guards.ts'
import type { Queryable } from '../../db/open.ts'
import { type Page, type PageList, type PageQuery, readMergedPage, readPage } from '../../db/page.ts'
import type { Schema, Tx } from '../../db/schema.ts'
import { seatDue, seatPayment } from '../payments/payments.service.ts'

export type LineRow = Selectable<Schema['statement_line']>

const linesMax = 200

/** Each line of a page is compared with what waits for money, so a page is short. */
const lineList: PageList<LineQuery> = {
  sorts: { newest: ['desc', 'booked_on'] },
  tie: ['id'],
  words: ['description', "coalesce(reference, '')", "coalesce(note, '')"],
  filters: {
    status: (status) => (status === 'all' ? sql<SqlBool>`1 = 1` : sql<SqlBool>`status = ${status}`),
  },
  limitMax: linesMax,
}

export type LineQuery = QueryOf<typeof listStatementLines>

export function listLines(db: Queryable, query: LineQuery) {
  return readPage(db.selectFrom('statement_line').selectAll(), lineList, query)
}

export function lockLine(tx: Tx, id: string): Promise<LineRow | undefined> {
  return tx
    .selectFrom('statement_line')
    .selectAll()
    .where('id', '=', id)
    .$call(withRowLock(tx))
    .executeTakeFirst()
}

export type PayableRow = Awaited<ReturnType<ReturnType<typeof seats>['executeTakeFirstOrThrow']>>

function seats(db: Queryable) {
  return db
    .selectFrom('seat')
    .innerJoin('course', 'course.id', 'seat.course_id')
    .select([
      sql<PayableKind>`seat.kind`.as('kind'),
      'seat.id',
      'seat.reference',
      'seat.transaction_id',
      'seat.name',
      'seat.email',
      'seat.phone',
      'course.title',
      'seat.amount_in_paise',
      seatDue.as('due_in_paise'),
      seatPayment.as('payment'),
      sql<string>`seat.status`.as('status'),
      'seat.hold_until',
      'seat.created_at',
    ])
    .where('seat.amount_in_paise', '>', 0)
}

function orders(db: Queryable) {
  const of = sql`from money_state where money_state.subject = 'order' and money_state.subject_id = shop_order.id`
  return db
    .selectFrom('shop_order')
    .select([
      sql<PayableKind>`'order'`.as('kind'),
      'shop_order.id',
      'shop_order.number as reference',
      sql<string | null>`null`.as('transaction_id'),
      'shop_order.customer_name as name',
      'shop_order.email',
      'shop_order.phone',
      sql<string>`'Order'`.as('title'),
      'shop_order.total_in_paise as amount_in_paise',
      sql<number>`(select due_in_paise ${of})`.as('due_in_paise'),
      sql<PaymentState>`(select state ${of})`.as('payment'),
      sql<string>`shop_order.status`.as('status'),
      'shop_order.hold_until',
      'shop_order.created_at',
    ])
}

export type WaitingQuery = QueryOf<typeof listWaitingForMoney>

const newestFirst = (table: string, ...words: string[]): PageList<PageQuery> => ({
  sorts: { newest: ['desc', `${table}.created_at`] },
  tie: [`${table}.id`],
  words: words.map((word) => (word.includes('.') ? word : `${table}.${word}`)),
})
const seatList = newestFirst('seat', 'name', 'email', 'phone', 'reference', 'course.title')
const orderList = newestFirst('shop_order', 'customer_name', 'email', 'phone', 'number')

/** What waits for money, newest first; a search finds expired holds too, for money that comes late. */
export function listWaiting(db: Queryable, { kind, ...query }: WaitingQuery): Promise<Page<PayableRow>> {
  const statuses = query.q?.trim() ? (['pending', 'expired'] as const) : (['pending'] as const)
  const unsettled = sql<string>`(
    select subject_id from allocation where purpose = 'waits'
    group by subject_id having sum(amount_in_paise) > 0
    union all select subject_id from claim
    where not exists (select 1 from receipt where receipt.claim_id = claim.id))`
  const waiting = seats(db).where((eb) =>
    eb.or([eb('seat.status', 'in', statuses), eb('seat.id', 'in', unsettled)]),
  )
  const parts = [
    { rows: kind === undefined ? waiting : waiting.where(sql`seat.kind`, '=', kind), list: seatList },
    {
      rows: orders(db).where((eb) =>
        eb.or([
          isUnpaid(eb),
          eb('shop_order.id', 'in', unsettled),
          // Money that comes late is looked for by its order, which has ended.
          ...(query.q?.trim() ? [eb('shop_order.ended_by', '=', 'hold')] : []),
        ]),
      ),
      list: orderList,
    },
  ]
  const wanted = parts.filter(({ list }) => kind === undefined || (list === orderList) === (kind === 'order'))
  return readMergedPage<PageQuery, PayableRow>(db, wanted, query)
}

function isUnpaid(eb: ExpressionBuilder<Schema, 'shop_order'>) {
  return eb.and([
    eb('shop_order.payment_status', 'in', ['pending', 'failed']),
    eb('shop_order.status', '!=', 'cancelled'),
  ])
}

export async function listPayables(
  db: Queryable,
  wanted: readonly { kind: PayableKind; id: string }[],
): Promise<PayableRow[]> {
  const orderIds = wanted.filter(({ kind }) => kind === 'order').map(({ id }) => id)
  const seatIds = wanted.filter(({ kind }) => kind !== 'order').map(({ id }) => id)
  return [
    ...(seatIds.length > 0 ? await seats(db).where('seat.id', 'in', seatIds).execute() : []),
    ...(orderIds.length > 0 ? await orders(db).where('shop_order.id', 'in', orderIds).execute() : []),
  ]
}

interface Clues {
  /** Booking references and order numbers. */
  references: readonly string[]
  transactionIds: readonly string[]
  bankReferences: readonly string[]
  amountsInPaise: readonly number[]
  /** Instants between which it was asked for. */
  from: string
  to: string
}

/** If more than so many owe the same sum, the sum is no clue. */
const sameSumMax = 500

export async function listCandidates(db: Queryable, clues: Clues): Promise<PayableRow[]> {
  const { references, transactionIds, bankReferences, amountsInPaise, from, to } = clues
  const parts: PayableRow[][] = []
  const rows = seats(db)
  if (references.length > 0) {
    parts.push(await rows.where('seat.reference', 'in', references).execute())
    parts.push(await orders(db).where('shop_order.number', 'in', references).execute())
  }
  if (bankReferences.length > 0) {
    const known = db
      .selectFrom('receipt_key')
      .innerJoin('allocation', 'allocation.receipt_id', 'receipt_key.receipt_id')
      .select('subject_id')
      .where('receipt_key.provider_id', 'in', bankReferences)
    parts.push(await rows.where('seat.id', 'in', known).execute())
  }
  if (transactionIds.length > 0) {
    parts.push(await rows.where('seat.transaction_id', 'in', transactionIds).execute())
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
      await orders(db)
        .where(isUnpaid)
        .where('shop_order.total_in_paise', 'in', amountsInPaise)
        .where('shop_order.created_at', '>=', from)
        .where('shop_order.created_at', '<', to)
        .limit(sameSumMax)
        .execute(),
    )
  }
  const once = new Map(parts.flat().map((row) => [`${row.kind} ${row.id}`, row]))
  return [...once.values()]
}

export function listMatched(db: Queryable, lineIds: readonly string[]) {
  return db
    .selectFrom('bank_match')
    .innerJoin('allocation', 'allocation.receipt_id', 'bank_match.receipt_id')
    .select(['line_id', 'subject as kind', 'subject_id as id'])
    .distinct()
    .where('line_id', 'in', lineIds)
    .execute()
}
