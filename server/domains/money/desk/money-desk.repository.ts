import {
  type Expression,
  type ExpressionBuilder,
  type RawBuilder,
  type Selectable,
  type SqlBool,
  sql,
} from 'kysely'
import type { QueryOf } from '../../../../contract/endpoint.ts'
import type {
  listStatementLines,
  listWaitingForMoney,
  PayableKind,
} from '../../../../contract/money/money.ts'
import type { PaymentState } from '../../../../contract/registrations/registrations.ts'
import { debtOf, owedInGroup } from '../../../db/debts.ts'
import { isPostgres, withRowLock } from '../../../db/guards.ts'
import type { Queryable } from '../../../db/open.ts'
import { onDaysOf, type PageList, type Rows, readMergedPage, readPage, sumUp } from '../../../db/page.ts'
import type { Schema, Tx } from '../../../db/schema.ts'
import { cutWhere, type Found, findByWords, findSeats, haveWords, withoutIndex } from '../../../db/search.ts'

export type LineRow = Selectable<Schema['statement_line']>

const linesMax = 200

/** Each line of a page is compared with what waits for money, so a page is short. */
const lineList: PageList<LineQuery> = {
  sorts: { newest: ['desc', 'booked_on'] },
  tie: ['id'],
  words: ['description', "coalesce(reference, '')", "coalesce(note, '')"],
  filters: {
    from: (day) => sql`booked_on >= ${day}`,
    to: (day) => sql`booked_on <= ${day}`,
    status: (status) => (status === 'all' ? sql<SqlBool>`1 = 1` : sql<SqlBool>`status = ${status}`),
  },
  limitMax: linesMax,
}

export type LineQuery = QueryOf<typeof listStatementLines>

export function listLines(db: Queryable, query: LineQuery) {
  return readPage(db.selectFrom('statement_line').selectAll(), lineList, query)
}

export function lockLine(tx: Tx, id: string) {
  return tx
    .selectFrom('statement_line')
    .selectAll()
    .where('id', '=', id)
    .$call(withRowLock(tx))
    .executeTakeFirst()
}

/** A second import waits before it reads, and so sees what the first has added. */
export async function lockLinesOf(tx: Tx, days: readonly string[]) {
  if (isPostgres(tx)) await sql`select pg_advisory_xact_lock(hashtext('lines of statements'))`.execute(tx)
  return tx
    .selectFrom('statement_line')
    .selectAll()
    .where('booked_on', 'in', days)
    .orderBy('created_at')
    .orderBy('id')
    .$call(withRowLock(tx))
    .execute()
}

export type PayableRow = Awaited<ReturnType<ReturnType<typeof seats>['executeTakeFirstOrThrow']>>

const seatDebt = debtOf('seat')
const memberDebt = debtOf('seat', 'one')
const orderDebt = debtOf('shop_order')
const feeDebt = debtOf('order_charge')

const alone = <T>(value: Expression<T> | RawBuilder<T>, together: RawBuilder<T>) =>
  sql<T>`case when seat.group_id is null then ${value} else ${together} end`
const ofGroup = sql`from seat as one where one.group_id = seat.id`
const standing = sql`${ofGroup} and one.status <> 'cancelled'`
const owed = sql`${ofGroup} and ${owedInGroup}`
/** Sums of a group count cancelled seats too unless `among` says else: money that came for them is still there. */
const summed = (
  name: 'owes_in_paise' | 'due_in_paise' | 'paid_in_paise' | 'unseated_in_paise',
  among = ofGroup,
) =>
  alone(seatDebt[name], sql<number>`(select cast(coalesce(sum(${memberDebt[name]}), 0) as bigint) ${among})`)

/** A payer's own seat stands for all seats that they took together, since they have one sum. */
function payers(db: Queryable) {
  return (
    db
      .selectFrom('seat')
      .where('seat.group_place', '=', 0)
      // A price of 0 may have been sent back as a whole, or taken off after it was paid.
      .where(
        sql<SqlBool>`(${summed('owes_in_paise')} > 0 or seat.refunded_in_paise > 0 or ${summed('unseated_in_paise')} > 0)`,
      )
  )
}

