import { getMessage, listMessages, markMessageSent, resendMessage } from '../../../contract/messages.ts'
import { type BoundEndpoint, bind, requireCaller } from '../../http/context.ts'
import { bindPage } from '../../http/record-routes.ts'
import type { SchoolService } from '../school/school.service.ts'
import type { MessagesService } from './messages.service.ts'

export function messagesRoutes(messages: MessagesService, school: SchoolService): BoundEndpoint[] {
  return [
    bindPage(listMessages, messages.list),
    bind(getMessage, async ({ params }) => ({ success: true, data: await messages.preview(params.id) })),
    bind(resendMessage, async ({ params }, context) => {
      const sender = await school.sender()
      return context.once(async (tx) => ({
        success: true,
        data: await messages.resend(tx, params.id, sender, requireCaller(context)),
      }))
    }),
    bind(markMessageSent, async ({ params }, context) => {
      const sender = await school.sender()
      return context.once(async (tx) => ({
        success: true,
        data: await messages.markSent(tx, params.id, sender, requireCaller(context)),
      }))
    }),
  ]
}
