import type { Deps, Events } from '../deps.ts'
import { createCoursesService } from './courses/courses.service.ts'
import { createFeedbackService } from './feedback/feedback.service.ts'
import { createInstructorsService } from './instructors/instructors.service.ts'
import { createRoomsService } from './rooms/rooms.service.ts'

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