function seats(db: Queryable) {
  const hasOne = (condition: string) => sql`exists (select 1 ${ofGroup} and ${sql.raw(condition)})`
  const hasUnpaid = sql`exists (select 1 ${owed} and ${memberDebt.due_in_paise} > 0)`
  return payers(db)
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
      summed('owes_in_paise', owed).as('amount_in_paise'),
      summed('due_in_paise', owed).as('due_in_paise'),
      summed('paid_in_paise').as('paid_in_paise'),
      summed('unseated_in_paise').as('waits_in_paise'),
      alone(
        seatDebt.payment,
        sql<PaymentState>`case when ${hasOne('one.waits_in_paise > 0')} and not ${hasUnpaid} then 'attention'
          when ${hasUnpaid} and ${seatDebt.is_claimed} = 1 then 'checking'
          when not ${hasOne(`one.status in ('pending', 'confirmed')`)}
            then case when ${hasOne(`one.status = 'expired'`)} then 'expired' else 'cancelled' end
          when ${hasUnpaid} then case when ${hasOne('one.paid_in_paise > 0')} then 'part' else 'due' end
          else 'paid' end`,
      ).as('payment'),
      alone(
        sql<string>`seat.status`,
        sql<string>`coalesce((select min(one.status) ${ofGroup} and one.status = 'pending'),
          (select min(one.status) ${standing}), 'cancelled')`,
      ).as('status'),
      alone(sql<number>`1`, sql<number>`(select count(*) ${owed})`).as('seats'),
      'seat.hold_until',
      'seat.created_at',
    ])
}

function orders(db: Queryable) {
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
      orderDebt.due_in_paise.as('due_in_paise'),
      'shop_order.paid_in_paise',
      'shop_order.waits_in_paise',
      orderDebt.payment.as('payment'),
      sql<string>`shop_order.status`.as('status'),
      sql<number>`1`.as('seats'),
      'shop_order.hold_until',
      'shop_order.created_at',
    ])
}

/** An open fee for another try waits for its money as a pending order does. */
function charges(db: Queryable) {
  return db
    .selectFrom('order_charge')
    .innerJoin('shop_order', 'shop_order.id', 'order_charge.order_id')
    .select([
      sql<PayableKind>`'order-charge'`.as('kind'),
      'order_charge.id',
      'order_charge.reference',
      sql<string | null>`null`.as('transaction_id'),
      'shop_order.customer_name as name',
      'shop_order.email',
      'shop_order.phone',
      sql<string>`'Re-delivery fee, ' || shop_order.number`.as('title'),
      'order_charge.amount_in_paise',
      feeDebt.due_in_paise.as('due_in_paise'),
      'order_charge.paid_in_paise',
      'order_charge.waits_in_paise',
      feeDebt.payment.as('payment'),
      sql<string>`case order_charge.status when 'open' then 'pending' when 'paid' then 'confirmed' else 'cancelled' end`.as(
        'status',
      ),
      sql<number>`1`.as('seats'),
      sql<string | null>`null`.as('hold_until'),
      'order_charge.created_at',
    ])
}

export type WaitingQuery = QueryOf<typeof listWaitingForMoney>
type WaitingRows = Omit<WaitingQuery, 'kind'>

const newestFirst = (table: string): PageList<WaitingRows> => ({
  filters: onDaysOf(`${table}.created_at`),
  sorts: { newest: ['desc', `${table}.created_at`] },
  tie: [`${table}.id`],
})
const seatList = newestFirst('seat')
const orderList = newestFirst('shop_order')
const chargeList = newestFirst('order_charge')
const textsOfCharge = [
  'shop_order.customer_name',
  'shop_order.email',
  'shop_order.phone',
  'shop_order.number',
  'order_charge.reference',
]

interface Payables<Row> {
  seats: Rows<Row>
  orders: Rows<Row>
  charges: Rows<Row>
}
type Part<Row> = { rows: Rows<Row>; list: PageList<WaitingRows> }

