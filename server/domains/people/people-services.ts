import type { Deps } from '../deps.ts'
import type { SchoolRoom } from '../school/index.ts'
import type { System } from '../system/index.ts'
import { createCustomRequestsService } from './custom-requests/custom-requests.service.ts'
import { createEnquiriesService } from './enquiries/enquiries.service.ts'
import { createPersonDataService } from './person-data/person-data.service.ts'
import { createStudentsService } from './students/students.service.ts'
import { createSubscriptionsService } from './subscriptions/subscriptions.service.ts'

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
