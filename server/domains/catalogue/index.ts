import type { Deps, Events } from '../deps.ts'
import { createCoursesService } from './courses/courses.service.ts'
import { createFeedbackService } from './feedback/feedback.service.ts'
import { createInstructorsService } from './instructors/instructors.service.ts'
import { createRoomsService } from './rooms/rooms.service.ts'

export { catalogueRoutes } from './catalogue.routes.ts'
export { batchFactsOf, roomOf } from './courses/batch-facts.ts'
export type { Offer } from './courses/batch-sale.ts'
export { presentSession, presentStaffBatch } from './courses/batches.presenter.ts'
export { type BatchRow, type StaffBatch, staffBatches } from './courses/batches.repository.ts'
export * as courseLetters from './courses/courses.letters.ts'
export type { CalendarBatch, CoursesService } from './courses/courses.service.ts'
export {
  listClosings,
  listMeetings,
  listOnClosedDays,
  type NamedMeeting,
  namedMeetings,
} from './courses/meetings.repository.ts'

export type Catalogue = ReturnType<typeof createCatalogue>

export function createCatalogue(deps: Deps, events: Events) {
  const courses = createCoursesService(deps, events)
  return {
    courses,
    feedback: createFeedbackService(deps),
    instructors: createInstructorsService(deps, courses),
    rooms: createRoomsService(deps),
  }
}
