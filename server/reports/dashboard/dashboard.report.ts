import { sql } from 'kysely'
import type * as z from 'zod/mini'
import {
  attentionMax,
  changeDays,
  type DashboardStats,
  dashboardListMax,
  type listVisitors,
  type Morning,
  type MorningBatch,
  type Subscriber,
  type Visitor,
} from '../../../contract/dashboard.ts'
import { type Page, type PageList, readPage } from '../../db/page.ts'
import type { Deps } from '../../domains/deps.ts'
import { addDays, addMs } from '../../platform/clock.ts'
import { differenceChange, percentChange } from './change-label.ts'

type PeopleQuery = z.output<NonNullable<(typeof listVisitors)['query']>>

export type DashboardReport = ReturnType<typeof createDashboardReport>

const weeksShown = 12
const shownAKind = 5
const batchesShownMax = 30
const holdEndsWithinHours = 12
const slowWithinDays = 21

const visitorColumns = ['id', 'name', 'email', 'phone', 'created_at'] as const
const visitorList: PageList<PeopleQuery> = {
  sorts: { newest: ['desc', 'created_at'] },
  tie: ['id'],
  words: ['name', 'email', 'phone'],
}
const subscriberList: PageList<PeopleQuery> = {
  sorts: { newest: ['desc', 'created_at'] },
  tie: ['email'],
  words: ['email'],
}

/**
 * What the owner sees first. Totals come from `running_total`, lists from indexes: none of it costs more when there
 * are more orders (quality P9).
 */
