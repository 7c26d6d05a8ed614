import { officeDays } from '../../../contract/office-hours.ts'
import type { Deps } from '../deps.ts'
import { presentOfficeTiming } from './office-hours.presenter.ts'
import { listOfficeHours } from './office-hours.repository.ts'

export type OfficeHoursService = ReturnType<typeof createOfficeHoursService>

export function createOfficeHoursService({ db }: Deps) {
  return {
    /** Monday first. */
    async list() {
      const timings = (await listOfficeHours(db.read)).map(presentOfficeTiming)
      return timings.sort((a, b) => officeDays.indexOf(a.office_day) - officeDays.indexOf(b.office_day))
    },
  }
}
