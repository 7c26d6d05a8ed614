import { type Expression, type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import type { QueryOf } from '../../../../contract/endpoint.ts'
import {
  lineStatuses,
  type listStatementLines,
  type listWaitingForMoney,
  type PayableKind,
} from '../../../../contract/money/money.ts'
import { atSchool } from '../../../../contract/money/payment-methods.ts'
import type { PaymentState } from '../../../../contract/registrations/registrations.ts'
import { debtOf, owedInGroup } from '../../../db/debts.ts'
import { isPostgres, withRowLock } from '../../../db/guards.ts'
import {
  countValues,
  onDaysOf,
  type PageList,
  type Rows,
  readMergedPage,
  readPage,
  sumUp,
} from '../../../db/page.ts'
import type { Queryable, Schema, Tx } from '../../../db/schema.ts'
import { cutWhere, type Found, findByWords, findSeats, haveWords, withoutIndex } from '../../../db/search.ts'

export type LineRow = Selectable<Schema['statement_line']>

/**
 * The largest number of statement lines per page. The number is small, because each line is compared with everything
 * that is unpaid.
 */
const linesMax = 200

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

/** The empty name counts the open lines, because the list shows these first. */
export async function countLines(db: Queryable) {
  const lines = db.selectFrom('statement_line').selectAll()
  const counts = await countValues(db, lines, lineList, 'status', [...lineStatuses, 'all'])
  return { ...counts, '': counts['open'] ?? 0 }
}

/**
 * Locks and reads the statement lines of some days. Two imports of the same days run one after the other, so that the
 * second import sees the lines of the first import.
 */
export async function lockLinesOn(tx: Tx, days: readonly string[]) {
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
/**
 * Adds up a sum over the seats of a group. Cancelled seats are included, because their money may not be refunded yet,
 * unless `among` selects other seats.
 */
const summed = (
  name: 'owes_in_paise' | 'due_in_paise' | 'paid_in_paise' | 'unseated_in_paise',
  among = ofGroup,
) =>
  alone(seatDebt[name], sql<number>`(select cast(coalesce(sum(${memberDebt[name]}), 0) as bigint) ${among})`)

/** The payer's own seat represents all seats of its group, because they are paid together. */
function payers(db: Queryable) {
  return (
    db
      .selectFrom('seat')
      .where('seat.group_place', '=', 0)
      // A seat with a price of 0 is included if money came for it: the money may have been refunded, or the discount
      // came after the payment.
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
      comesToSchool('seat').as('comes_to_school'),
      'seat.created_at',
    ])
}

/** 1 if the payer has confirmed the e-mail address and comes to the school to pay. */
function comesToSchool(table: 'seat' | 'shop_order') {
  const [method, proved] = [sql.ref(`${table}.payment_method`), sql.ref(`${table}.proved_at`)]
  return sql<number>`case when ${method} = ${sql.lit(atSchool)} and ${proved} is not null then 1 else 0 end`
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
      comesToSchool('shop_order').as('comes_to_school'),
      'shop_order.created_at',
    ])
}

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
      sql<number>`0`.as('comes_to_school'),
      'order_charge.created_at',
    ])
}

export type WaitingQuery = QueryOf<typeof listWaitingForMoney>

const newestFirst = (table: string): PageList<WaitingQuery> => ({
  filters: onDaysOf(`${table}.created_at`),
  sorts: { newest: ['desc', `${table}.created_at`] },
  tie: [`${table}.id`],
})
const lists: PayableLists = {
  seat: newestFirst('seat'),
  shop_order: newestFirst('shop_order'),
  order_charge: newestFirst('order_charge'),
}
/** A text that sorts after every instant, so that payments without a hold follow those with one. */
const unheld = (table: string) => `'9' || ${table}.created_at`
const firstEnding = (table: 'seat' | 'shop_order') =>
  `coalesce(case when ${table}.status = 'pending' then ${table}.hold_until end, ${unheld(table)})`
/** The hold that ends first stands first. Payments without a hold follow, the oldest first. */
const waitingLists: PayableLists = {
  seat: { ...lists.seat, sorts: { ending: ['asc', firstEnding('seat')] } },
  shop_order: { ...lists.shop_order, sorts: { ending: ['asc', firstEnding('shop_order')] } },
  order_charge: { ...lists.order_charge, sorts: { ending: ['asc', unheld('order_charge')] } },
}
const chargeTexts = [
  'shop_order.customer_name',
  'shop_order.email',
  'shop_order.phone',
  'shop_order.number',
  'order_charge.reference',
]

type PayableTable = 'seat' | 'shop_order' | 'order_charge'
type PayableLists = Record<PayableTable, PageList<WaitingQuery>>
type PayableTables<Row> = Record<PayableTable, Rows<Row>>
type PayableRef = { kind: PayableKind; id: string }
type Part<Row> = { rows: Rows<Row>; list: PageList<WaitingQuery> }
/** A list queries a table once per condition, so no row may match two conditions. */
type Conditions = Record<PayableTable, (found: Found | null) => Expression<SqlBool>[]>

