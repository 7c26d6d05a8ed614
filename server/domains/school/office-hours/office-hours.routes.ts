import * as contract from '../../../../contract/school/office-hours.ts'
import type { BoundEndpoint } from '../../../http/context.ts'
import { bindAdd, bindChange, bindDelete, bindOpen } from '../../../http/record-routes.ts'
import type { OfficeHoursService } from './office-hours.service.ts'

export function officeHoursRoutes(officeHours: OfficeHoursService): BoundEndpoint[] {
  return [
    bindOpen(contract.listOfficeTimings, officeHours.list),
    bindAdd(contract.addOfficeTiming, officeHours.add),
    bindChange(contract.updateOfficeTiming, officeHours.update),
    bindDelete(contract.deleteOfficeTiming, officeHours.remove),
  ]
}
