import type { Selectable } from 'kysely'
import type { ClosedDay } from '../../../contract/closed-days.ts'
import { isClosedDuring } from '../../../contract/closing-words.ts'
import type { listOddDeliveryDays } from '../../../contract/delivery-records.ts'
import type { QueryOf } from '../../../contract/endpoint.ts'
import type { Queryable } from '../../db/open.ts'
import { type PageList, readPage } from '../../db/page.ts'
import type { Schema } from '../../db/schema.ts'
import { addDays, instantOf } from '../../platform/clock.ts'

export type DayRow = Selectable<Schema['delivery_day']>

export type DaysQuery = QueryOf<typeof listOddDeliveryDays>
// A school has some dozens of days, so their sorts need no indexes.
const dayList: PageList<DaysQuery> = {
  sorts: { '-day': ['desc', 'delivery_day.day'], day: ['asc', 'delivery_day.day'] },
  tie: ['delivery_day.id'],
  words: ['delivery_day.day', "coalesce(delivery_day.closed_for, '')"],
}

export function listDayPage(db: Queryable, query: DaysQuery) {
  return readPage(db.selectFrom('delivery_day').selectAll(), dayList, query)
}

/** Of these days those that are on the list. */
export async function listKnown(db: Queryable, days: readonly string[]): Promise<string[]> {
  if (days.length === 0) return []
  const rows = await db.selectFrom('delivery_day').select('day').where('day', 'in', days).execute()
  return rows.map(({ day }) => day)
}

/** What is planned in the closed hours of each of these days, by the day. */
export async function listPlanned(
  db: Queryable,
  rows: readonly DayRow[],
): Promise<(day: string) => ClosedDay['planned']> {
  const days = rows.filter(({ closed_for }) => closed_for !== null).map(({ day }) => day)
  if (days.length === 0) return () => ({ sessions: [], orders: 0 })
  const sessions = [...(await listMeetings(db, days)), ...(await listBeginnings(db, days))]
  const orders = await listOrders(db, days)
  const planned = rows.map((row) => {
    const hours = { from: row.closed_from, until: row.closed_until }
    const begins = instantOf(row.day, hours.from ?? '00:00')
    const ends =
      hours.until === null ? instantOf(addDays(row.day, 1), '00:00') : instantOf(row.day, hours.until)
    return [
      row.day,
      {
        sessions: sessions
          .filter(({ day, from, to }) => {
            return day === row.day && isClosedDuring(hours, { from: from ?? '00:00', to: to ?? '24:00' })
          })
          .map(({ batchId, courseId, courseTitle, from }) => ({ batchId, courseId, courseTitle, from })),
        orders: orders.filter(
          ({ window_from, window_to }) => (window_from ?? '') < ends && (window_to ?? '') > begins,
        ).length,
      },
    ] as const
  })
  const byDay = new Map(planned)
  return (day) => byDay.get(day) ?? { sessions: [], orders: 0 }
}

function takingPlace(db: Queryable) {
  return db
    .selectFrom('batch')
    .innerJoin('course', 'course.id', 'batch.course_id')
    .select(['batch.id as batchId', 'course.id as courseId', 'course.title as courseTitle'])
    .where('batch.cancelled_at', 'is', null)
    .where('batch.deleted_at', 'is', null)
    .where('course.deleted_at', 'is', null)
}

function listMeetings(db: Queryable, days: readonly string[]) {
  return takingPlace(db)
    .innerJoin('meeting', 'meeting.batch_id', 'batch.id')
    .select(['meeting.held_on as day', 'meeting.starts_at as from', 'meeting.ends_at as to'])
    .where('meeting.held_on', 'in', days)
    .where('meeting.cancelled_at', 'is', null)
    .orderBy('meeting.starts_at')
    .execute()
}

/** Of batches without sessions. When they end on that day is not known. */
async function listBeginnings(db: Queryable, days: readonly string[]) {
  const rows = await takingPlace(db)
    .select(['batch.starts_on as day', 'batch.starts_at as from'])
    .where('batch.starts_on', 'in', days)
    .where('batch.ends_on', 'is', null)
    .execute()
  return rows.map((row) => ({ ...row, to: null }))
}

/** An order of the day after may be brought on the evening before. */
function listOrders(db: Queryable, days: readonly string[]) {
  return db
    .selectFrom('shop_order')
    .select(['window_from', 'window_to'])
    .where('delivery_day', 'in', [...new Set(days.flatMap((day) => [day, addDays(day, 1)]))])
    .where('status', 'not in', ['delivered', 'completed', 'cancelled'])
    .execute()
}
