import { type Selectable, type SqlBool, sql } from 'kysely'
import type { QueryOf } from '../../../contract/endpoint.ts'
import { refusal } from '../../../contract/errors.ts'
import * as contract from '../../../contract/messages/messages.ts'
import type { WhyMailWaits } from '../../../contract/school/mail-server.ts'
import { changesRow } from '../../db/guards.ts'
import type { Queryable } from '../../db/open.ts'
import { countValues, onDaysOf, type Page, type PageList, presentPage, readPage } from '../../db/page.ts'
import type { Schema, Tx } from '../../db/schema.ts'
import { withWords } from '../../db/search.ts'
import type { Actor } from '../../platform/audit.ts'
import { chatLink } from '../../platform/chat.ts'
import type { RenderedMessage, Sender } from '../../platform/messages/letter.ts'
import { letterInWords, readableBy } from '../../platform/messages/letter-kinds.ts'
import { withLogo } from '../../platform/messages/letter-logo.ts'
import * as text from '../../platform/outbox.en.ts'
import { presented } from '../../platform/presented.ts'
import type { Deps } from '../deps.ts'
import type { MailServerService, SchoolService } from '../school/index.ts'

export type MessagesService = ReturnType<typeof createMessagesService>

type Staff = Actor & { role: string }
type Reader = Pick<Staff, 'role'>

type OutboxRow = Selectable<Schema['outbox']>
type Status = OutboxRow['status']

const statusesOf: Record<contract.MessageState, Status[]> = {
  queued: ['queued', 'sending'],
  'by-hand': ['by-hand'],
  held: ['held'],
  sent: ['sent'],
  failed: ['dead'],
  withdrawn: ['withdrawn'],
}

export function messageStateOf(status: Status): contract.MessageState {
  if (status === 'dead') return 'failed'
  return status === 'sending' ? 'queued' : status
}

type MessagesQuery = QueryOf<typeof contract.listMessages>

const messageList: PageList<MessagesQuery> = {
  sorts: { newest: ['desc', 'created_at'] },
  tie: ['id'],
  filters: {
    state: (state) => sql<SqlBool>`status in (${sql.join(statusesOf[state])})`,
    channel: 'channel',
    ...onDaysOf('created_at'),
  },
}

export const countMessages = (db: Queryable, letters: Deps['letters'], role: string) =>
  countValues(
    db,
    db.selectFrom('outbox').selectAll().where(readableBy(letters, role)),
    messageList,
    'state',
    contract.messageStates,
  )

/** The facts about sending e-mails that are needed to show a message. */
interface Prepared {
  sender: Sender
  whyMailWaits: WhyMailWaits | null
}

const waitingTexts: Record<WhyMailWaits, string> = {
  'no-server': text.waitsForServer,
  unusable: text.waitsForUsableServer,
  'no-sender': text.senderMissing,
}