function named(db: Queryable): Payables<{ kind: PayableKind; id: string }> {
  return {
    seats: payers(db).select([sql<PayableKind>`seat.kind`.as('kind'), 'seat.id']),
    orders: db.selectFrom('shop_order').select([sql<PayableKind>`'order'`.as('kind'), 'shop_order.id']),
    charges: db
      .selectFrom('order_charge')
      .innerJoin('shop_order', 'shop_order.id', 'order_charge.order_id')
      .select([sql<PayableKind>`'order-charge'`.as('kind'), 'order_charge.id']),
  }
}

const whole = (db: Queryable) => ({ seats: seats(db), orders: orders(db), charges: charges(db) })

/** The page is cut before what each row owes is computed. */
async function listParts(
  db: Queryable,
  parts: readonly Part<{ kind: PayableKind; id: string }>[],
  query: WaitingRows,
) {
  const { rows, next } = await readMergedPage<WaitingRows, { kind: PayableKind; id: string }>(
    db,
    parts,
    query,
  )
  const payables = new Map((await listPayables(db, rows)).map((row) => [row.id, row]))
  return { rows: rows.flatMap(({ id }) => payables.get(id) ?? []), next }
}

async function sumParts<Name extends string>(
  db: Queryable,
  parts: readonly Part<Record<Name, unknown>>[],
  query: WaitingRows,
  names: readonly Name[],
) {
  const sums = await Promise.all(parts.map(({ rows, list }) => sumUp(db, rows, list, query, names)))
  return (name: Name | 'count') => sums.reduce((all, part) => all + part[name], 0)
}

/** Newest first; a search finds expired holds too, for money that comes late. */
export async function listWaiting(db: Queryable, { kind, ...query }: WaitingQuery) {
  const parts = await waitingParts(db, named(db), kind, query.q, { withEnded: true })
  return listParts(db, parts, query)
}

/** An ended payable waits for nothing, so it is not summed, although a search finds it. */
export async function sumWaiting(db: Queryable, { kind, ...query }: WaitingQuery) {
  const parts = await waitingParts(db, whole(db), kind, query.q, { withEnded: false })
  const sum = await sumParts(db, parts, query, ['amount_in_paise', 'paid_in_paise', 'due_in_paise'])
  return {
    count: sum('count'),
    amount: sum('amount_in_paise'),
    paid: sum('paid_in_paise'),
    due: sum('due_in_paise'),
  }
}

/** Money that came and pays for nothing, newest first: staff send it back, or give it a seat. */
export async function listToGiveBack(db: Queryable, { kind, ...query }: WaitingQuery) {
  return listParts(db, await partsToGiveBack(db, named(db), kind, query.q), query)
}

export async function sumToGiveBack(db: Queryable, { kind, ...query }: WaitingQuery) {
  const parts = await partsToGiveBack(db, whole(db), kind, query.q)
  const sum = await sumParts(db, parts, query, ['waits_in_paise'])
  return { count: sum('count'), waits: sum('waits_in_paise') }
}

const toSendBack = sql<string>`(
  select subject_id from allocation where purpose = 'waits'
  group by subject_id having sum(amount_in_paise) > 0)`
const claimed = sql<string>`(select subject_id from claim where is_open = 1)`

async function findParts<Row>(
  db: Queryable,
  all: Payables<Row>,
  kind: PayableKind | undefined,
  typed: string | undefined,
  few: { few?: number | undefined } = {},
) {
  const isAsked = (...kinds: PayableKind[]) => kind === undefined || kinds.includes(kind)
  const words = typed?.trim() ?? ''
  const find = (isWanted: boolean, by: () => Promise<Found>) => (isWanted && words !== '' ? by() : null)
  const [wantsSeats, wantsOrders] = [isAsked('enrolment', 'event-booking'), isAsked('order')]
  const [seat, order] = await Promise.all([
    find(wantsSeats, () => findSeats(db, words, few)),
    find(wantsOrders, () => findByWords(db, 'shop_order', words, few)),
  ])
  const ofKind =
    kind === undefined ? all.seats : all.seats.where(withoutIndex(sql<SqlBool>`seat.kind = ${kind}`))
  return {
    words,
    seats: wantsSeats ? { rows: ofKind, found: seat } : null,
    orders: wantsOrders ? { rows: all.orders, found: order } : null,
    charges: isAsked('order-charge')
      ? all.charges.$if(words !== '', (rows) => rows.where(haveWords(textsOfCharge, words)))
      : null,
  }
}

