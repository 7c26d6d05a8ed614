import * as contract from '../../../../contract/orders/reminders.ts'
import type { BoundEndpoint } from '../../../http/context.ts'
import { bindOnce, bindOwn } from '../../../http/record-routes.ts'
import type { RemindersService } from './reminders.service.ts'

export function remindersRoutes(reminders: RemindersService): BoundEndpoint[] {
  return [
    bindOnce(contract.setReminder, (tx, { params, body }, { caller }) =>
      reminders.set(tx, params.id, body, caller),
    ),
    bindOnce(contract.endReminder, (tx, { params }) => reminders.end(tx, params.token)),
    bindOwn(contract.getOrderRecipient, (caller, { params }) => reminders.recipientOf(caller, params.id)),
  ]
}
