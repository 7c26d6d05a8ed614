export { catalogueRoutes } from './catalogue.routes.ts'
export { type Catalogue, createCatalogue } from './catalogue-services.ts'
export { batchFactsOf, roomOf } from './courses/batch-facts.ts'
export type { Offer } from './courses/batch-sale.ts'
export { type BatchRow, type StaffBatch, staffBatches } from './courses/batches.repository.ts'
export * as courseLetters from './courses/courses.letters.ts'
export { presentSession, presentStaffBatch } from './courses/courses.presenter.ts'
export { countCourses } from './courses/courses.repository.ts'
export type { CalendarBatch, CoursesService } from './courses/courses.service.ts'
export {
  listClosings,
  listMeetings,
  listOnClosedDays,
  type NamedMeeting,
  namedMeetings,
} from './courses/meetings.repository.ts'
export { countNotes, countReviews } from './feedback/feedback.service.ts'
export { countInstructors } from './instructors/instructors.service.ts'
