import type { BoundEndpoint } from '../../http/context.ts'
import type { Deps } from '../deps.ts'
import type { SchoolRoom } from '../school/index.ts'
import type { System } from '../system/index.ts'
import { customRequestsRoutes } from './custom-requests/custom-requests.routes.ts'
import { createCustomRequestsService } from './custom-requests/custom-requests.service.ts'
import { enquiriesRoutes } from './enquiries/enquiries.routes.ts'
import { createEnquiriesService } from './enquiries/enquiries.service.ts'
import { peopleDataRoutes } from './person-data/people-data.routes.ts'
import { createPeopleDataService } from './person-data/people-data.service.ts'
import { studentsRoutes } from './students/students.routes.ts'
import { createStudentsService } from './students/students.service.ts'
import { subscriptionsRoutes } from './subscriptions/subscriptions.routes.ts'
import { createSubscriptionsService } from './subscriptions/subscriptions.service.ts'

export * as customRequestLetters from './custom-requests/custom-requests.letters.ts'
export * as enquiryLetters from './enquiries/enquiries.letters.ts'
export type { EnquiriesService } from './enquiries/enquiries.service.ts'
export * as subscriptionLetters from './subscriptions/subscriptions.letters.ts'

export type People = ReturnType<typeof createPeople>

export function createPeople(deps: Deps, { privatePictures, school }: SchoolRoom, { housekeeping }: System) {
  return {
    customRequests: createCustomRequestsService(deps, privatePictures),
    enquiries: createEnquiriesService(deps, privatePictures),
    peopleData: createPeopleDataService(deps, housekeeping, school),
    students: createStudentsService(deps),
    subscriptions: createSubscriptionsService(deps),
  }
}

export function peopleRoutes(people: People): BoundEndpoint[] {
  return [
    ...customRequestsRoutes(people.customRequests),
    ...enquiriesRoutes(people.enquiries),
    ...peopleDataRoutes(people.peopleData),
    ...studentsRoutes(people.students),
    ...subscriptionsRoutes(people.subscriptions),
  ]
}
