import type { BoundEndpoint } from '../../http/context.ts'
import type { Deps, Events } from '../deps.ts'
import { coursesRoutes } from './courses/courses.routes.ts'
import { createCoursesService } from './courses/courses.service.ts'
import { feedbackRoutes } from './feedback/feedback.routes.ts'
import { createFeedbackService } from './feedback/feedback.service.ts'
import { instructorsRoutes } from './instructors/instructors.routes.ts'
import { createInstructorsService } from './instructors/instructors.service.ts'
import { roomsRoutes } from './rooms/rooms.routes.ts'
import { createRoomsService } from './rooms/rooms.service.ts'

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

export function catalogueRoutes({ courses, feedback, instructors, rooms }: Catalogue): BoundEndpoint[] {
  return [
    ...coursesRoutes(courses),
    ...feedbackRoutes(feedback),
    ...instructorsRoutes(instructors),
    ...roomsRoutes(rooms),
  ]
}
