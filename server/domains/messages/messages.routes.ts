import * as contract from '../../../contract/messages/messages.ts'
import { type BoundEndpoint, requireCaller } from '../../http/context.ts'
import { bindOnce, bindOwn, bindPage, bindPrepared } from '../../http/record-routes.ts'
import type { SchoolService } from '../school/index.ts'
import type { MessagesService } from './messages.service.ts'

export function messagesRoutes(messages: MessagesService, school: SchoolService): BoundEndpoint[] {
  return [
    bindPage(contract.listMessages, messages.list),
    bindOwn(contract.getMessage, (caller, { params }) => messages.preview(params.id, caller)),
    bindPrepared(contract.resendMessage, school.sender, (tx, sender, { params }, context) =>
      messages.resend(tx, params.id, sender, requireCaller(context)),
    ),
    bindOnce(contract.markMessagesSent, async (tx, { body: { ids, isSent } }, context) => ({
      marked: await messages.markMany(tx, ids, isSent, requireCaller(context)),
    })),
    bindPrepared(contract.markMessageSent, school.sender, (tx, sender, { params }, context) =>
      messages.markSent(tx, params.id, sender, requireCaller(context)),
    ),
  ]
}
