import * as contract from '../../../contract/courses.ts'
import { type BoundEndpoint, bind, requireCaller } from '../../http/context.ts'
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
    bind(contract.deleteClass, async ({ params }, context) => {
      await courses.deleteClass(params.id, requireCaller(context))
      return { success: true }
    }),
  ]
}
