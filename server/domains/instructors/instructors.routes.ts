import * as contract from '../../../contract/instructors.ts'
import { type BoundEndpoint, bind, requireCaller } from '../../http/context.ts'
import type { InstructorsService } from './instructors.service.ts'

export function instructorsRoutes(instructors: InstructorsService): BoundEndpoint[] {
  return [
    bind(contract.listInstructors, async ({ query }, context) => {
      if (context.caller?.usertype !== 'admin') {
        return { success: true, data: await instructors.listForPublic() }
      }
      const { instructors: data, next } = await instructors.listForAdmin(query)
      context.nextPage(next)
      return { success: true, data }
    }),
    bind(contract.addInstructor, async ({ body }, context) => {
      const by = requireCaller(context)
      const picture = await instructors.storeNewImage(body.profile_image)
      return context.once(async (tx) => ({
        success: true,
        data: await instructors.add(tx, body, picture, by),
      }))
    }),
    bind(contract.updateInstructor, async ({ params, body }, context) => ({
      success: true,
      data: await instructors.update(params.id, body, requireCaller(context)),
    })),
    bind(contract.deleteInstructor, async ({ params }, context) => {
      await instructors.delete(params.id, requireCaller(context))
      return { success: true }
    }),
  ]
}
