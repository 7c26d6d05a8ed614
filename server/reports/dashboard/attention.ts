import { type SqlBool, sql } from 'kysely'
import { hasRight } from '../../../contract/rights.ts'
import { attentionMax } from '../../../contract/system/dashboard.ts'
import { debtOf } from '../../db/debts.ts'
import type { Rows } from '../../db/page.ts'
import { isOn, readSettings } from '../../db/settings.ts'
import { listOnClosedDays } from '../../domains/catalogue/index.ts'
import type { ReportDeps } from '../../domains/deps.ts'
import { listToGiveBack, sumToGiveBack } from '../../domains/money/index.ts'
import { listOrdersOnClosedDays } from '../../domains/site/index.ts'
import { addMs } from '../../platform/clock.ts'
import { readableBy } from '../../platform/messages/letter-kinds.ts'

export const shownAKind = 5
const holdEndsWithinHours = 12

const isOpenClaim = sql<SqlBool>`claim.is_open = 1`

export function createAttentionLists({ db: { read }, clock, letters }: ReportDeps) {
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
    const ofSeats = await seats.limit(attentionMax).execute()
    if (!hasRight(role, 'orders')) return { ofSeats, ofOrders: null }
    const ofOrders = [
      ...(await orders.limit(attentionMax).execute()).map((order) => ({ ...order, kind: 'order' as const })),
      ...(await fees.limit(attentionMax).execute()).map((fee) => ({ ...fee, kind: 'order-charge' as const })),
    ].map((row) => ({ ...row, title: row.reference }))
    return { ofSeats, ofOrders }
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

  const openRequests = read
    .selectFrom('custom_request')
    .select(['id', 'name', 'comment', 'created_at'])
    .where('answered_at', 'is', null)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')

  async function toGiveBack() {
    const [{ count }, { rows }] = await Promise.all([
      sumToGiveBack(read, {}),
      listToGiveBack(read, { limit: shownAKind }),
    ])
    const first = rows.map(({ id, kind, reference, name, title, waits_in_paise }) => {
      return { id, kind, reference, name, title, amount: Number(waits_in_paise) / 100 }
    })
    return { count, first }
  }

  /** Nothing is sold out while the school has switched its store off. */
  async function soldOut() {
    if (!isOn('hasStore', await readSettings(read))) return firstOf([])
    const products = read
      .selectFrom('product')
      .select(['id', 'name'])
      .where('deleted_at', 'is', null)
      .where('is_on_site', '=', 1)
      .where('is_offered', '=', 1)
      .where('quantity', '=', 0)
      .orderBy('name')
      .orderBy('id')
    return attention(products)
  }

  /** Lists what waits for staff. The overview shows the beginning of each list, and the menu its length. */
  return async function listAttention(role: string) {
    const seesMoney = hasRight(role, 'money')
    const [checks, holds, failedMessages, heldMessages, back, sold, enquiries, requests, closed] =
      await Promise.all([
        toCheck(role),
        endingHolds(),
        attention(
          newestMessages('dead', role).select(['id', 'recipient', 'last_error as error', 'template']),
        ),
        attention(newestMessages('held', role).select(['id', 'recipient', 'created_at'])),
        seesMoney ? toGiveBack() : null,
        hasRight(role, 'store') ? soldOut() : null,
        attention(openEnquiries),
        attention(openRequests),
        onClosedDays(role, clock.today()),
      ])
    return {
      checks,
      lists: {
        holds,
        failedMessages: {
          count: failedMessages.count,
          first: failedMessages.first.map(({ template, ...message }) => {
            return { ...message, canResend: !letters.isConfidential(template) }
          }),
        },
        heldMessages,
        toGiveBack: back,
        soldOut: sold,
        enquiries,
        customRequests: requests,
        onClosedDays: closed,
      },
    }
  }
}

async function attention<Row>(query: Rows<Row>) {
  return firstOf(await query.limit(attentionMax).execute())
}

export function firstOf<Row>(rows: readonly Row[]) {
  return { count: Math.min(rows.length, attentionMax), first: rows.slice(0, shownAKind) }
}
