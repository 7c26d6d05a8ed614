import { type Kysely, sql } from 'kysely'

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const rowsAtOnce = 500

/** Adds `stays_on`: the closed day on which staff let it stand. Whatever else lies on a closed day is asked about. */
export async function up(db: Kysely<any>): Promise<void> {
  for (const table of ['meeting', 'batch', 'shop_order']) {
    await db.schema.alterTable(table).addColumn('stays_on', 'text').execute()
  }
  // Whatever was planned on a weekday that is closed every week was meant so. Staff are asked about other closed days.
  const holidays = await db
    .selectFrom('office_hours')
    .select('office_day')
    .where('is_holiday', '=', 1)
    .execute()
  const closed = new Set(holidays.map(({ office_day }) => office_day))
  if (closed.size === 0) return
  for (const [table, day] of [
    ['meeting', 'held_on'],
    ['batch', 'starts_on'],
    ['shop_order', 'delivery_day'],
  ] as const) {
    const planned = await db.selectFrom(table).select(day).distinct().where(day, 'is not', null).execute()
    const days = planned.map((row) => row[day] as string).filter((one) => closed.has(weekdayOf(one)))
    for (let at = 0; at < days.length; at += rowsAtOnce) {
      await db
        .updateTable(table)
        .set({ stays_on: sql.ref(day) })
        .where(day, 'in', days.slice(at, at + rowsAtOnce))
        .execute()
    }
  }
}

function weekdayOf(day: string): string | undefined {
  return weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()]
}