async function partsToGiveBack<Row>(
  db: Queryable,
  all: Payables<Row>,
  kind: PayableKind | undefined,
  typed: string | undefined,
) {
  const { seats, orders, charges } = await findParts(db, all, kind, typed)
  const ofSeats = sql<SqlBool>`seat.id in (${payersOf(toSendBack)})`
  const ofOrders = sql<SqlBool>`shop_order.id in ${toSendBack}`
  return [
    ...(seats ? [{ rows: cutWhere(seats.rows, ofSeats, seats.found), list: seatList }] : []),
    ...(orders ? [{ rows: cutWhere(orders.rows, ofOrders, orders.found), list: orderList }] : []),
    ...(charges
      ? [{ rows: charges.where(sql<SqlBool>`order_charge.id in ${toSendBack}`), list: chargeList }]
      : []),
  ]
}

async function waitingParts<Row>(
  db: Queryable,
  all: Payables<Row>,
  kind: PayableKind | undefined,
  typed: string | undefined,
  { withEnded }: { withEnded: boolean },
) {
  // Few wait, and the sums read each of them.
  const few = withEnded ? {} : { few: 0 }
  const { words, seats, orders, charges } = await findParts(db, all, kind, typed, few)
  const findsEnded = withEnded && words !== ''
  return [
    ...(seats ? seatsThatWait(seats.rows, seats.found, findsEnded) : []).map((rows) => ({
      rows,
      list: seatList,
    })),
    ...(orders ? ordersThatWait(orders.rows, orders.found, findsEnded) : []).map((rows) => ({
      rows,
      list: orderList,
    })),
    // Nobody waits for a fee that was waived, though its buyer said that it is paid.
    ...(charges
      ? [{ rows: charges.where(sql<SqlBool>`order_charge.status = 'open'`), list: chargeList }]
      : []),
  ]
}

/** Each reason is read by its own index. Nobody is asked for money while money waits for staff. */
const openReasons = {
  seat: [
    `row.status = 'pending' and row.waits_in_paise = 0`,
    `row.status = 'confirmed' and row.paid_in_paise < row.amount_in_paise and row.waits_in_paise = 0`,
  ],
  shop_order: [
    `row.payment_status in ('pending', 'failed') and row.status <> 'cancelled' and row.waits_in_paise = 0`,
  ],
} as const
const reasonsOf = (table: keyof typeof openReasons, row: string) =>
  openReasons[table].map((reason) => sql<SqlBool>`(${sql.raw(reason.replaceAll('row.', `${row}.`))})`)
const anyOf = (conditions: readonly RawBuilder<unknown>[]) =>
  sql<SqlBool>`(${sql.join(conditions, sql` or `)})`

/** Each part has its own index, and no row is in two parts; rows that a search named by id are asked one by one. */
function seatsThatWait<Row>(all: Rows<Row>, found: Found | null, findsEnded: boolean): Rows<Row>[] {
  // A payer whose own seat was cancelled still pays for others.
  const reasons = [
    ...reasonsOf('seat', 'one'),
    ...(findsEnded
      ? [
          sql<SqlBool>`(one.status = 'expired' and one.group_id is not null and one.waits_in_paise = 0 and ${owedInGroup})`,
        ]
      : []),
  ]
  const isUnsettled = sql<SqlBool>`(one.id in ${claimed} and one.waits_in_paise = 0)`
  const isOpenAlone = sql<SqlBool>`(one.group_id is null and ${anyOf(reasonsOf('seat', 'one'))})`
  const ofGroups = reasons.map(
    (reason) => sql`select one.group_id from seat as one where ${reason} and one.group_id is not null`,
  )
  const others = sql`select coalesce(one.group_id, one.id) from seat as one where ${isUnsettled} and not ${isOpenAlone}`
  const waits = found?.isOneOfFew
    ? [
        sql<SqlBool>`exists (select 1 from seat as one where (one.id = seat.id or one.group_id = seat.id)
          and ${anyOf([...reasons, isUnsettled])})`,
      ]
    : [
        ...reasonsOf('seat', 'seat').map((reason) => sql<SqlBool>`(seat.group_id is null and ${reason})`),
        sql<SqlBool>`seat.id in (${sql.join([...ofGroups, others], sql` union all `)})`,
      ]
  const hasEnded = sql<SqlBool>`seat.status = 'expired' and seat.group_id is null and seat.waits_in_paise = 0
    and seat.id not in ${claimed}`
  return [...waits, ...(findsEnded ? [hasEnded] : [])].map((condition) => cutWhere(all, condition, found))
}

