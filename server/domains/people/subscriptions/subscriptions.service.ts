import type * as z from 'zod/mini'
import { refusal } from '../../../../contract/errors.ts'
import type { contactBody, newsletterBody } from '../../../../contract/people/subscriptions.ts'
import { insertUnlessThere } from '../../../db/guards.ts'
import type { Tx } from '../../../db/schema.ts'
import { authSecret } from '../../../platform/secret.ts'
import { createSignedLinks } from '../../../platform/signed-links.ts'
import type { Deps } from '../../deps.ts'
import { contactReceived, newsletterWelcome } from './subscriptions.letters.ts'

export function createSubscriptionsService({ clock, ids, outbox, config }: Deps) {
  const links = createSignedLinks(authSecret(config))
  return {
    /** The response does not reveal whether the address was subscribed already. */
    async subscribe(tx: Tx, { email }: z.output<typeof newsletterBody>) {
      const id = ids.id()
      const row = { id, email, created_at: clock.now() }
      if (!(await insertUnlessThere(tx, 'newsletter_subscriber', row, 'email'))) return
      await outbox.tell(tx, {
        to: { email },
        cause: `newsletter:${id}:welcome`,
        words: newsletterWelcome({ subscriberId: id }),
      })
    },

    async unsubscribe(tx: Tx, token: string) {
      const id = links.read('newsletter', token)
      if (id === null) throw refusal('link-of-others')
      await tx.deleteFrom('newsletter_subscriber').where('id', '=', id).execute()
    },

    async leaveContact(tx: Tx, contact: z.output<typeof contactBody>) {
      const id = ids.id()
      const { name, email, phone } = contact
      await tx.insertInto('contact').values({ id, name, email, phone, created_at: clock.now() }).execute()
      await outbox.tell(tx, {
        to: contact,
        cause: `contact:${id}:received`,
        words: contactReceived({ name }),
      })
    },
  }
}
