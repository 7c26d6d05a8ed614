import { getSchool } from '../../../contract/school.ts'
import { type BoundEndpoint, bind } from '../../http/context.ts'
import { presentSchool } from './school.presenter.ts'
import type { SchoolService } from './school.service.ts'

export function schoolRoutes(school: SchoolService): BoundEndpoint[] {
  return [bind(getSchool, async () => presentSchool(await school.current()))]
}
