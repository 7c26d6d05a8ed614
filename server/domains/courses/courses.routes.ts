import * as contract from '../../../contract/courses.ts'
import { type BoundEndpoint, bind } from '../../http/context.ts'
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
    bind(contract.addClass, async ({ body }, { once }) => {
      const picture = await courses.storeNewImage(body.image)
      return once(async (tx) => ({ success: true, data: await courses.addClass(tx, body, picture) }))
    }),
    bind(contract.updateClass, async ({ params, body }) => ({
      success: true,
      data: await courses.updateClass(params.id, body),
    })),
    bind(contract.deleteClass, async ({ params }) => {
      await courses.deleteClass(params.id)
      return { success: true }
    }),
  ]
}
