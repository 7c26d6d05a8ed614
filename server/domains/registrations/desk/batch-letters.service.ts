import { sql } from 'kysely'
import { refusal } from '../../../../contract/errors.ts'
import {
  type BatchLetterBody,
  type LetterReader,
  letterUndoMs,
} from '../../../../contract/registrations/batch-letters.ts'
import { batchInWords } from '../../../../contract/words.ts'
import type { Queryable, Tx } from '../../../db/schema.ts'
import type { Actor, AuditFields } from '../../../platform/audit.ts'
import { addMs } from '../../../platform/clock.ts'
import { withLogo } from '../../../platform/messages/letter-logo.ts'
import type { OutboxMessage } from '../../../platform/outbox.ts'
import { mailboxOf } from '../../../platform/recipients.ts'
import { inParts } from '../../../platform/row-import.ts'
import type { RegistrationDeps } from '../registrations.deps.ts'
import { testSubject } from '../registrations.en.ts'
import { batchLetter } from './batch-desk.letters.ts'

type Batch = Awaited<ReturnType<typeof getBatch>>

async function getBatch(source: Queryable, id: string) {
  const batch = await source
    .selectFrom('batch')
    .innerJoin('course', 'course.id', 'batch.course_id')
    .select(['batch.id', 'course.id as course_id', 'course.title', 'batch.starts_on', 'batch.starts_at'])
    .where('batch.id', '=', id)
    .where('batch.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!batch) throw refusal('batch-unknown')
  return batch
}

/** @throws `not_found`; `validation_failed` if the message would have no recipient */
async function readReaders(source: Queryable, id: string, { to, byChat }: BatchLetterBody) {
  const batch = await getBatch(source, id)
  const readers = (await listReaders(source, id, to)).filter(({ email }) => email !== '' || byChat)
  if (readers.length === 0) throw refusal('letter-without-readers', { at: 'to' })
  return { batch, readers }
}

function wordsFor(
  { title, starts_on: day, starts_at: time }: Batch,
  { subject, words }: BatchLetterBody,
  name: string | null,
) {
  return batchLetter({ name, courseTitle: title, batch: { day, time }, subject, words })
}

function recordLetter(deps: RegistrationDeps, tx: Tx, batch: Batch, by: Actor, after: AuditFields) {
  const title = `${batch.title}, ${batchInWords({ day: batch.starts_on, time: batch.starts_at })}`
  return deps.audit.record(tx, { by, action: 'changed', kind: 'class', id: batch.course_id, title, after })
}

function countsOf(readers: readonly Reader[], { byChat }: BatchLetterBody) {
  return {
    people: readers.length,
    letters: readers.filter(({ email }) => email !== '').length,
    chats: byChat ? readers.filter(({ phone }) => phone !== '').length : 0,
  }
}

export async function previewBatchLetter(deps: RegistrationDeps, id: string, body: BatchLetterBody) {
  const { batch, readers } = await readReaders(deps.db.read, id, body)
  const sender = await deps.school.sender()
  const first = readers[0] as Reader
  const { kind, data } = wordsFor(batch, body, first.name)
  const letter = deps.letters.render(kind.name, data, sender, { hasTypedWords: first.isProved })
  const chat = deps.letters.render(kind.name, data, sender, { hasTypedWords: first.isPaid, isByChat: true })
  return {
    ...countsOf(readers, body),
    subject: letter.subject,
    text: letter.text,
    html: await withLogo(letter.html ?? '', sender.logo),
    chat: body.byChat ? chat.text : null,
    readers: readers.map(({ name, email, phone }) => {
      return { name, email: email || null, phone: phone || null }
    }),
  }
}

export async function testBatchLetter(
  deps: RegistrationDeps,
  tx: Tx,
  id: string,
  body: BatchLetterBody,
  by: Actor,
) {
  const batch = await getBatch(tx, id)
  const [first] = await listReaders(tx, id, body.to)
  const words = wordsFor(batch, { ...body, subject: testSubject(body) }, first?.name ?? null)
  await deps.outbox.tell(tx, {
    to: { email: by.email },
    cause: `batch-letter-test:${deps.ids.id()}`,
    words,
    isOwed: true,
  })
  return { email: by.email }
}

/** @throws as `readReaders` */
export async function sendBatchLetter(
  deps: RegistrationDeps,
  tx: Tx,
  id: string,
  body: BatchLetterBody,
  by: Actor,
) {
  const { batch, readers } = await readReaders(tx, id, body)
  const letter = deps.ids.id()
  const told = readers.map(
    ({ name, email, phone, about, isProved, isPaid }): OutboxMessage => ({
      to: { email, phone: body.byChat ? phone : null },
      cause: `${letterCause(id, letter)}${about}`,
      about,
      words: wordsFor(batch, body, name),
      // Strangers cannot cause this message, so the limits against strangers do not apply.
      isOwed: true,
      isProved,
      isPaid,
      waitMs: letterUndoMs,
    }),
  )
  for (const part of inParts(told)) await deps.outbox.tell(tx, ...part)
  const { people, letters: mailed, chats } = countsOf(readers, body)
  await recordLetter(deps, tx, batch, by, {
    'e-mail': body.subject,
    to: body.to,
    people,
    'WhatsApp messages': chats,
  })
  return { id: letter, people, letters: mailed, chats }
}

/** Withdraws the e-mails and chat messages of a batch letter that are not sent yet. */
export function takeBackBatchLetter(deps: RegistrationDeps, id: string, letter: string, by: Actor) {
  return deps.db.transaction(async (tx) => {
    const batch = await getBatch(tx, id)
    const begins = letterCause(id, letter)
    const waiting = await tx
      .selectFrom('outbox')
      .select('id')
      .where('status', '=', 'queued')
      .where('template', '=', batchLetter.kind.name)
      .where('created_at', '>=', addMs(deps.clock.now(), -2 * letterUndoMs))
      .where(sql<string>`substr(cause, 1, ${sql.lit(begins.length)})`, '=', begins)
      .execute()
    let takenBack = 0
    for (const part of inParts(waiting.map((one) => one.id))) {
      const { numUpdatedRows } = await tx
        .updateTable('outbox')
        .set({ status: 'withdrawn' })
        .where('id', 'in', part)
        .where('status', '=', 'queued')
        .executeTakeFirst()
      takenBack += Number(numUpdatedRows)
    }
    if (takenBack > 0) {
      await recordLetter(deps, tx, batch, by, { 'e-mail': 'cancelled', messages: takenBack })
    }
    return { takenBack }
  })
}

/**
 * The beginning of the outbox key of each message of a batch letter. The key contains the batch, so that a letter can
 * be withdrawn only through its own batch.
 */
const letterCause = (batchId: string, letter: string) => `batch-letter:${batchId}:${letter}:`

interface Reader {
  name: string
  /** Empty if the person gave no address. */
  email: string
  phone: string
  /** The seat or waiting-list entry that the message is about. */
  about: string
  isProved: boolean
  isPaid: boolean
}

/**
 * Lists each person once, identified by the mailbox, or by the phone if there is no e-mail address. The seats of one
 * payer count as one person.
 */
async function listReaders(db: Queryable, batchId: string, to: readonly LetterReader[]) {
  const readers = [...(await listSeats(db, batchId, to)), ...(await listWaiting(db, batchId, to))]
  const byPerson = Map.groupBy(readers, ({ email, phone }) => (email === '' ? phone : mailboxOf(email)))
  return [...byPerson.values()].flatMap(([first]) => first ?? [])
}

async function listSeats(db: Queryable, batchId: string, to: readonly LetterReader[]) {
  const statuses = [
    ...(to.includes('confirmed') ? (['confirmed'] as const) : []),
    ...(to.includes('unpaid') ? (['pending'] as const) : []),
  ]
  if (statuses.length === 0) return []
  const rows = await db
    .selectFrom('seat')
    .leftJoin('seat as payer', 'payer.id', 'seat.group_id')
    .select(['seat.id', 'seat.kind', 'seat.group_id', 'seat.email', 'seat.phone'])
    .select(['seat.status', 'seat.proved_at'])
    .select((eb) => eb.fn.coalesce('payer.name', 'seat.name').as('name'))
    .where('seat.batch_id', '=', batchId)
    .where('seat.status', 'in', statuses)
    .orderBy('seat.group_place')
    .orderBy('seat.created_at')
    .execute()
  return rows.map(({ id, kind, group_id, email, phone, name, status, proved_at }) => {
    const is = { isProved: proved_at !== null, isPaid: status === 'confirmed' }
    return { name, email, phone, about: `${kind}:${group_id ?? id}`, ...is }
  })
}

async function listWaiting(db: Queryable, batchId: string, to: readonly LetterReader[]) {
  if (!to.includes('waiting')) return []
  const rows = await db
    .selectFrom('waiting_list_entry')
    .select(['id', 'full_name as name', 'email', 'phone'])
    .where('batch_id', '=', batchId)
    .where('status', 'in', ['waiting', 'offered'])
    // Unproved addresses are left out, because a stranger may have entered them.
    .where('proved_at', 'is not', null)
    .orderBy('place')
    .execute()
  return rows.map(({ id, ...person }) => {
    return { ...person, about: `waiting-list:${id}`, isProved: true, isPaid: false }
  })
}
