import type { Transaction } from 'kysely'
import type * as z from 'zod/mini'
import type { contactBody, newsletterBody } from '../../../contract/subscriptions.ts'
import type { Schema } from '../../db/schema.ts'
import type { Deps } from '../deps.ts'
import { insertContact, insertSubscriber } from './subscriptions.repository.ts'

export type SubscriptionsService = ReturnType<typeof createSubscriptionsService>

export function createSubscriptionsService({ clock, ids, outbox }: Deps) {
  return {
    /** A known address is subscribed once; nobody learns whether it was known. */
    async subscribe(tx: Transaction<Schema>, { email }: z.output<typeof newsletterBody>): Promise<void> {
      if (!(await insertSubscriber(tx, { email, created_at: clock.now() }))) return
      await outbox.add(tx, {
        cause: `newsletter:${email}:welcome`,
        template: 'newsletter-welcome',
        channel: 'email',
        recipient: email,
        data: { email },
      })
    },

    async leaveContact(tx: Transaction<Schema>, contact: z.output<typeof contactBody>): Promise<void> {
      const id = ids.id()
      await insertContact(tx, {
        id,
        name: contact.name,
        email: contact.email,
        phone: contact.phone,
        created_at: clock.now(),
      })
      await outbox.add(tx, {
        cause: `contact:${id}:received`,
        template: 'contact-received',
        channel: 'email',
        recipient: contact.email,
        data: { name: contact.name },
      })
    },
  }
}
