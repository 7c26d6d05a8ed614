import type { Queryable } from '../../db/open.ts'

export type OfficeHoursRow = Awaited<ReturnType<typeof listOfficeHours>>[number]

/** One row a day at most (reading B7), in no order. */
export function listOfficeHours(db: Queryable) {
  return db
    .selectFrom('office_hours')
    .select(['id', 'office_day', 'open_time', 'close_time', 'is_holiday'])
    .execute()
}
