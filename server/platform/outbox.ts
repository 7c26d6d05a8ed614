import type { Insertable } from 'kysely'
import type { Schema, Tx } from '../db/schema.ts'
import type { Clock } from './clock.ts'
import type { Ids } from './ids.ts'
import type { Letters, Words } from './messages/letter-kinds.ts'
import { countLetters, findProved, mailboxOf, type Proved } from './recipients.ts'
import type { Seal } from './seal.ts'

type Row = Insertable<Schema['outbox']>

/** Letters a day to an address that nobody has proved to be theirs, of all kinds together. */
export const lettersADayMax = 10
export const heldBecause =
  'This address had its ten letters for the day. Send it if you know who asked for it.'

export interface Person {
  email: string
  /** A ten-digit phone number, for the letters that go by chat too. */
  phone?: string | null
  /** English unless told. */
  locale?: string
}

export interface Told {
  to: Person | 'school'
  /** What it is about, e.g. `enrolment:abc:confirmed`: a second message about it is dropped. */
  cause: string
  words: Words
  /** Lets a repeat through that somebody asked for. */
  turn?: string
}

export type Outbox = ReturnType<typeof createOutbox>

interface OutboxDeps {
  clock: Clock
  ids: Ids
  seal: Seal
  letters: Letters
  /** The school's address unless its settings say another. */
  schoolEmail: string
}

export function createOutbox({ clock, ids, seal, letters, schoolEmail }: OutboxDeps) {
  const lettersOf = (email: string, count: number) => ({
    mailbox: seal.fingerprint(`mailbox ${mailboxOf(email)}`),
    day: clock.today(),
    letters: count,
  })

  /** Counts the letters that were added for unproved mailboxes, and holds those that are too many. */
  async function holdTooMany(tx: Tx, added: readonly Row[]): Promise<void> {
    const byMailbox = Map.groupBy(added, ({ recipient }) => mailboxOf(recipient))
    for (const [mailbox, rows] of byMailbox) {
      const count = await countLetters(tx, lettersOf(mailbox, rows.length))
      const tooMany = rows.slice(Math.max(0, lettersADayMax - (count - rows.length)))
      if (tooMany.length === 0) continue
      const ids = tooMany.map(({ id }) => id)
      const held = { status: 'held', last_error: heldBecause } as const
      await tx.updateTable('outbox').set(held).where('id', 'in', ids).execute()
    }
  }

  function rowsOf({ to, cause, words, turn }: Told, proved: Proved): Row[] {
    const { kind } = words
    const now = clock.now()
    const text = JSON.stringify(words.data)
    const again = turn === undefined ? '' : `:again:${turn}`
    const row = (suffix: string, channel: Row['channel'], recipient: string, hasTyped: boolean): Row => ({
      id: ids.id(),
      cause: `${cause}${suffix}${again}`,
      template: kind.name,
      channel,
      recipient,
      data: kind.isConfidential ? seal.close(text) : text,
      has_typed_words: hasTyped ? 1 : 0,
      locale: (to === 'school' ? undefined : to.locale) ?? 'en',
      status: 'queued',
      next_attempt_at: now,
      created_at: now,
      attempts: 0,
    })
    if (to === 'school') return [row('', 'email', proved.school, true)]
    const mail = row(kind.isChatToo ? ':email' : '', 'email', to.email, proved.has(to.email))
    return kind.isChatToo && to.phone ? [mail, row(':chat', 'chat', to.phone, true)] : [mail]
  }

  return {
    /** Whether a message may say what people typed: it goes to a proved address, or staff send it by hand. */
    async mayHaveTypedWords(
      tx: Tx,
      { template, channel, recipient }: Pick<Row, 'template' | 'channel' | 'recipient'>,
    ): Promise<boolean> {
      if (channel === 'chat' || letters.isForSchool(template)) return true
      return (await findProved(tx, [recipient], schoolEmail)).has(recipient)
    },

    /** Keeps others from promising letters to this address until the transaction ends. */
    async lockRecipient(tx: Tx, email: string): Promise<void> {
      await countLetters(tx, lettersOf(email, 0))
    },

    /**
     * Promises messages in the transaction of their cause (architecture rule 6); the worker sends them afterwards. A
     * letter goes by mail, and by chat too where its kind says so and the person has a phone. What is too much for an
     * address that nobody has proved is held for staff. Answers how many messages that makes.
     */
    async tell(tx: Tx, ...told: Told[]): Promise<number> {
      if (told.length === 0) return 0
      const emails = told.flatMap(({ to }) => (to === 'school' ? [] : to.email))
      const proved = await findProved(tx, emails, schoolEmail)
      const rows = told.flatMap((one) => rowsOf(one, proved))
      const added = await tx
        .insertInto('outbox')
        .values(rows)
        .onConflict((conflict) => conflict.column('cause').doNothing())
        .returning('id')
        .execute()
      const isAdded = new Set(added.map(({ id }) => id))
      const toStrangers = rows.filter(({ id, has_typed_words }) => has_typed_words === 0 && isAdded.has(id))
      await holdTooMany(tx, toStrangers)
      return rows.length
    },
  }
}
