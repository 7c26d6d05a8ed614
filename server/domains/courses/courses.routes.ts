import { courseDefaults } from '../../../contract/course-facts.ts'
import * as contract from '../../../contract/courses.ts'
import { addBatch } from '../../../contract/rosters.ts'
import { type BoundEndpoint, bind, requireCaller } from '../../http/context.ts'
import { bindAdd, bindChange, bindDelete, bindImport, rowsOf } from '../../http/record-routes.ts'
import type { CoursesService } from './courses.service.ts'

export function coursesRoutes(courses: CoursesService): BoundEndpoint[] {
  return [
    bind(contract.listCourses, () => courses.listCourses()),
    bind(contract.getCourse, ({ params }) => courses.getCourseDetail(params.slug)),
    bind(contract.listClasses, async ({ query }, context) =>
      rowsOf(await courses.listClasses(query), context),
    ),
    bind(contract.getClass, ({ params }) => courses.getClass(params.id)),
    bind(contract.addClass, async ({ body }, context) => {
      const by = requireCaller(context)
      const picture = await courses.storeNewImage(body.image)
      return context.once(async (tx) => ({
        success: true,
        data: await courses.addClass(tx, body, picture, by),
      }))
    }),
    bindImport(contract.importClasses, courses.imports),
    bindChange(contract.updateClass, courses.updateClass),
    bindAdd(addBatch, (tx, { courseId, day, time = null, capacity = courseDefaults.capacity }, by) =>
      courses.addBatch(tx, { courseId, day, time, capacity }, by),
    ),
    bindDelete(contract.deleteClass, courses.deleteClass),
  ]
}