function ordersThatWait<Row>(all: Rows<Row>, found: Found | null, findsEnded: boolean): Rows<Row>[] {
  const reasons = reasonsOf('shop_order', 'shop_order')
  const isUnsettled = sql<SqlBool>`(shop_order.id in ${claimed} and shop_order.waits_in_paise = 0)`
  const waits = found?.isOneOfFew
    ? [anyOf([...reasons, isUnsettled])]
    : [...reasons, sql<SqlBool>`(${isUnsettled} and not ${anyOf(reasons)})`]
  const hasEnded = sql<SqlBool>`shop_order.ended_by = 'hold' and shop_order.asked_until is null
    and shop_order.waits_in_paise = 0 and shop_order.id not in ${claimed}`
  return [...waits, ...(findsEnded ? [hasEnded] : [])].map((condition) => cutWhere(all, condition, found))
}

function isUnpaid(eb: ExpressionBuilder<Schema, 'shop_order'>) {
  return eb.and([
    eb('shop_order.payment_status', 'in', ['pending', 'failed']),
    eb('shop_order.status', '!=', 'cancelled'),
  ])
}

const payersOf = (ids: RawBuilder<unknown>) =>
  sql<string>`select coalesce(one.group_id, one.id) from seat as one where one.id in (${ids})`

export async function listPayables(db: Queryable, wanted: readonly { kind: PayableKind; id: string }[]) {
  const idsOf = (...kinds: PayableKind[]) =>
    wanted.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id)
  const [seatIds, orderIds, chargeIds] = [
    idsOf('enrolment', 'event-booking'),
    idsOf('order'),
    idsOf('order-charge'),
  ]
  return [
    ...(seatIds.length > 0
      ? await seats(db)
          .where('seat.id', 'in', sql<string>`(${payersOf(sql.join(seatIds))})`)
          .execute()
      : []),
    ...(orderIds.length > 0 ? await orders(db).where('shop_order.id', 'in', orderIds).execute() : []),
    ...(chargeIds.length > 0 ? await charges(db).where('order_charge.id', 'in', chargeIds).execute() : []),
  ]
}

interface Clues {
  references: readonly string[]
  transactionIds: readonly string[]
  bankReferences: readonly string[]
  amountsInPaise: readonly number[]
  from: string
  to: string
}

/** If more than so many owe the same sum, the sum is no clue. */
const sameSumMax = 500

