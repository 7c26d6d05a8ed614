import { listOfficeTimings } from '../../../contract/office-hours.ts'
import { type BoundEndpoint, bind } from '../../http/context.ts'
import type { OfficeHoursService } from './office-hours.service.ts'

export function officeHoursRoutes(officeHours: OfficeHoursService): BoundEndpoint[] {
  return [bind(listOfficeTimings, async () => ({ success: true, data: await officeHours.list() }))]
}
