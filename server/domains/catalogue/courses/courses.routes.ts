import * as batches from '../../../../contract/catalogue/batches.ts'
import * as contract from '../../../../contract/catalogue/courses.ts'
import { type BoundEndpoint, requireCaller } from '../../../http/context.ts'
import * as records from '../../../http/record-routes.ts'
import type { CoursesService } from './courses.service.ts'

export function coursesRoutes(courses: CoursesService): BoundEndpoint[] {
  return [
    records.bindOpen(contract.listCourses, courses.listCourses),
    records.bindOpen(contract.getCourse, ({ params }) => courses.getCourseDetail(params.slug)),
    records.bindOpen(contract.listBatchMeetings, ({ params }) => courses.listBatchMeetings(params.id)),
    records.bindPage(contract.listClasses, courses.listClasses),
    records.bindOne(contract.getClass, courses.getClass),
    records.bindPrepared(
      contract.addClass,
      ({ body }) => courses.storeNewImage(body.image),
      (tx, picture, { body }, context) => courses.addClass(tx, body, picture, requireCaller(context)),
    ),
    ...records.bindImports(
      { run: contract.importClasses, list: contract.listClassImports, takeBack: contract.takeBackClasses },
      courses.imports,
    ),
    records.bindChange(contract.updateClass, courses.updateClass),
    records.bindAdd(batches.addBatch, courses.addBatch),
    records.bindOne(batches.getBatch, courses.getBatch),
    records.bindChange(batches.updateBatch, courses.updateBatch),
    records.bindChange(batches.saveSessions, courses.saveSessions),
    records.bindDelete(contract.deleteClass, courses.deleteClass),
  ]
}
