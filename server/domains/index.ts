import type { BoundEndpoint } from '../http/context.ts'
import { accountsRoutes } from './accounts/accounts.routes.ts'
import { createAccountsService } from './accounts/accounts.service.ts'
import { coursesRoutes } from './courses/courses.routes.ts'
import { createCoursesService } from './courses/courses.service.ts'
import type { Deps } from './deps.ts'
import { eventPricingRoutes } from './event-pricing/event-pricing.routes.ts'
import { createEventPricingService } from './event-pricing/event-pricing.service.ts'
import { favouritesRoutes } from './favourites/favourites.routes.ts'
import { createFavouritesService } from './favourites/favourites.service.ts'
import { feedbackRoutes } from './feedback/feedback.routes.ts'
import { createFeedbackService } from './feedback/feedback.service.ts'
import { impactsRoutes } from './impacts/impacts.routes.ts'
import { createImpactsService } from './impacts/impacts.service.ts'
import { instructorsRoutes } from './instructors/instructors.routes.ts'
import { createInstructorsService } from './instructors/instructors.service.ts'
import { officeHoursRoutes } from './office-hours/office-hours.routes.ts'
import { createOfficeHoursService } from './office-hours/office-hours.service.ts'
import { schoolRoutes } from './school/school.routes.ts'
import { createSchoolService } from './school/school.service.ts'
import { subscriptionsRoutes } from './subscriptions/subscriptions.routes.ts'
import { createSubscriptionsService } from './subscriptions/subscriptions.service.ts'

/** The domains' services, each made once; a domain gets another's service here and nowhere else. */
export function createServices(deps: Deps) {
  const courses = createCoursesService(deps)
  return {
    deps,
    accounts: createAccountsService(deps),
    eventPricing: createEventPricingService(deps),
    courses,
    favourites: createFavouritesService(deps, courses),
    feedback: createFeedbackService(deps),
    impacts: createImpactsService(deps),
    instructors: createInstructorsService(deps),
    officeHours: createOfficeHoursService(deps),
    school: createSchoolService(deps),
    subscriptions: createSubscriptionsService(deps),
  }
}
export type Services = ReturnType<typeof createServices>

/** Every endpoint with the code that answers it: one line per domain. */
export function bindEndpoints(services: Services): BoundEndpoint[] {
  return [
    ...accountsRoutes(services.accounts),
    ...eventPricingRoutes(services.eventPricing),
    ...coursesRoutes(services.courses),
    ...favouritesRoutes(services.favourites),
    ...feedbackRoutes(services.feedback),
    ...impactsRoutes(services.impacts),
    ...instructorsRoutes(services.instructors),
    ...officeHoursRoutes(services.officeHours),
    ...schoolRoutes(services.school),
    ...subscriptionsRoutes(services.subscriptions),
  ]
}
