import * as contract from '../../../../contract/catalogue/instructors.ts'
import { hasRight } from '../../../../contract/rights.ts'
import { type BoundEndpoint, requireCaller } from '../../../http/context.ts'
import { bindChange, bindOne, bindOpen, bindOwn, bindPrepared, rowsOf } from '../../../http/record-routes.ts'
import type { InstructorsService } from './instructors.service.ts'

export function instructorsRoutes(instructors: InstructorsService): BoundEndpoint[] {
  return [
    bindOpen(contract.listInstructors, async ({ query }, context) =>
      hasRight(context.caller?.role, 'classes')
        ? rowsOf(await instructors.listForAdmin(query), context)
        : instructors.listForPublic(),
    ),
    bindPrepared(
      contract.addInstructor,
      ({ body }) => instructors.storeNewImage(body.profile_image),
      (tx, picture, { body }, context) => instructors.add(tx, body, picture, requireCaller(context)),
    ),
    bindOne(contract.getInstructor, instructors.getForAdmin),
    bindChange(contract.updateInstructor, instructors.update),
    bindOwn(contract.deleteInstructor, (caller, { params, query }) =>
      instructors.delete(params.id, query.replacement, caller),
    ),
  ]
}
