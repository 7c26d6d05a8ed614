import * as batchesContract from '../../../contract/catalogue/batches.ts'
import * as coursesContract from '../../../contract/catalogue/courses.ts'
import * as feedbackContract from '../../../contract/catalogue/feedback.ts'
import * as instructorsContract from '../../../contract/catalogue/instructors.ts'
import { roomRecords } from '../../../contract/catalogue/rooms.ts'
import { hasRight } from '../../../contract/rights.ts'
import * as bind from '../../http/bind.ts'
import { type BoundEndpoint, requireCaller } from '../../http/context.ts'
import { previewedId } from '../../platform/preview-links.ts'
import type { Catalogue } from './catalogue-services.ts'

export function catalogueRoutes({ courses, feedback, instructors, rooms }: Catalogue): BoundEndpoint[] {
  return [
    bind.open(coursesContract.listCourses, courses.listCourses),
    bind.open(coursesContract.getCourse, ({ params }, { preview }) =>
      courses.getCourseDetail(params.slug, previewedId(preview, 'class')),
    ),
    bind.open(coursesContract.listBatchMeetings, ({ params }, { preview }) =>
      courses.listBatchMeetings(params.id, previewedId(preview, 'class')),
    ),
    bind.list(coursesContract.listClasses, courses.listClasses),
    bind.get(coursesContract.getClass, courses.getClass),
    bind.prepared(
      coursesContract.addClass,
      ({ body }) => courses.storeNewImage(body.image),
      (tx, picture, { body }, context) => courses.addClass(tx, body, picture, requireCaller(context)),
    ),
    bind.once(coursesContract.copyClass, (tx, { params, body }, context) =>
      courses.copyClass(tx, params.id, body, requireCaller(context)),
    ),
    ...bind.imports(coursesContract.classImports, courses.imports),
    bind.update(coursesContract.updateClass, courses.updateClass),
    bind.add(batchesContract.addBatch, courses.addBatch),
    bind.get(batchesContract.getBatch, courses.getBatch),
    bind.update(batchesContract.updateBatch, courses.updateBatch),
    bind.update(batchesContract.saveSessions, courses.saveSessions),
    bind.own(coursesContract.beginClassPreview, (by, { params }) => courses.beginPreview(params.id, by)),
    bind.remove(coursesContract.deleteClass, courses.deleteClass),

    bind.open(feedbackContract.listFeedback, async ({ query }, context) =>
      hasRight(context.caller?.role, 'site')
        ? bind.rowsOf(await feedback.listForAdmin(query), context)
        : feedback.listForPublic(),
    ),
    bind.open(feedbackContract.listTestimonials, feedback.listForPublic),
    bind.add(feedbackContract.addStudentFeedback, feedback.addStudentFeedback),
    bind.remove(feedbackContract.deleteStudentFeedback, feedback.removeStudentFeedback),
    bind.add(feedbackContract.addStatusFeedback, feedback.addStatusFeedback),
    bind.get(feedbackContract.getStatusFeedback, feedback.getStatusFeedback),
    bind.update(feedbackContract.updateStatusFeedback, feedback.updateStatusFeedback),
    bind.remove(feedbackContract.deleteStatusFeedback, feedback.removeStatusFeedback),

    bind.open(instructorsContract.listInstructors, async ({ query }, context) =>
      hasRight(context.caller?.role, 'classes')
        ? bind.rowsOf(await instructors.listForAdmin(query), context)
        : instructors.listForPublic(),
    ),
    bind.prepared(
      instructorsContract.addInstructor,
      ({ body }) => instructors.storeNewImage(body.profile_image),
      (tx, picture, { body }, context) => instructors.add(tx, body, picture, requireCaller(context)),
    ),
    bind.get(instructorsContract.getInstructor, instructors.getForAdmin),
    bind.update(instructorsContract.updateInstructor, instructors.update),
    bind.own(instructorsContract.deleteInstructor, (caller, { params, query }) =>
      instructors.delete(params.id, query.replacement, caller),
    ),

    ...bind.record(roomRecords, rooms),
  ]
}
