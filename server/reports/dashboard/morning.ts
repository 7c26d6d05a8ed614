import { type SqlBool, sql } from 'kysely'
import { recordTable } from '../../../contract/records.ts'
import { hasRight } from '../../../contract/rights.ts'
import { attentionMax, type Morning, namedKinds } from '../../../contract/system/dashboard.ts'
import { debtOf } from '../../db/debts.ts'
import { listAlike } from '../../db/names.ts'
import type { Rows } from '../../db/page.ts'
import { listUnreadable } from '../../db/settings.ts'
import { listOnClosedDays } from '../../domains/catalogue/index.ts'
import type { ReportDeps } from '../../domains/deps.ts'
import { listToGiveBack, sumToGiveBack } from '../../domains/money/index.ts'
import { listOrdersOnClosedDays } from '../../domains/site/index.ts'
import { addDays, addMs } from '../../platform/clock.ts'
import { readableBy } from '../../platform/messages/letter-kinds.ts'

const weeksShown = 12
const shownAKind = 5
const batchesShownMax = 30
const holdEndsWithinHours = 12
const slowWithinDays = 21

const isOpenClaim = sql<SqlBool>`claim.is_open = 1`

const tables = {
  class: 'course',
  product: 'product',
  post: 'journal_post',
  flower: 'flower',
  room: 'room',
} as const

