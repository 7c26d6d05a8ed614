import type { Deps } from '../deps.ts'
import { createHallPricesService } from './hall-prices/hall-prices.service.ts'
import { createOfficeHoursService } from './office-hours/office-hours.service.ts'
import { createPrivatePicturesService } from './private-pictures/private-pictures.service.ts'
import { createSchoolService } from './school.service.ts'

export type { OfficeHoursService } from './office-hours/office-hours.service.ts'
export { refuseUnsafePayments } from './payment-guard.ts'
export type { PrivatePicturesService, Sender } from './private-pictures/private-pictures.service.ts'
export * as schoolLetters from './school.letters.ts'
export { schoolRoutes } from './school.routes.ts'
export { type DeliveryTimes, requireGroupSize, type SchoolService } from './school.service.ts'
export { schoolEmailUnlessSet, settingText } from './school-settings.ts'

export type SchoolRoom = ReturnType<typeof createSchool>

export function createSchool(deps: Deps) {
  return {
    hallPrices: createHallPricesService(deps),
    officeHours: createOfficeHoursService(deps),
    privatePictures: createPrivatePicturesService(deps),
    school: createSchoolService(deps),
  }
}
