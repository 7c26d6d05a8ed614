import * as contract from '../../../contract/feedback.ts'
import { type BoundEndpoint, bind, requireCaller } from '../../http/context.ts'
import type { FeedbackService } from './feedback.service.ts'

export function feedbackRoutes(feedback: FeedbackService): BoundEndpoint[] {
  return [
    bind(contract.listFeedback, async ({ query }, context) => {
      if (context.caller?.usertype !== 'admin') {
        return { success: true, data: await feedback.listForPublic() }
      }
      const { rows, next } = await feedback.listForAdmin(query)
      context.nextPage(next)
      return { success: true, data: rows }
    }),
    bind(contract.listTestimonials, async () => ({ success: true, data: await feedback.listForPublic() })),
    bind(contract.addStudentFeedback, ({ body }, context) =>
      context.once(async (tx) => ({
        success: true,
        data: await feedback.addStudentFeedback(tx, body, requireCaller(context)),
      })),
    ),
    bind(contract.deleteStudentFeedback, async ({ params }, context) => {
      await feedback.removeStudentFeedback(params.id, requireCaller(context))
      return { success: true }
    }),
    bind(contract.addStatusFeedback, ({ body }, context) =>
      context.once(async (tx) => ({
        success: true,
        data: await feedback.addStatusFeedback(tx, body, requireCaller(context)),
      })),
    ),
    bind(contract.updateStatusFeedback, async ({ params, body }, context) => ({
      success: true,
      data: await feedback.updateStatusFeedback(params.id, body, requireCaller(context)),
    })),
    bind(contract.deleteStatusFeedback, async ({ params }, context) => {
      await feedback.removeStatusFeedback(params.id, requireCaller(context))
      return { success: true }
    }),
  ]
}