export function createMorning({ db: { read }, clock, letters }: ReportDeps) {
  async function batchesBetween(from: string, to: string) {
    const batches = await read
      .selectFrom('batch')
      .innerJoin('course', 'course.id', 'batch.course_id')
      .select([
        'batch.id',
        'course.id as courseId',
        'course.title as courseTitle',
        'batch.starts_on as day',
        'batch.starts_at as time',
        'batch.capacity',
        'batch.taken',
      ])
      .where('batch.starts_on', '>=', from)
      .where('batch.starts_on', '<=', to)
      .where('course.deleted_at', 'is', null)
      .where('batch.deleted_at', 'is', null)
      .where('batch.cancelled_at', 'is', null)
      .orderBy('batch.starts_on')
      .orderBy((eb) => eb.fn.coalesce('batch.starts_at', sql<string>`''`))
      .orderBy('batch.id')
      .limit(batchesShownMax)
      .execute()
    const ids = batches.map(({ id }) => id)
    const dues = ids.length === 0 ? [] : await duesOf(ids)
    return batches.map(({ day, ...batch }) => {
      const own = dues.find(({ batch_id }) => batch_id === batch.id)
      return { ...batch, day: day ?? '', dueSeats: own?.seats ?? 0, dueAmount: (own?.amount ?? 0) / 100 }
    })
  }

  function duesOf(batchIds: string[]) {
    return read
      .selectFrom('seat')
      .select((eb) => [
        'batch_id',
        eb.fn.countAll<number>().as('seats'),
        eb.fn.sum<number>('amount_in_paise').as('amount'),
      ])
      .where('batch_id', 'in', batchIds)
      .where('status', '=', 'pending')
      .where('amount_in_paise', '>', 0)
      .groupBy('batch_id')
      .execute()
  }

  async function weeks(today: string) {
    const first = addDays(mondayOf(today), -7 * (weeksShown - 1))
    const days = await read
      .selectFrom('running_total')
      .select((eb) => ['day', eb.fn.sum<number>('amount').as('amount')])
      .where('figure', '=', 'revenue')
      .where('day', '>=', first)
      .where('day', '<=', today)
      .groupBy('day')
      .execute()
    return Array.from({ length: weeksShown }, (_, n) => {
      const from = addDays(first, 7 * n)
      const end = addDays(from, 7)
      const paise = days
        .filter(({ day }) => day >= from && day < end)
        .reduce((sum, { amount }) => sum + amount, 0)
      return { from, amount: paise / 100 }
    })
  }

  async function endingHolds() {
    const now = clock.now()
    const until = addMs(now, holdEndsWithinHours * 3_600_000)
    const ending = read
      .selectFrom('seat')
      .innerJoin('course', 'course.id', 'seat.course_id')
      .select(['seat.kind', 'seat.id', 'seat.reference', 'seat.name', 'course.title as courseTitle'])
      .select(sql<string>`seat.hold_until`.as('holdUntil'))
      .where('seat.status', '=', 'pending')
      .where('seat.hold_until', '>', now)
      .where('seat.hold_until', '<=', until)
      .where(debtOf('seat').is_claimed, '=', 0)
      // A group may have several pending seats. Only the first pending seat is listed.
      .where(
        sql<SqlBool>`not exists (select 1 from seat as one where one.group_id = seat.group_id
          and one.group_place < seat.group_place and one.status = 'pending')`,
      )
      .orderBy('seat.hold_until')
    return attention(ending)
  }

  async function toCheck(role: string) {
    const seats = read
      .selectFrom('claim')
      // A payer's report of a payment covers the whole group, but names only the payer's seat.
      .innerJoin('seat', (join) =>
        join.onRef('seat.id', '=', 'claim.subject_id').onRef('seat.kind', '=', 'claim.subject'),
      )
      .innerJoin('course', 'course.id', 'seat.course_id')
      .select(['seat.kind', 'seat.id', 'seat.reference', 'seat.name', 'course.title'])
      .select(['claim.amount_in_paise', 'claim.claimed_at', 'seat.hold_until as holdUntil'])
      .where(isOpenClaim)
      .where(
        sql<SqlBool>`exists (select 1 from seat as one where (one.id = seat.id or one.group_id = seat.id)
          and one.status <> 'cancelled' and ${debtOf('seat', 'one').due_in_paise} > 0)`,
      )
      .orderBy('claim.claimed_at')
      .orderBy('claim.id')
    const orders = read
      .selectFrom('claim')
      .innerJoin('shop_order', 'shop_order.id', 'claim.subject_id')
      .select(['shop_order.id', 'shop_order.number as reference', 'shop_order.customer_name as name'])
      .select(['claim.amount_in_paise', 'claim.claimed_at', 'shop_order.hold_until as holdUntil'])
      .where(isOpenClaim)
      .where('claim.subject', '=', 'order')
      .where('shop_order.status', '<>', 'cancelled')
      .where(debtOf('shop_order').due_in_paise, '>', 0)
      .orderBy('claim.claimed_at')
      .orderBy('claim.id')
    const fees = read
      .selectFrom('claim')
      .innerJoin('order_charge', 'order_charge.id', 'claim.subject_id')
      .innerJoin('shop_order', 'shop_order.id', 'order_charge.order_id')
      .select(['order_charge.id', 'shop_order.number as reference', 'shop_order.customer_name as name'])
      .select(['claim.amount_in_paise', 'claim.claimed_at', sql<null>`null`.as('holdUntil')])
      .where(isOpenClaim)
      .where('claim.subject', '=', 'order-charge')
      .where('order_charge.status', '=', 'open')
      .orderBy('claim.claimed_at')
      .orderBy('claim.id')
    const seesOrders = hasRight(role, 'orders')
    const ofOrders = seesOrders ? await orders.limit(attentionMax).execute() : []
    const ofFees = seesOrders ? await fees.limit(attentionMax).execute() : []
    const rows = [
      ...(await seats.limit(attentionMax).execute()),
      ...ofOrders.map((order) => ({ ...order, kind: 'order' as const, title: order.reference })),
      ...ofFees.map((fee) => ({ ...fee, kind: 'order-charge' as const, title: fee.reference })),
    ].sort((a, b) => a.claimed_at.localeCompare(b.claimed_at))
    const { count, first } = firstOf(rows)
    return {
      count,
      first: first.map(({ amount_in_paise, claimed_at, ...row }) => ({
        ...row,
        amount: Number(amount_in_paise) / 100,
      })),
    }
  }

  const newestMessages = (status: 'dead' | 'held', role: string) =>
    read
      .selectFrom('outbox')
      .where('status', '=', status)
      .where(readableBy(letters, role))
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')

  async function onClosedDays(role: string, today: string) {
    const sessions = await listOnClosedDays(read, today)
    const orders = hasRight(role, 'orders') ? await listOrdersOnClosedDays(read, today) : []
    const rows = [
      ...sessions.map(({ meetingId, batchId, courseTitle: title, day, from }) => {
        return { id: meetingId ?? batchId, kind: 'batch' as const, title, day, from }
      }),
      ...orders.map(({ orderId: id, number: title, day }) => {
        return { id, kind: 'order' as const, title, day, from: null }
      }),
    ].sort((a, b) => a.day.localeCompare(b.day))
    return firstOf(rows)
  }

  const openEnquiries = read
    .selectFrom('enquiry')
    .select(['id', 'name', 'kind as enquiry', 'created_at'])
    .where('answered_at', 'is', null)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')

  async function toGiveBack() {
    const [{ count }, { rows }] = await Promise.all([
      sumToGiveBack(read, {}),
      listToGiveBack(read, { limit: shownAKind }),
    ])
    const first = rows.map(({ id, name, title, waits_in_paise }) => {
      return { id, name, title, amount: Number(waits_in_paise) / 100 }
    })
    return { count, first }
  }

  async function alikeNames(role: string) {
    const seen = namedKinds.filter((kind) => hasRight(role, recordTable[kind].right))
    const lists = await Promise.all(
      seen.map(async (kind) => (await listAlike(read, tables[kind])).map((names) => ({ kind, ...names }))),
    )
    return firstOf(lists.flat())
  }

  return async function morning(role: string): Promise<Omit<Morning, 'whyMailWaits'>> {
    const today = clock.today()
    const [batches, ahead, byWeek, checks, holds, failed, held, back, enquiries, closed, alike, unreadable] =
      await Promise.all([
        batchesBetween(today, addDays(today, 6)),
        batchesBetween(today, addDays(today, slowWithinDays)),
        hasRight(role, 'figures') ? weeks(today) : null,
        toCheck(role),
        endingHolds(),
        attention(newestMessages('dead', role).select(['id', 'recipient', 'last_error as error'])),
        attention(newestMessages('held', role).select(['id', 'recipient', 'created_at'])),
        hasRight(role, 'money') ? toGiveBack() : null,
        attention(openEnquiries),
        onClosedDays(role, today),
        alikeNames(role),
        listUnreadable(read),
      ])
    return {
      today,
      unreadableSettings: unreadable,
      batches,
      slowBatches: ahead.filter(({ capacity, taken }) => taken * 2 < (capacity ?? 0)).slice(0, shownAKind),
      weeks: byWeek,
      toCheck: checks,
      holds,
      failedMessages: failed,
      onClosedDays: closed,
      heldMessages: held,
      toGiveBack: back,
      enquiries,
      alikeNames: alike,
    }
  }
}

async function attention<Row>(query: Rows<Row>) {
  return firstOf(await query.limit(attentionMax).execute())
}

function firstOf<Row>(rows: readonly Row[]) {
  return { count: Math.min(rows.length, attentionMax), first: rows.slice(0, shownAKind) }
}

function mondayOf(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return addDays(day, -((weekday + 6) % 7))
}
