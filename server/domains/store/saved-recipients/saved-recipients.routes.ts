import * as contract from '../../../../contract/store/saved-recipients.ts'
import type { BoundEndpoint } from '../../../http/context.ts'
import { bindOwn } from '../../../http/record-routes.ts'
import type { SavedRecipientsService } from './saved-recipients.service.ts'

export function savedRecipientsRoutes(recipients: SavedRecipientsService): BoundEndpoint[] {
  return [
    bindOwn(contract.listSavedRecipients, ({ userId }) => recipients.list(userId)),
    bindOwn(contract.saveRecipient, ({ userId }, { body }) => recipients.save(userId, body)),
    bindOwn(contract.changeSavedRecipient, ({ userId }, { params, body }) =>
      recipients.change(userId, params.id, body),
    ),
    bindOwn(contract.deleteSavedRecipient, ({ userId }, { params }) => recipients.delete(userId, params.id)),
  ]
}
