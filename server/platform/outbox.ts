import type { Selectable, Transaction } from 'kysely'
import { type At, prepare, rowAt } from '../db/prepared.ts'
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

const columns = [
  'id',
  'cause',
  'template',
  'channel',
  'recipient',
  'data',
  'status',
  'next_attempt_at',
  'created_at',
  'attempts',
] as const

type NewMessage = Pick<Selectable<Schema['outbox']>, (typeof columns)[number]>

const inserts = new Map<number, ReturnType<typeof prepareInsert>>()

/** The statement that writes so many messages at once. */
function insertOf(count: number) {
  const known = inserts.get(count)
  if (known) return known
  const made = prepareInsert(count)
  inserts.set(count, made)
  return made
}

function prepareInsert(count: number) {
  return prepare((db, at: At<NewMessage[]>) =>
    db
      .insertInto('outbox')
      .values(
        Array.from({ length: count }, (_, index) =>
          rowAt(columns, <T>(read: (row: NewMessage) => T) => at((rows) => read(rows[index] as NewMessage))),
        ),
      )
      .onConflict((conflict) => conflict.column('cause').doNothing()),
  )
}

export function createOutbox({ clock, ids, seal }: { clock: Clock; ids: Ids; seal: Seal }): Outbox {
  return {
    async add(tx, ...messages) {
      if (messages.length === 0) return
      const now = clock.now()
      const rows = messages.map(
        ({ cause, template, channel, recipient, data, notBefore }): NewMessage => ({
          id: ids.id(),
          cause,
          template,
          channel,
          recipient,
          data: isConfidential(template) ? seal.close(JSON.stringify(data)) : JSON.stringify(data),
          status: 'queued',
          next_attempt_at: notBefore ?? now,
          created_at: now,
          attempts: 0,
        }),
      )
      await insertOf(rows.length)(tx, rows)
    },
  }
}
