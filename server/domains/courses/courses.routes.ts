import { courseDefaults } from '../../../contract/course-facts.ts'
import * as contract from '../../../contract/courses.ts'
import { addBatch } from '../../../contract/rosters.ts'
import { type BoundEndpoint, bind, requireCaller } from '../../http/context.ts'
import { presentNewBatch } from './courses.presenter.ts'
import type { CoursesService } from './courses.service.ts'

export function coursesRoutes(courses: CoursesService): BoundEndpoint[] {
  return [
    bind(contract.listCourses, () => courses.listCourses()),
    bind(contract.getCourse, ({ params }) => courses.getCourseDetail(params.slug)),
    bind(contract.listClasses, async ({ query }, context) => {
      const { classes, next } = await courses.listClasses(query)
      context.nextPage(next)
      return classes
    }),
    bind(contract.addClass, async ({ body }, context) => {
      const by = requireCaller(context)
      const picture = await courses.storeNewImage(body.image)
      return context.once(async (tx) => ({
        success: true,
        data: await courses.addClass(tx, body, picture, by),
      }))
    }),
    bind(contract.importClasses, async ({ body }, context) => {
      const by = requireCaller(context)
      if (body.dryRun) return { success: true, data: await courses.checkImport(body.rows) }
      return context.once(async (tx) => ({
        success: true,
        data: await courses.importClasses(tx, body.rows, by),
      }))
    }),
    bind(contract.updateClass, async ({ params, body }, context) => ({
      success: true,
      data: await courses.updateClass(params.id, body, requireCaller(context)),
    })),
    bind(addBatch, ({ body }, context) =>
      context.once(async (tx) => {
        const { day, time = null, capacity = courseDefaults.capacity, courseId } = body
        const by = requireCaller(context)
        const row = await courses.addBatch(tx, { courseId, day, time, capacity }, by)
        return { success: true, data: presentNewBatch(row) }
      }),
    ),
    bind(contract.deleteClass, async ({ params }, context) => {
      await courses.deleteClass(params.id, requireCaller(context))
      return { success: true }
    }),
  ]
}