export function createDashboardReport({ db: { read }, clock }: Deps) {
  /** Each figure's total over the days up to one, and over those up to `changeDays` before it. */
  async function totals() {
    const today = clock.today()
    const before = addDays(today, -changeDays)
    const upTo = (day: string) => sql<number>`sum(case when day <= ${day} then amount else 0 end)`
    const rows = await read
      .selectFrom('running_total')
      .select(['figure', upTo(today).as('now'), upTo(before).as('before')])
      // A batch is over the day after it: both ends of its figure are a day earlier.
      .select([upTo(addDays(today, -1)).as('over'), upTo(addDays(before, -1)).as('overBefore')])
      .groupBy('figure')
      .execute()
    const none = { now: 0, before: 0, over: 0, overBefore: 0 }
    return (figure: string) => rows.find((row) => row.figure === figure) ?? none
  }

  const newestSubscribers = async (limit: number) =>
    (
      await readPage(
        read.selectFrom('newsletter_subscriber').select(['email', 'created_at']),
        subscriberList,
        { limit },
      )
    ).rows

  const newestVisitors = async (limit: number) =>
    (await readPage(read.selectFrom('contact').select(visitorColumns), visitorList, { limit })).rows

  async function batchesBetween(from: string, to: string): Promise<MorningBatch[]> {
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
      .orderBy('batch.starts_on')
      .orderBy('batch.id')
      .limit(batchesShownMax)
      .execute()
    const ids = batches.map(({ id }) => id)
    const dues = ids.length === 0 ? [] : await duesOf(ids)
    return batches
      .map(({ day, ...batch }) => {
        const own = dues.find(({ batch_id }) => batch_id === batch.id)
        return {
          ...batch,
          day: day ?? '',
          dueSeats: own?.seats ?? 0,
          dueAmount: (own?.amount ?? 0) / 100,
        }
      })
      .sort((a, b) => order(a.day, b.day) || order(a.time ?? '', b.time ?? ''))
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

  async function weeks(today: string): Promise<Morning['weeks']> {
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

  async function endingHolds(): Promise<Morning['holds']> {
    const now = clock.now()
    const until = addMs(now, holdEndsWithinHours * 3_600_000)
    const rows = await read
      .selectFrom('seat')
      .innerJoin('course', 'course.id', 'seat.course_id')
      .select(['seat.kind', 'seat.id', 'seat.reference', 'seat.name', 'course.title as courseTitle'])
      .select(sql<string>`seat.hold_until`.as('holdUntil'))
      .where('seat.status', '=', 'pending')
      .where('seat.hold_until', '>', now)
      .where('seat.hold_until', '<=', until)
      .orderBy('seat.hold_until')
      .limit(attentionMax)
      .execute()
    return { count: rows.length, first: rows.slice(0, shownAKind) }
  }

  const newestMessages = (status: 'dead' | 'held') =>
    read
      .selectFrom('outbox')
      .where('status', '=', status)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(attentionMax)

  async function failedMessages(): Promise<Morning['failedMessages']> {
    const rows = await newestMessages('dead').select(['id', 'recipient', 'last_error as error']).execute()
    return { count: rows.length, first: rows.slice(0, shownAKind) }
  }

  async function heldMessages(): Promise<Morning['heldMessages']> {
    const rows = await newestMessages('held').select(['id', 'recipient', 'created_at']).execute()
    return { count: rows.length, first: rows.slice(0, shownAKind) }
  }

  async function openEnquiries(): Promise<Morning['enquiries']> {
    const rows = await read
      .selectFrom('enquiry')
      .select(['id', 'name', 'kind as enquiry', 'created_at'])
      .where('answered_at', 'is', null)
      .where('deleted_at', 'is', null)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(attentionMax)
      .execute()
    return { count: rows.length, first: rows.slice(0, shownAKind) }
  }

  return {
    async stats(): Promise<DashboardStats> {
      const [of, subscribers, best] = await Promise.all([
        totals(),
        newestSubscribers(dashboardListMax),
        read
          .selectFrom('student_feedback')
          .select('rating')
          .where('deleted_at', 'is', null)
          .orderBy('rating', 'desc')
          .limit(1)
          .executeTakeFirst(),
      ])
      const percent = (figure: string) => percentChange(of(figure).now, of(figure).before)
      const average = (at: 'now' | 'before') =>
        of('ratings')[at] > 0 ? of('stars')[at] / of('ratings')[at] : null
      const [rating, ratingBefore] = [average('now'), average('before')]
      return {
        grand_total_orders: of('revenue').now / 100,
        total_orders: of('orders').now,
        total_unique_enrollments: of('students').now,
        total_completed_batches: of('batches').over,
        max_feedback_rating: best?.rating ?? null,
        avg_feedback_rating: rating === null ? null : Math.round(rating * 10) / 10,
        total_products: of('products').now,
        subscriber_emails: subscribers.map(({ email }) => email),
        total_subscribers: of('subscribers').now,
        changes: {
          grand_total_orders: percent('revenue'),
          total_orders: percent('orders'),
          total_unique_enrollments: percent('students'),
          total_completed_batches: percentChange(of('batches').over, of('batches').overBefore),
          avg_feedback_rating: differenceChange(rating, ratingBefore),
          total_products: percent('products'),
        },
      }
    },

    async contacts() {
      const [of, contacts, subscribers] = await Promise.all([
        totals(),
        newestVisitors(dashboardListMax),
        newestSubscribers(dashboardListMax),
      ])
      return {
        contacts,
        total_contacts: of('visitors').now,
        subscribers,
        total_subscribers: of('subscribers').now,
      }
    },

    listVisitors: (query: PeopleQuery): Promise<Page<Visitor>> =>
      readPage(read.selectFrom('contact').select(visitorColumns), visitorList, query),

    listSubscribers: (query: PeopleQuery): Promise<Page<Subscriber>> =>
      readPage(
        read.selectFrom('newsletter_subscriber').select(['email', 'created_at']),
        subscriberList,
        query,
      ),

    async morning(): Promise<Morning> {
      const today = clock.today()
      const [soon, ahead, byWeek, holds, failed, held, enquiries] = await Promise.all([
        batchesBetween(today, addDays(today, 6)),
        batchesBetween(today, addDays(today, slowWithinDays)),
        weeks(today),
        endingHolds(),
        failedMessages(),
        heldMessages(),
        openEnquiries(),
      ])
      return {
        today,
        batches: soon,
        slowBatches: ahead
          .filter(({ capacity, taken }) => capacity !== null && taken * 2 < capacity)
          .slice(0, shownAKind),
        weeks: byWeek,
        holds,
        failedMessages: failed,
        heldMessages: held,
        enquiries,
      }
    },
  }
}

/** The Monday of a school day's week. */
function mondayOf(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return addDays(day, -((weekday + 6) % 7))
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
