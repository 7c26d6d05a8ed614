import * as contract from '../../../../contract/people/subscriptions.ts'
import type { BoundEndpoint } from '../../../http/context.ts'
import { bindOnce } from '../../../http/record-routes.ts'
import type { SubscriptionsService } from './subscriptions.service.ts'

export function subscriptionsRoutes(subscriptions: SubscriptionsService): BoundEndpoint[] {
  return [
    bindOnce(contract.subscribeToNewsletter, (tx, { body }) => subscriptions.subscribe(tx, body)),
    bindOnce(contract.unsubscribeFromNewsletter, (tx, { params }) =>
      subscriptions.unsubscribe(tx, params.token),
    ),
    bindOnce(contract.leaveContact, (tx, { body }) => subscriptions.leaveContact(tx, body)),
  ]
}
