import type { Deps } from '../deps.ts'
import { createEmptyingService } from './emptying/emptying.service.ts'
import { createHallPricesService } from './hall-prices/hall-prices.service.ts'
import { createLogoService } from './logo/logo.service.ts'
import { createMailServerService } from './mail-server/mail-server.service.ts'
import { createOfficeHoursService } from './office-hours/office-hours.service.ts'
import { createPagesService } from './pages/pages.service.ts'
import { createPictureFocusService } from './picture-focus/picture-focus.service.ts'
import { createPoliciesService } from './policies/policies.service.ts'
import { createPrivatePicturesService } from './private-pictures/private-pictures.service.ts'
import { createSchoolService } from './school.service.ts'
import { createSetUpService } from './set-up/set-up.service.ts'

export type SchoolRoom = ReturnType<typeof createSchool>

export function createSchool(deps: Deps) {
  const pages = createPagesService(deps)
  const school = createSchoolService(deps, pages)
  const mailServer = createMailServerService(deps, school)
  return {
    hallPrices: createHallPricesService(deps),
    officeHours: createOfficeHoursService(deps),
    privatePictures: createPrivatePicturesService(deps),
    logo: createLogoService(deps, school),
    pictureFocus: createPictureFocusService(deps),
    mailServer,
    pages,
    policies: createPoliciesService(deps, school, pages, mailServer),
    school,
    emptying: createEmptyingService(deps, school),
    setUp: createSetUpService(deps, school, mailServer, pages),
  }
}