export async function listCandidates(db: Queryable, clues: Clues) {
  const { references, transactionIds, bankReferences, amountsInPaise, from, to } = clues
  const parts: PayableRow[][] = []
  const rows = seats(db)
  if (references.length > 0) {
    const named = sql`select id from seat where reference in (${sql.join(references)})`
    parts.push(await rows.where('seat.id', 'in', sql<string>`(${payersOf(named)})`).execute())
    parts.push(await orders(db).where('shop_order.number', 'in', references).execute())
    parts.push(await charges(db).where('order_charge.reference', 'in', references).execute())
  }
  if (bankReferences.length > 0) {
    const known = db
      .selectFrom('receipt_key')
      .innerJoin('allocation', 'allocation.receipt_id', 'receipt_key.receipt_id')
      .select('subject_id')
      .where('receipt_key.provider_id', 'in', bankReferences)
    parts.push(await rows.where('seat.id', 'in', sql<string>`(${payersOf(sql`${known}`)})`).execute())
    parts.push(await orders(db).where('shop_order.id', 'in', known).execute())
    parts.push(await charges(db).where('order_charge.id', 'in', known).execute())
  }
  if (transactionIds.length > 0) {
    parts.push(await rows.where('seat.transaction_id', 'in', transactionIds).execute())
  }
  if (amountsInPaise.length > 0) {
    parts.push(
      await rows
        .where('seat.status', 'in', ['pending', 'expired'])
        .where('seat.amount_in_paise', 'in', amountsInPaise)
        .where('seat.group_id', 'is', null)
        .where('seat.created_at', '>=', from)
        .where('seat.created_at', '<', to)
        .limit(sameSumMax)
        .execute(),
      await rows
        .where('seat.status', '=', 'confirmed')
        .where(sql<SqlBool>`seat.paid_in_paise < seat.amount_in_paise`)
        .where(seatDebt.due_in_paise, 'in', amountsInPaise)
        .where('seat.group_id', 'is', null)
        .limit(sameSumMax)
        .execute(),
      await rows
        .where('seat.group_id', 'is not', null)
        .where(summed('owes_in_paise', owed), 'in', amountsInPaise)
        .where('seat.created_at', '>=', from)
        .where('seat.created_at', '<', to)
        .limit(sameSumMax)
        .execute(),
      await orders(db)
        .where(isUnpaid)
        .where(sql`${orderDebt.owes_in_paise} - shop_order.paid_in_paise`, 'in', amountsInPaise)
        .where('shop_order.created_at', '>=', from)
        .where('shop_order.created_at', '<', to)
        .limit(sameSumMax)
        .execute(),
      await charges(db)
        .where('order_charge.status', '=', 'open')
        .where('order_charge.amount_in_paise', 'in', amountsInPaise)
        .where('order_charge.created_at', '>=', from)
        .where('order_charge.created_at', '<', to)
        .limit(sameSumMax)
        .execute(),
    )
  }
  const once = new Map(parts.flat().map((row) => [`${row.kind} ${row.id}`, row]))
  return [...once.values()]
}

export function listMatched(db: Queryable, lineIds: readonly string[]) {
  return (
    db
      .selectFrom('bank_match')
      .innerJoin('allocation', 'allocation.receipt_id', 'bank_match.receipt_id')
      .select(['line_id', 'subject as kind', 'bank_match.receipt_id'])
      // SQLite makes the whole view anew for an outer join of a query with `distinct`.
      .select((eb) => {
        const ofSeat = eb
          .selectFrom('seat')
          .select('seat.group_id')
          .whereRef('seat.id', '=', 'allocation.subject_id')
        return eb.fn.coalesce(ofSeat, 'subject_id').as('id')
      })
      .distinct()
      .where('line_id', 'in', lineIds)
      // A match that was a mistake, and is over, does not count.
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('receipt as back')
              .select('back.id')
              .whereRef('back.receipt_id', '=', 'bank_match.receipt_id')
              .where('back.kind', '=', 'reversal'),
          ),
        ),
      )
      .execute()
  )
}

export function listLinesOf(db: Queryable, receiptId: string) {
  return db
    .selectFrom('bank_match')
    .innerJoin('statement_line', 'statement_line.id', 'bank_match.line_id')
    .select('statement_line.id')
    .where('bank_match.receipt_id', '=', receiptId)
    .orderBy('statement_line.id')
    .execute()
}

/** The id alone, or the ids of all seats that one payer took together. */
export async function togetherWith(db: Queryable, kind: PayableKind, id: string) {
  if (kind === 'order' || kind === 'order-charge') return [id]
  const rows = await db
    .selectFrom('seat')
    .select('id')
    .where('group_id', '=', (eb) => eb.selectFrom('seat as one').select('group_id').where('one.id', '=', id))
    .execute()
  return rows.length === 0 ? [id] : rows.map((row) => row.id)
}