const refs = (db: Queryable): PayableTables<PayableRef> => ({
  seat: payers(db).select([sql<PayableKind>`seat.kind`.as('kind'), 'seat.id']),
  shop_order: db.selectFrom('shop_order').select([sql<PayableKind>`'order'`.as('kind'), 'shop_order.id']),
  order_charge: db
    .selectFrom('order_charge')
    .innerJoin('shop_order', 'shop_order.id', 'order_charge.order_id')
    .select([sql<PayableKind>`'order-charge'`.as('kind'), 'order_charge.id']),
})

const wholeRows = (db: Queryable) => ({ seat: seats(db), shop_order: orders(db), order_charge: charges(db) })

async function findParts<Row>(
  db: Queryable,
  tables: PayableTables<Row>,
  { kind, q }: Pick<WaitingQuery, 'kind' | 'q'>,
  conditions: Conditions,
  { inOrder = lists, few }: { inOrder?: PayableLists; few?: number } = {},
) {
  const words = q?.trim() ?? ''
  const isWanted = (...kinds: PayableKind[]) => kind === undefined || kinds.includes(kind)
  const isRead = {
    seat: isWanted('enrolment', 'event-booking'),
    shop_order: isWanted('order'),
    order_charge: isWanted('order-charge'),
  }
  const [seat, shop_order] = await Promise.all([
    isRead.seat && words !== '' ? findSeats(db, words, { few }) : null,
    isRead.shop_order && words !== '' ? findByWords(db, 'shop_order', words, { few }) : null,
  ])
  const found = { seat, shop_order, order_charge: null }
  const rows = {
    seat: tables.seat.$if(kind !== undefined, (all) =>
      all.where(withoutIndex(sql<SqlBool>`seat.kind = ${kind}`)),
    ),
    shop_order: tables.shop_order,
    order_charge: tables.order_charge.$if(words !== '', (all) => all.where(haveWords(chargeTexts, words))),
  }
  const read = (Object.keys(lists) as PayableTable[]).filter((table) => isRead[table])
  return read.flatMap((table) =>
    conditions[table](found[table]).map((condition): Part<Row> => {
      return { rows: cutWhere(rows[table], condition, found[table]), list: inOrder[table] }
    }),
  )
}

/** The rows of the page are selected before the debt of each row is computed, because computing a debt is slow. */
async function listParts(
  db: Queryable,
  conditions: Conditions,
  query: WaitingQuery,
  inOrder: PayableLists = lists,
) {
  const parts = await findParts(db, refs(db), query, conditions, { inOrder })
  const { rows, next } = await readMergedPage(db, parts, query)
  const payables = new Map((await listPayables(db, rows)).map((row) => [row.id, row]))
  return { rows: rows.flatMap(({ id }) => payables.get(id) ?? []), next }
}

async function sumParts<Name extends keyof PayableRow>(
  db: Queryable,
  parts: readonly Part<Record<Name, unknown>>[],
  query: WaitingQuery,
  names: readonly Name[],
) {
  const sums = await Promise.all(parts.map(({ rows, list }) => sumUp(db, rows, list, query, names)))
  return (name: Name | 'count') => sums.reduce((all, part) => all + part[name], 0)
}

/**
 * Lists the bookings and orders that wait for money. The hold that ends first comes first. A search also finds bookings
 * and orders whose hold has expired, because their money may come late.
 */
export function listWaiting(db: Queryable, query: WaitingQuery) {
  return listParts(db, waitingConditions(Boolean(query.q?.trim())), query, waitingLists)
}

/** Ended bookings are left out of the sums, although a search finds them. */
export async function sumWaiting(db: Queryable, query: WaitingQuery) {
  // There are few unpaid bookings, so the sums read all of them.
  const parts = await findParts(db, wholeRows(db), query, waitingConditions(false), { few: 0 })
  const sum = await sumParts(db, parts, query, ['amount_in_paise', 'paid_in_paise', 'due_in_paise'])
  return {
    count: sum('count'),
    amount: sum('amount_in_paise'),
    paid: sum('paid_in_paise'),
    due: sum('due_in_paise'),
  }
}

export function listToGiveBack(db: Queryable, query: WaitingQuery) {
  return listParts(db, giveBackConditions, query)
}

export async function sumToGiveBack(db: Queryable, query: WaitingQuery) {
  const parts = await findParts(db, wholeRows(db), query, giveBackConditions)
  const sum = await sumParts(db, parts, query, ['waits_in_paise'])
  return { count: sum('count'), waits: sum('waits_in_paise') }
}

const toSendBack = sql<string>`(
  select subject_id from allocation where purpose = 'waits'
  group by subject_id having sum(amount_in_paise) > 0)`
