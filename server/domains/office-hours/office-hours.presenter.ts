import type { OfficeTiming } from '../../../contract/office-hours.ts'
import type { OfficeHoursRow } from './office-hours.repository.ts'

export function presentOfficeTiming(row: OfficeHoursRow): OfficeTiming {
  return {
    id: row.id,
    office_day: row.office_day as OfficeTiming['office_day'],
    open_time: row.open_time,
    close_time: row.close_time,
    is_holiday: row.is_holiday === 1,
    version: row.version,
  }
}
