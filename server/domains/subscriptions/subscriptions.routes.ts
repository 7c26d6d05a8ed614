import { leaveContact, subscribeToNewsletter } from '../../../contract/subscriptions.ts'
import { type BoundEndpoint, bind } from '../../http/context.ts'
import type { SubscriptionsService } from './subscriptions.service.ts'

export function subscriptionsRoutes(subscriptions: SubscriptionsService): BoundEndpoint[] {
  return [
    bind(subscribeToNewsletter, ({ body }, { once }) =>
      once(async (tx) => {
        await subscriptions.subscribe(tx, body)
        return { success: true }
      }),
    ),
    bind(leaveContact, ({ body }, { once }) =>
      once(async (tx) => {
        await subscriptions.leaveContact(tx, body)
        return { success: true }
      }),
    ),
  ]
}
