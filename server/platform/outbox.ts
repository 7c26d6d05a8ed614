import type { Transaction } from 'kysely'
import type { Schema } from '../db/schema.ts'
import type { Clock } from './clock.ts'
import type { Ids } from './ids.ts'
import { isConfidential, type TemplateData, type TemplateName } from './messages/templates.ts'
import type { Seal } from './seal.ts'

interface Envelope {
  /** What it is about, once and for all, e.g. `enrolment:abc:confirmed`: a second message with it is dropped. */
  cause: string
  channel: 'email' | 'chat'
  /** An e-mail address or a ten-digit phone number. */
  recipient: string
  /** Not before this instant; now unless told. */
  notBefore?: string
}

/** A message that a transaction promises somebody: a template of `platform/messages/` and what it needs. */
export type OutboxMessage = {
  [N in TemplateName]: Envelope & { template: N; data: TemplateData<N> }
}[TemplateName]

export interface Outbox {
  /** Writes the messages in the transaction of their cause (architecture rule 6); the worker sends them afterwards. */
  add(tx: Transaction<Schema>, ...messages: OutboxMessage[]): Promise<void>
}

export function createOutbox({ clock, ids, seal }: { clock: Clock; ids: Ids; seal: Seal }): Outbox {
  return {
    async add(tx, ...messages) {
      if (messages.length === 0) return
      const now = clock.now()
      await tx
        .insertInto('outbox')
        .values(
          messages.map((message) => ({
            id: ids.id(),
            cause: message.cause,
            template: message.template,
            channel: message.channel,
            recipient: message.recipient,
            data: isConfidential(message.template)
              ? seal.close(JSON.stringify(message.data))
              : JSON.stringify(message.data),
            status: 'queued',
            next_attempt_at: message.notBefore ?? now,
            created_at: now,
            last_error: null,
            sent_at: null,
            attempts: 0,
          })),
        )
        .onConflict((conflict) => conflict.column('cause').doNothing())
        .execute()
    },
  }
}
