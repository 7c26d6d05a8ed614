import {
  leaveContact,
  subscribeToNewsletter,
  unsubscribeFromNewsletter,
} from '../../../contract/subscriptions.ts'
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
    bind(unsubscribeFromNewsletter, ({ params }, { once }) =>
      once(async (tx) => {
        await subscriptions.unsubscribe(tx, params.token)
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
