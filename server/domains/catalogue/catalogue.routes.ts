import * as batchesContract from '../../../contract/catalogue/batches.ts'
import * as coursesContract from '../../../contract/catalogue/courses.ts'
import * as feedbackContract from '../../../contract/catalogue/feedback.ts'
import * as instructorsContract from '../../../contract/catalogue/instructors.ts'
import { roomRecords } from '../../../contract/catalogue/rooms.ts'
import { hasRight } from '../../../contract/rights.ts'
import { type BoundEndpoint, requireCaller } from '../../http/context.ts'
import {
  bindAdd,
  bindChange,
  bindDelete,
  bindImports,
  bindOne,
  bindOpen,
  bindOwn,
  bindPage,
  bindPrepared,
  bindRecord,
  rowsOf,
} from '../../http/record-routes.ts'
import type { Catalogue } from './catalogue-services.ts'

export function catalogueRoutes({ courses, feedback, instructors, rooms }: Catalogue): BoundEndpoint[] {
  return [
    bindOpen(coursesContract.listCourses, courses.listCourses),
    bindOpen(coursesContract.getCourse, ({ params }) => courses.getCourseDetail(params.slug)),
    bindOpen(coursesContract.listBatchMeetings, ({ params }) => courses.listBatchMeetings(params.id)),
    bindPage(coursesContract.listClasses, courses.listClasses),
    bindOne(coursesContract.getClass, courses.getClass),
    bindPrepared(
      coursesContract.addClass,
      ({ body }) => courses.storeNewImage(body.image),
      (tx, picture, { body }, context) => courses.addClass(tx, body, picture, requireCaller(context)),
    ),
    ...bindImports(coursesContract.classImports, courses.imports),
    bindChange(coursesContract.updateClass, courses.updateClass),
    bindAdd(batchesContract.addBatch, courses.addBatch),
    bindOne(batchesContract.getBatch, courses.getBatch),
    bindChange(batchesContract.updateBatch, courses.updateBatch),
    bindChange(batchesContract.saveSessions, courses.saveSessions),
    bindDelete(coursesContract.deleteClass, courses.deleteClass),

    bindOpen(feedbackContract.listFeedback, async ({ query }, context) =>
      hasRight(context.caller?.role, 'site')
        ? rowsOf(await feedback.listForAdmin(query), context)
        : feedback.listForPublic(),
    ),
    bindOpen(feedbackContract.listTestimonials, feedback.listForPublic),
    bindAdd(feedbackContract.addStudentFeedback, feedback.addStudentFeedback),
    bindDelete(feedbackContract.deleteStudentFeedback, feedback.removeStudentFeedback),
    bindAdd(feedbackContract.addStatusFeedback, feedback.addStatusFeedback),
    bindOne(feedbackContract.getStatusFeedback, feedback.getStatusFeedback),
    bindChange(feedbackContract.updateStatusFeedback, feedback.updateStatusFeedback),
    bindDelete(feedbackContract.deleteStatusFeedback, feedback.removeStatusFeedback),

    bindOpen(instructorsContract.listInstructors, async ({ query }, context) =>
      hasRight(context.caller?.role, 'classes')
        ? rowsOf(await instructors.listForAdmin(query), context)
        : instructors.listForPublic(),
    ),
    bindPrepared(
      instructorsContract.addInstructor,
      ({ body }) => instructors.storeNewImage(body.profile_image),
      (tx, picture, { body }, context) => instructors.add(tx, body, picture, requireCaller(context)),
    ),
    bindOne(instructorsContract.getInstructor, instructors.getForAdmin),
    bindChange(instructorsContract.updateInstructor, instructors.update),
    bindOwn(instructorsContract.deleteInstructor, (caller, { params, query }) =>
      instructors.delete(params.id, query.replacement, caller),
    ),

    ...bindRecord(roomRecords, rooms),
  ]
}
