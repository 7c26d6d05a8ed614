import type { Selectable } from 'kysely'
import type { QueryOf } from '../../../../contract/endpoint.ts'
import { dayBegins, dayEnds } from '../../../../contract/site/closing-words.ts'
import type { oddDayRecords } from '../../../../contract/store/delivery-records.ts'
import { weekdayOf } from '../../../../contract/words.ts'
import type { Queryable } from '../../../db/open.ts'
import { type PageList, readPage } from '../../../db/page.ts'
import type { Schema, Tx } from '../../../db/schema.ts'
import { addDays, instantOf } from '../../../platform/clock.ts'

export type DayRow = Selectable<Schema['delivery_day']>

export type DaysQuery = QueryOf<typeof oddDayRecords.list>
// A school has some dozens of days, so the sorts need no indexes.
const dayList: PageList<DaysQuery> = {
  sorts: { '-day': ['desc', 'delivery_day.day'], day: ['asc', 'delivery_day.day'] },
  tie: ['delivery_day.id'],
  words: ['delivery_day.day', "coalesce(delivery_day.closed_for, '')"],
}

export const listDayPage = (db: Queryable, query: DaysQuery) =>
  readPage(db.selectFrom('delivery_day').selectAll(), dayList, query)

export async function listKnown(db: Queryable, days: readonly string[]): Promise<string[]> {
  if (days.length === 0) return []
  const rows = await db.selectFrom('delivery_day').select('day').where('day', 'in', days).execute()
  return rows.map(({ day }) => day)
}

/** Lists orders in closed hours ahead that staff have not decided on. A closed weekday closes only pickup. */
export async function listOrdersOnClosedDays(db: Queryable, today: string) {
  const closed = await db
    .selectFrom('delivery_day')
    .select(['day', 'closed_for as closedFor', 'closed_from', 'closed_until'])
    .where('day', '>=', today)
    .where('closed_for', 'is not', null)
    .execute()
  const holidays = await db
    .selectFrom('office_hours')
    .select('office_day')
    .where('is_holiday', '=', 1)
    .execute()
  if (closed.length + holidays.length === 0) return []
  const spans = closed.map(({ closed_from, closed_until, ...one }) => ({
    ...one,
    begins: instantOf(one.day, closed_from ?? dayBegins),
    ends: instantOf(one.day, closed_until ?? dayEnds),
  }))
  const closedWeekdays = new Set(holidays.map(({ office_day }) => office_day))
  // The next day's order may be brought on the evening before.
  const days = [...new Set(closed.flatMap(({ day }) => [day, addDays(day, 1)]))]
  const orders = await db
    .selectFrom('shop_order')
    .select(['id as orderId', 'number', 'pincode', 'version', 'stays_on'])
    // None of these is null if there is a window.
    .select((eb) => [
      eb.ref('way').$notNull().as('way'),
      eb.ref('slot_name').$notNull().as('slotName'),
      eb.ref('delivery_day').$notNull().as('ownDay'),
      eb.ref('window_from').$notNull().as('from'),
      eb.ref('window_to').$notNull().as('to'),
    ])
    .where('window_from', 'is not', null)
    .where('status', 'not in', ['delivered', 'completed', 'cancelled'])
    .where((eb) =>
      eb.or([
        ...(days.length > 0 ? [eb('delivery_day', 'in', days)] : []),
        // Naming the way would make SQLite read every pickup by the index of ways.
        ...(holidays.length > 0 ? [eb('delivery_day', '>=', today)] : []),
      ]),
    )
    .orderBy('window_from')
    .orderBy('id')
    .execute()
  return orders.flatMap(({ stays_on, ownDay, ...order }) => {
    const span = spans.find(({ begins, ends }) => order.from < ends && order.to > begins)
    const isStudioClosed = order.way === 'pickup' && closedWeekdays.has(weekdayOf(ownDay))
    if (!span && !isStudioClosed) return []
    const day = span?.day ?? ownDay
    return stays_on === day || day < today ? [] : [{ ...order, day, closedFor: span?.closedFor ?? null }]
  })
}

/** A newly closed day asks staff again. */
export async function forgetAnswers(tx: Tx, day: string) {
  const forgotten = { stays_on: null }
  await tx
    .updateTable('meeting')
    .set(forgotten)
    .where((eb) => eb.and({ held_on: day, stays_on: day }))
    .execute()
  await tx
    .updateTable('batch')
    .set(forgotten)
    .where((eb) => eb.and({ starts_on: day, stays_on: day }))
    .execute()
  await tx
    .updateTable('shop_order')
    .set(forgotten)
    .where('delivery_day', 'in', [day, addDays(day, 1)])
    .where('stays_on', '=', day)
    .execute()
}
