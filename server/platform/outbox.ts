import type { Insertable, Transaction } from 'kysely'
import type { Schema } from '../db/schema.ts'
import type { Clock } from './clock.ts'
import type { Ids } from './ids.ts'
import { isConfidential, isForSchool, type TemplateData, type TemplateName } from './messages/templates.ts'
import { countLetters, isProved, mailboxOf } from './recipients.ts'
import type { Seal } from './seal.ts'

type Tx = Transaction<Schema>

/** Letters a day of the school's to an address that nobody has proved to be theirs, of all templates together. */
export const lettersADayMax = 10
/** What staff read of a letter that is held. */
export const heldBecause =
  'This address had its ten letters for the day. Send it if you know who asked for it.'

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
  /**
   * Writes the messages in the transaction of their cause (architecture rule 6); the worker sends them afterwards. The
   * letters that are too many for an address that nobody has proved are held, for staff.
   */
  add(tx: Tx, ...messages: OutboxMessage[]): Promise<void>
  /** Keeps others from promising letters to this address until the transaction ends. */
  lockRecipient(tx: Tx, email: string): Promise<void>
  /** Whether a message may say what people typed: whoever reads it there has asked for it, or staff send it by hand. */
  mayHaveTypedWords(
    tx: Tx,
    message: { template: string; channel: 'email' | 'chat'; recipient: string },
  ): Promise<boolean>
}

export function createOutbox({
  clock,
  ids,
  seal,
  schoolEmail,
}: {
  clock: Clock
  ids: Ids
  seal: Seal
  /** The school's address unless its settings say another. */
  schoolEmail: string
}): Outbox {
  const lettersOf = (email: string, letters: number) => ({
    mailbox: seal.fingerprint(`mailbox ${mailboxOf(email)}`),
    day: clock.today(),
    letters,
  })

  async function mayHaveTypedWords(
    tx: Tx,
    { template, channel, recipient }: { template: string; channel: 'email' | 'chat'; recipient: string },
  ): Promise<boolean> {
    return channel === 'chat' || isForSchool(template) || (await isProved(tx, recipient, schoolEmail))
  }

  /** Counts what was added for mailboxes that nobody has proved; what is too many waits for staff. */
  async function holdTooMany(tx: Tx, added: readonly Insertable<Schema['outbox']>[]): Promise<void> {
    const byMailbox = Map.groupBy(added, ({ recipient }) => mailboxOf(recipient))
    for (const [mailbox, rows] of byMailbox) {
      const letters = await countLetters(tx, lettersOf(mailbox, rows.length))
      const tooMany = rows.slice(Math.max(0, lettersADayMax - (letters - rows.length)))
      if (tooMany.length === 0) continue
      await tx
        .updateTable('outbox')
        .set({ status: 'held', last_error: heldBecause })
        .where(
          'id',
          'in',
          tooMany.map(({ id }) => id),
        )
        .execute()
    }
  }

  return {
    mayHaveTypedWords,

    async lockRecipient(tx, email) {
      await countLetters(tx, lettersOf(email, 0))
    },

    async add(tx, ...messages) {
      if (messages.length === 0) return
      const now = clock.now()
      const rows: Insertable<Schema['outbox']>[] = []
      for (const message of messages) {
        rows.push({
          id: ids.id(),
          cause: message.cause,
          template: message.template,
          channel: message.channel,
          recipient: message.recipient,
          data: isConfidential(message.template)
            ? seal.close(JSON.stringify(message.data))
            : JSON.stringify(message.data),
          has_typed_words: (await mayHaveTypedWords(tx, message)) ? 1 : 0,
          status: 'queued',
          next_attempt_at: message.notBefore ?? now,
          created_at: now,
          last_error: null,
          sent_at: null,
          attempts: 0,
        })
      }
      const added = await tx
        .insertInto('outbox')
        .values(rows)
        .onConflict((conflict) => conflict.column('cause').doNothing())
        .returning('id')
        .execute()
      const isAdded = new Set(added.map(({ id }) => id))
      await holdTooMany(
        tx,
        rows.filter((row) => row.has_typed_words === 0 && isAdded.has(row.id)),
      )
    },
  }
}
