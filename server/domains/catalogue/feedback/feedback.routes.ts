import * as contract from '../../../../contract/catalogue/feedback.ts'
import { hasRight } from '../../../../contract/rights.ts'
import type { BoundEndpoint } from '../../../http/context.ts'
import { bindAdd, bindChange, bindDelete, bindOne, bindOpen, rowsOf } from '../../../http/record-routes.ts'
import type { FeedbackService } from './feedback.service.ts'

export function feedbackRoutes(feedback: FeedbackService): BoundEndpoint[] {
  return [
    bindOpen(contract.listFeedback, async ({ query }, context) =>
      hasRight(context.caller?.role, 'site')
        ? rowsOf(await feedback.listForAdmin(query), context)
        : feedback.listForPublic(),
    ),
    bindOpen(contract.listTestimonials, feedback.listForPublic),
    bindAdd(contract.addStudentFeedback, feedback.addStudentFeedback),
    bindDelete(contract.deleteStudentFeedback, feedback.removeStudentFeedback),
    bindAdd(contract.addStatusFeedback, feedback.addStatusFeedback),
    bindOne(contract.getStatusFeedback, feedback.getStatusFeedback),
    bindChange(contract.updateStatusFeedback, feedback.updateStatusFeedback),
    bindDelete(contract.deleteStatusFeedback, feedback.removeStatusFeedback),
  ]
}
