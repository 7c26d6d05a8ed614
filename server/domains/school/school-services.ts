import type { Deps } from '../deps.ts'
import { createEmptyingService } from './emptying/emptying.service.ts'
import { createHallPricesService } from './hall-prices/hall-prices.service.ts'
import { createHeroPicturesService } from './hero-pictures/hero-pictures.service.ts'
import { createLogoService } from './logo/logo.service.ts'
import { createMailServerService } from './mail-server/mail-server.service.ts'
import { createOfficeHoursService } from './office-hours/office-hours.service.ts'
import { createPictureFocusService } from './picture-focus/picture-focus.service.ts'
import { createPoliciesService } from './policies/policies.service.ts'
import { createPrivatePicturesService } from './private-pictures/private-pictures.service.ts'
import { createSchoolService } from './school.service.ts'
import { createSetUpService } from './set-up/set-up.service.ts'

export type SchoolRoom = ReturnType<typeof createSchool>

export function createSchool(deps: Deps) {
  const school = createSchoolService(deps)
  const mailServer = createMailServerService(deps, school)
  return {
    hallPrices: createHallPricesService(deps),
    officeHours: createOfficeHoursService(deps),
    privatePictures: createPrivatePicturesService(deps),
    heroPictures: createHeroPicturesService(deps, school),
    logo: createLogoService(deps, school),
    pictureFocus: createPictureFocusService(deps),
    mailServer,
    policies: createPoliciesService(deps, school),
    school,
    emptying: createEmptyingService(deps, school),
    setUp: createSetUpService(deps, school, mailServer),
  }
}
