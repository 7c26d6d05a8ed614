import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { hasRight } from '../../../contract/rights.ts'
import * as contract from '../../../contract/system/dashboard.ts'
import { onDaysOf, type Page, type PageList, readPage } from '../../db/page.ts'
import type { ReportDeps } from '../../domains/deps.ts'
import { addDays } from '../../platform/clock.ts'
import { differenceChange, percentChange } from './change-label.ts'
import { createMorning } from './morning.ts'

type PeopleQuery = z.output<NonNullable<(typeof contract.listVisitors)['query']>>

const visitorColumns = ['id', 'name', 'email', 'phone', 'created_at'] as const
const sorts = { newest: ['desc', 'created_at'] } as const
const filters = onDaysOf('created_at')
const visitorList: PageList<PeopleQuery> = { sorts, filters, tie: ['id'], words: ['name', 'email', 'phone'] }
const subscriberList: PageList<PeopleQuery> = { sorts, filters, tie: ['email'], words: ['email'] }

/** Totals come from `running_total` and lists from indexes, so more orders do not make the dashboard slower. */
export function createDashboardReport(deps: ReportDeps) {
  const {
    db: { read },
    clock,
  } = deps

  async function totals() {
    const today = clock.today()
    const before = addDays(today, -contract.changeDays)
    const upTo = (day: string) => sql<number>`sum(case when day <= ${day} then amount else 0 end)`
    const rows = await read
      .selectFrom('running_total')
      .select(['figure', upTo(today).as('now'), upTo(before).as('before')])
      // A batch counts as over from the day after its last day, so these sums end a day earlier than the other sums.
      .select([upTo(addDays(today, -1)).as('over'), upTo(addDays(before, -1)).as('overBefore')])
      .groupBy('figure')
      .execute()
    const none = { now: 0, before: 0, over: 0, overBefore: 0 }
    return (figure: string) => rows.find((row) => row.figure === figure) ?? none
  }

  const listVisitors = (query: PeopleQuery): Promise<Page<contract.Visitor>> =>
    readPage(read.selectFrom('contact').select(visitorColumns), visitorList, query)

  const listSubscribers = (query: PeopleQuery): Promise<Page<contract.Subscriber>> =>
    readPage(read.selectFrom('newsletter_subscriber').select(['email', 'created_at']), subscriberList, query)

  return {
    async stats(): Promise<contract.DashboardStats> {
      const [of, { rows: subscribers }, best] = await Promise.all([
        totals(),
        listSubscribers({ limit: contract.dashboardListMax }),
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

    /** The number of subscribers is null for a role that may not list them. */
    async contacts(role: string) {
      const seesSubscribers = hasRight(role, 'site')
      const [of, { rows: contacts }, subscribers] = await Promise.all([
        totals(),
        listVisitors({ limit: contract.dashboardListMax }),
        seesSubscribers ? listSubscribers({ limit: contract.dashboardListMax }) : null,
      ])
      return {
        contacts,
        total_contacts: of('visitors').now,
        subscribers: subscribers?.rows ?? null,
        total_subscribers: subscribers && of('subscribers').now,
      }
    },

    listVisitors,
    listSubscribers,
    ...createMorning(deps),
  }
}
