import * as contract from '../../../contract/instructors.ts'
import { type BoundEndpoint, bind, requireCaller } from '../../http/context.ts'
import { bindChange, bindDelete, bindOne, rowsOf } from '../../http/record-routes.ts'
import type { InstructorsService } from './instructors.service.ts'

export function instructorsRoutes(instructors: InstructorsService): BoundEndpoint[] {
  return [
    bind(contract.listInstructors, async ({ query }, context) => {
      const isStaff = context.caller?.usertype === 'admin'
      const data = isStaff
        ? rowsOf(await instructors.listForAdmin(query), context)
        : await instructors.listForPublic()
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
    bindOne(contract.getInstructor, instructors.getForAdmin),
    bindChange(contract.updateInstructor, instructors.update),
    bindDelete(contract.deleteInstructor, instructors.delete),
  ]
}
