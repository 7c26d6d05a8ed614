import * as contract from '../../../contract/messages/messages.ts'
import * as bind from '../../http/bind.ts'
import { type BoundEndpoint, requireCaller } from '../../http/context.ts'
import type { SchoolService } from '../school/index.ts'
import type { MessagesService } from './messages.service.ts'

export function messagesRoutes(messages: MessagesService, school: SchoolService): BoundEndpoint[] {
  return [
    bind.list(contract.listMessages, messages.list),
    bind.own(contract.getMessage, (caller, { params }) => messages.preview(params.id, caller)),
    bind.prepared(contract.resendMessage, school.sender, (tx, sender, { params }, context) =>
      messages.resend(tx, params.id, sender, requireCaller(context)),
    ),
    bind.once(contract.markMessagesSent, async (tx, { body: { ids, isSent } }, context) => ({
      marked: await messages.markMany(tx, ids, isSent, requireCaller(context)),
    })),
    bind.prepared(contract.markMessageSent, school.sender, (tx, sender, { params }, context) =>
      messages.markSent(tx, params.id, sender, requireCaller(context)),
    ),
  ]
}
