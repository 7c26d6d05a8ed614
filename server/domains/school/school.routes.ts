import { hasRight } from '../../../contract/rights.ts'
import * as hallContract from '../../../contract/school/hall-prices.ts'
import { listOfficeTimings, officeTimingRecords } from '../../../contract/school/office-hours.ts'
import { getSchool, school as publicSchool } from '../../../contract/school/school.ts'
import { getSchoolSettings, putSchoolSettings } from '../../../contract/school/school-settings.ts'
import { type BoundEndpoint, bind, type Caller, requireCaller } from '../../http/context.ts'
import { bindOpen, bindOwn, bindRecord } from '../../http/record-routes.ts'
import { presented } from '../../platform/presented.ts'
import type { SchoolRoom } from './school-services.ts'

export function schoolRoutes({ hallPrices, officeHours, school }: SchoolRoom): BoundEndpoint[] {
  const settingsFor = async ({ role }: Caller) => {
    const isOwner = hasRight(role, 'payment-settings')
    return { ...(await school.settings()), mayEditMoney: isOwner, mayLeaveSite: isOwner }
  }
  return [
    bind(getSchool, async () => {
      const settings = await school.current()
      const upi = { id: settings.upiId, name: settings.upiName }
      return presented(publicSchool, settings, { upi, closedDays: await school.closedSoon() })
    }),
    bindOwn(getSchoolSettings, settingsFor),
    bindOwn(putSchoolSettings, async (caller, { body }) => {
      await school.change(body, caller)
      return settingsFor(caller)
    }),

    bindOpen(listOfficeTimings, officeHours.list),
    ...bindRecord(officeTimingRecords, officeHours),

    bind(hallContract.getEventPricing, async () => ({ success: true, ...(await hallPrices.current()) })),
    bind(hallContract.replaceEventPricing, async ({ query, body }, context) => ({
      success: true,
      ...(await hallPrices.replace(body, query.version, requireCaller(context))),
    })),
    bindOwn(hallContract.deleteEventPrice, (by, { params }) => hallPrices.remove(params.key, by)),
  ]
}
