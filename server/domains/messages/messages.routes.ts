import * as contract from '../../../contract/messages/messages.ts'
import * as bind from '../../http/bind.ts'
import { type BoundEndpoint, requireCaller } from '../../http/context.ts'
import type { MessagesService } from './messages.service.ts'

export function messagesRoutes(messages: MessagesService): BoundEndpoint[] {
  return [
    bind.list(contract.listMessages, messages.list),
    bind.own(contract.getMessage, (caller, { params }) => messages.preview(params.id, caller)),
    bind.prepared(contract.resendMessage, messages.prepare, (tx, prepared, { params }, context) =>
      messages.resend(tx, params.id, prepared, requireCaller(context)),
    ),
    bind.once(contract.markMessagesSent, async (tx, { body: { ids, isSent } }, context) => ({
      marked: await messages.markMany(tx, ids, isSent, requireCaller(context)),
    })),
    bind.prepared(contract.markMessageSent, messages.prepare, (tx, prepared, { params }, context) =>
      messages.markSent(tx, params.id, prepared, requireCaller(context)),
    ),
  ]
}
