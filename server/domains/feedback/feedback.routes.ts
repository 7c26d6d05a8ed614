import * as contract from '../../../contract/feedback.ts'
import { type BoundEndpoint, bind } from '../../http/context.ts'
import { bindAdd, bindChange, bindDelete, bindOne, rowsOf } from '../../http/record-routes.ts'
import type { FeedbackService } from './feedback.service.ts'

export function feedbackRoutes(feedback: FeedbackService): BoundEndpoint[] {
  return [
    bind(contract.listFeedback, async ({ query }, context) => {
      const isStaff = context.caller?.usertype === 'admin'
      const data = isStaff
        ? rowsOf(await feedback.listForAdmin(query), context)
        : await feedback.listForPublic()
      return { success: true, data }
    }),
    bind(contract.listTestimonials, async () => ({ success: true, data: await feedback.listForPublic() })),
    bindAdd(contract.addStudentFeedback, feedback.addStudentFeedback),
    bindDelete(contract.deleteStudentFeedback, feedback.removeStudentFeedback),
    bindAdd(contract.addStatusFeedback, feedback.addStatusFeedback),
    bindOne(contract.getStatusFeedback, feedback.getStatusFeedback),
    bindChange(contract.updateStatusFeedback, feedback.updateStatusFeedback),
    bindDelete(contract.deleteStatusFeedback, feedback.removeStatusFeedback),
  ]
}
