import * as contract from '../../../contract/office-hours.ts'
import { type BoundEndpoint, bind, requireCaller } from '../../http/context.ts'
import type { OfficeHoursService } from './office-hours.service.ts'

export function officeHoursRoutes(officeHours: OfficeHoursService): BoundEndpoint[] {
  return [
    bind(contract.listOfficeTimings, async () => ({ success: true, data: await officeHours.list() })),
    bind(contract.addOfficeTiming, ({ body }, context) =>
      context.once(async (tx) => ({
        success: true,
        data: await officeHours.add(tx, body, requireCaller(context)),
      })),
    ),
    bind(contract.updateOfficeTiming, async ({ params, body }, context) => ({
      success: true,
      data: await officeHours.update(params.id, body, requireCaller(context)),
    })),
    bind(contract.deleteOfficeTiming, async ({ params }, context) => {
      await officeHours.remove(params.id, requireCaller(context))
      return { success: true }
    }),
  ]
}
