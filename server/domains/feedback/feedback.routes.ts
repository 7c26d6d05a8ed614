import { listFeedback, listTestimonials } from '../../../contract/feedback.ts'
import { type BoundEndpoint, bind } from '../../http/context.ts'
import type { FeedbackService } from './feedback.service.ts'

export function feedbackRoutes(feedback: FeedbackService): BoundEndpoint[] {
  return [
    bind(listFeedback, async (_input, { caller }) => ({
      success: true,
      data: caller?.usertype === 'admin' ? await feedback.listForAdmin() : await feedback.listForPublic(),
    })),
    bind(listTestimonials, async () => ({ success: true, data: await feedback.listForPublic() })),
  ]
}