export function createMessagesService(
  { db, clock, ids, audit, letters }: Deps,
  school: SchoolService,
  mailServer: Pick<MailServerService, 'whyWaiting'>,
) {
  /** A message that the role may not read is reported as not found. */
  async function getMessage(source: Queryable, id: string, { role }: Reader): Promise<OutboxRow> {
    const row = await source
      .selectFrom('outbox')
      .selectAll()
      .where('id', '=', id)
      .where(readableBy(letters, role))
      .executeTakeFirst()
    if (!row) throw refusal('message-unknown')
    return row
  }

  function record(tx: Tx, row: OutboxRow, by: Actor, state: string) {
    const title =
      row.channel === 'email' ? `E-mail to ${row.recipient}` : `WhatsApp message to ${row.recipient}`
    const about = { kind: 'message', id: row.id, title } as const
    const before = { state: messageStateOf(row.status) }
    return audit.record(tx, { by, action: 'changed', ...about, before, after: { state } })
  }

  /** @throws `conflict` if the worker is sending the message, or it changed since it was read */
  async function change(tx: Tx, row: OutboxRow, changes: Partial<OutboxRow>, prepared: Prepared) {
    const unchanged = tx
      .updateTable('outbox')
      .set(changes)
      .where('id', '=', row.id)
      .where('status', '=', row.status)
      .where('attempts', '=', row.attempts)
    if (row.status === 'sending' || !(await changesRow(unchanged))) throw refusal('message-on-its-way')
    return present({ ...row, ...changes }, prepared)
  }

  /** Null for an e-mail that contains a code, and for a message whose data its template no longer accepts. */
  function rendered(row: OutboxRow, sender: Sender): RenderedMessage | null {
    if (letters.isConfidential(row.template)) return null
    try {
      return letters.render(row.template, JSON.parse(row.data), sender, {
        hasTypedWords: row.has_typed_words === 1,
        isByChat: row.channel === 'chat',
      })
    } catch {
      return null
    }
  }

  /** The facts by which staff tell messages of one kind apart. */
  function factsOf({ template, data }: OutboxRow): { name: string | null; about: string | null } {
    if (letters.isConfidential(template)) return { name: null, about: null }
    const facts = factsIn(data)
    const textOf = (...names: string[]) =>
      names.map((name) => facts[name]).find((fact) => isText(fact)) ?? null
    return { name: textOf('name'), about: textOf('courseTitle', 'productName', 'number', 'title') }
  }

  async function prepare(): Promise<Prepared> {
    const [sender, whyMailWaits] = await Promise.all([school.sender(), mailServer.whyWaiting()])
    return { sender: { ...sender, sendsEmails: whyMailWaits === null }, whyMailWaits }
  }

  function present(row: OutboxRow, { sender, whyMailWaits }: Prepared): contract.Message {
    const waits = row.status === 'queued' && row.channel === 'email' ? whyMailWaits : null
    return presented(contract.message, row, {
      subject: rendered(row, sender)?.subject ?? null,
      letter: letterInWords(row.template),
      ...factsOf(row),
      state: messageStateOf(row.status),
      error: waits === null ? row.last_error : waitingTexts[waits],
      nextTryAt: row.status === 'queued' && waits === null ? row.next_attempt_at : null,
      isConfidential: letters.isConfidential(row.template),
    })
  }

  return {
    prepare,

    async list(query: MessagesQuery, { role }: Reader): Promise<Page<contract.Message>> {
      const shown = await prepare()
      const all = db.read.selectFrom('outbox').selectAll().where(readableBy(letters, role))
      const rows = await withWords(db.read, all, 'outbox', query.q)
      return presentPage(readPage(rows, messageList, query), (row) => present(row, shown))
    },

    /** An e-mail that contains a code is shown without its text. @throws `not_found` */
    async preview(id: string, by: Reader): Promise<contract.MessagePreview> {
      const row = await getMessage(db.read, id, by)
      const shown = await prepare()
      const { sender } = shown
      const letter = rendered(row, sender)
      const isChat = row.channel === 'chat'
      return {
        message: present(row, shown),
        text: letter?.text ?? null,
        html: isChat || letter?.html == null ? null : await withLogo(letter.html, sender.logo),
        chatLink: isChat && letter ? chatLink(row.recipient, letter.text) : null,
      }
    },

    /**
     * Sends a message now. A message that was sent before becomes a new row, so that the list shows both. @throws
     * `not_found`, `conflict`
     */
    async resend(tx: Tx, id: string, prepared: Prepared, by: Staff): Promise<contract.Message> {
      const row = await getMessage(tx, id, by)
      const isHeld = row.status === 'held'
      if (isHeld && clock.ms() - Date.parse(row.created_at) >= letters.goodForMs(row.template)) {
        throw refusal('letter-out-of-date')
      }
      if (letters.isConfidential(row.template) && !isHeld) throw refusal('letter-confidential')
      if (row.status === 'by-hand') throw refusal('chat-by-hand')
      if (row.status === 'withdrawn') throw refusal('message-withdrawn')
      const now = clock.now()
      if (row.status === 'sent') {
        const again: OutboxRow = {
          ...row,
          id: ids.id(),
          status: 'queued',
          attempts: 0,
          next_attempt_at: now,
          last_error: null,
          created_at: now,
          sent_at: null,
        }
        const values = { ...again, cause: `${row.cause}:again:${again.id}` }
        await tx.insertInto('outbox').values(values).execute()
        await record(tx, row, by, 'sent again')
        return present(again, prepared)
      }
      const last_error = isHeld ? null : row.last_error
      const queued = { status: 'queued', attempts: 0, next_attempt_at: now, last_error } as const
      const message = await change(tx, row, queued, prepared)
      await record(tx, row, by, 'queued')
      return message
    },

    /** Records that staff sent this chat message by hand. @throws `not_found`, `conflict` */
    async markSent(tx: Tx, id: string, prepared: Prepared, by: Staff): Promise<contract.Message> {
      const row = await getMessage(tx, id, by)
      if (row.channel !== 'chat') throw refusal('letter-by-hand')
      if (row.status === 'sent') return present(row, prepared)
      if (row.status === 'withdrawn') throw refusal('message-withdrawn')
      const sent = { status: 'sent', sent_at: clock.now(), last_error: null } as const
      const message = await change(tx, row, sent, prepared)
      await record(tx, row, by, 'sent')
      return message
    },

    /**
     * Marks chat messages that wait for staff as sent by hand, or marks them as waiting again. Returns the number of
     * changed messages.
     */
    async markMany(tx: Tx, ids: readonly string[], isSent: boolean, by: Staff): Promise<number> {
      const [from, to] = isSent ? (['by-hand', 'sent'] as const) : (['sent', 'by-hand'] as const)
      const rows = await tx
        .updateTable('outbox')
        .set({ status: to, sent_at: isSent ? clock.now() : null, last_error: null })
        .where('id', 'in', ids)
        .where('channel', '=', 'chat')
        .where('status', '=', from)
        .where(readableBy(letters, by.role))
        .returningAll()
        .execute()
      for (const row of rows) await record(tx, { ...row, status: from }, by, to)
      return rows.length
    },
  }
}

const isText = (fact: unknown): fact is string => typeof fact === 'string' && fact !== ''

/** Empty for data that an older version wrote in another form. */
function factsIn(data: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(data))
  } catch {
    return {}
  }
}
