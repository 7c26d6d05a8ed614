import type { Deps } from '../deps.ts'
import type { SchoolRoom } from '../school/index.ts'
import type { System } from '../system/index.ts'
import { createCustomRequestsService } from './custom-requests/custom-requests.service.ts'
import { createEnquiriesService } from './enquiries/enquiries.service.ts'
import { createPersonDataService } from './person-data/person-data.service.ts'
import { createStudentsService } from './students/students.service.ts'
import { createSubscriptionsService } from './subscriptions/subscriptions.service.ts'

export * as customRequestLetters from './custom-requests/custom-requests.letters.ts'
export * as enquiryLetters from './enquiries/enquiries.letters.ts'
export type { EnquiriesService } from './enquiries/enquiries.service.ts'
export { peopleRoutes } from './people.routes.ts'
export * as subscriptionLetters from './subscriptions/subscriptions.letters.ts'

export type People = ReturnType<typeof createPeople>

export function createPeople(deps: Deps, { privatePictures, school }: SchoolRoom, { housekeeping }: System) {
  return {
    customRequests: createCustomRequestsService(deps, privatePictures),
    enquiries: createEnquiriesService(deps, privatePictures),
    personData: createPersonDataService(deps, housekeeping, school),
    students: createStudentsService(deps),
    subscriptions: createSubscriptionsService(deps),
  }
}
