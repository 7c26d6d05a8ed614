import { getSchool } from '../../../contract/school.ts'
import { getSchoolSettings, putSchoolSettings } from '../../../contract/school-settings.ts'
import { type BoundEndpoint, bind, type Caller, requireCaller } from '../../http/context.ts'
import { presentSchool } from './school.presenter.ts'
import type { SchoolService } from './school.service.ts'

export function schoolRoutes(school: SchoolService): BoundEndpoint[] {
  const settingsFor = async ({ role }: Caller) => ({
    success: true as const,
    data: { ...(await school.settings()), mayEditMoney: role === 'owner', mayLeaveSite: role === 'owner' },
  })
  return [
    bind(getSchool, async () => presentSchool(await school.current())),
    bind(getSchoolSettings, (_input, context) => settingsFor(requireCaller(context))),
    bind(putSchoolSettings, async ({ body }, context) => {
      const caller = requireCaller(context)
      await school.change(body, caller)
      return settingsFor(caller)
    }),
  ]
}
