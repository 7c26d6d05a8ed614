import { hasRight } from '../../../contract/rights.ts'
import { getSchool, school as publicSchool } from '../../../contract/school/school.ts'
import { getSchoolSettings, putSchoolSettings } from '../../../contract/school/school-settings.ts'
import { type BoundEndpoint, bind, type Caller } from '../../http/context.ts'
import { bindOwn } from '../../http/record-routes.ts'
import { presented } from '../../platform/presented.ts'
import type { SchoolService } from './school.service.ts'

export function schoolRoutes(school: SchoolService): BoundEndpoint[] {
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
  ]
}