const claimed = sql<string>`(select subject_id from claim where is_open = 1)`
const payersOf = (ids: RawBuilder<unknown>) =>
  sql<string>`select coalesce(one.group_id, one.id) from seat as one where one.id in (${ids})`

const giveBackConditions: Conditions = {
  seat: () => [sql<SqlBool>`seat.id in (${payersOf(toSendBack)})`],
  shop_order: () => [sql<SqlBool>`shop_order.id in ${toSendBack}`],
  order_charge: () => [sql<SqlBool>`order_charge.id in ${toSendBack}`],
}

const waitingConditions = (findsEnded: boolean): Conditions => ({
  seat: (found) => waitingSeats(found, findsEnded),
  shop_order: (found) => waitingOrders(found, findsEnded),
  // Nothing is due for a waived fee, even if the buyer reports that it is paid, so only open fees are listed.
  order_charge: () => [sql<SqlBool>`order_charge.status = 'open'`],
})

/**
 * The conditions for a seat or order that waits for money. Each condition has its own index. No condition is true while
 * some of the payer's money waits for staff, because then nothing is due.
 */
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

function waitingSeats(found: Found | null, findsEnded: boolean) {
  // All seats of a group are examined, because a payer with a cancelled seat still pays for the other seats.
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
  return findsEnded ? [...waits, hasEnded] : waits
}

function waitingOrders(found: Found | null, findsEnded: boolean) {
  const reasons = reasonsOf('shop_order', 'shop_order')
  const isUnsettled = sql<SqlBool>`(shop_order.id in ${claimed} and shop_order.waits_in_paise = 0)`
  const waits = found?.isOneOfFew
    ? [anyOf([...reasons, isUnsettled])]
    : [...reasons, sql<SqlBool>`(${isUnsettled} and not ${anyOf(reasons)})`]
  const hasEnded = sql<SqlBool>`shop_order.ended_by = 'hold' and shop_order.asked_until is null
    and shop_order.waits_in_paise = 0 and shop_order.id not in ${claimed}`
  return findsEnded ? [...waits, hasEnded] : waits
}

export async function listPayables(db: Queryable, wanted: readonly PayableRef[]) {
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

const sameSumMax = 500

export async function listCandidates(db: Queryable, clues: Clues) {
  const { references, transactionIds, bankReferences, amountsInPaise, from, to } = clues
  const isInWindow = (table: PayableTable) => {
    const at = sql.ref(`${table}.created_at`)
    return sql<SqlBool>`(${at} >= ${from} and ${at} < ${to})`
  }
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
        .where(isInWindow('seat'))
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
        .where(isInWindow('seat'))
        .limit(sameSumMax)
        .execute(),
      await orders(db)
        .where('shop_order.payment_status', 'in', ['pending', 'failed'])
        .where('shop_order.status', '!=', 'cancelled')
        .where(sql`${orderDebt.owes_in_paise} - shop_order.paid_in_paise`, 'in', amountsInPaise)
        .where(isInWindow('shop_order'))
        .limit(sameSumMax)
        .execute(),
      await charges(db)
        .where('order_charge.status', '=', 'open')
        .where('order_charge.amount_in_paise', 'in', amountsInPaise)
        .where(isInWindow('order_charge'))
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
      // This part is a subquery, because for an outer join in a query with `distinct` SQLite would compute the whole
      // view.
      .select((eb) => {
        const ofSeat = eb
          .selectFrom('seat')
          .select('seat.group_id')
          .whereRef('seat.id', '=', 'allocation.subject_id')
        return eb.fn.coalesce(ofSeat, 'subject_id').as('id')
      })
      .distinct()
      .where('line_id', 'in', lineIds)
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

/** Lists the statement lines whose money pays or paid for the subjects, newest first. */
export function listNarrations(db: Queryable, kind: PayableKind, ids: readonly string[]) {
  return db
    .selectFrom('statement_line')
    .select('description')
    .where('status', '=', 'matched')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('bank_match')
          .innerJoin('allocation', 'allocation.receipt_id', 'bank_match.receipt_id')
          .select('bank_match.line_id')
          .whereRef('bank_match.line_id', '=', 'statement_line.id')
          .where('allocation.subject', '=', kind)
          .where('allocation.subject_id', 'in', ids),
      ),
    )
    .orderBy('booked_on', 'desc')
    .orderBy('id')
    .limit(narrationsMax)
    .execute()
}

const narrationsMax = 20

export async function listGroupIds(db: Queryable, kind: PayableKind, id: string) {
  if (kind === 'order' || kind === 'order-charge') return [id]
  const rows = await db
    .selectFrom('seat')
    .select('id')
    .where('group_id', '=', (eb) => eb.selectFrom('seat as one').select('group_id').where('one.id', '=', id))
    .execute()
  return rows.length === 0 ? [id] : rows.map((row) => row.id)
}
