import { sql } from 'kysely'
import { type BatchLetterBody, letterUndoMs } from '../../../../contract/batch-letters.ts'
import { refusal } from '../../../../contract/errors.ts'
import { batchInWords } from '../../../../contract/words.ts'
import type { Queryable, Tx } from '../../../db/schema.ts'
import type { Actor, AuditFields } from '../../../platform/audit.ts'
import { addMs } from '../../../platform/clock.ts'
import type { Sender } from '../../../platform/messages/letter.ts'
import { withLogo } from '../../../platform/messages/letter-logo.ts'
import type { Told } from '../../../platform/outbox.ts'
import { inParts } from '../../../platform/row-import.ts'
import type { Deps } from '../../deps.ts'
import type { SchoolService } from '../../school/school.service.ts'
import { batchLetter } from './batch-desk.letters.ts'
import { findBatch, listReaders, type Reader } from './batch-letters.repository.ts'

export type BatchLettersService = ReturnType<typeof createBatchLettersService>

/** Letters that staff write to the people of a batch. */
export function createBatchLettersService(
  { db, clock, ids, audit, outbox, letters }: Deps,
  school: SchoolService,
) {
  async function getBatch(source: Queryable, id: string) {
    const batch = await findBatch(source, id)
    if (!batch) throw refusal('batch-unknown')
    return batch
  }

  /** @throws `not_found`; `validation_failed` where nobody would get it */
  async function read(source: Queryable, id: string, { to, byChat }: BatchLetterBody) {
    const batch = await getBatch(source, id)
    const readers = (await listReaders(source, id, to)).filter(({ email }) => email !== '' || byChat)
    if (readers.length === 0) throw refusal('letter-without-readers', { at: 'to' })
    return { batch, readers }
  }

  type Batch = Awaited<ReturnType<typeof getBatch>>

  const wordsFor = (
    { title, starts_on: day, starts_at: time }: Batch,
    { subject, words }: BatchLetterBody,
    name: string | null,
  ) => batchLetter({ name, courseTitle: title, batch: { day, time }, subject, words })

  function record(tx: Tx, batch: Batch, by: Actor, after: AuditFields): Promise<void> {
    const title = `${batch.title}, ${batchInWords({ day: batch.starts_on, time: batch.starts_at })}`
    return audit.record(tx, { by, action: 'changed', kind: 'class', id: batch.course_id, title, after })
  }

  const countsOf = (readers: readonly Reader[], { byChat }: BatchLetterBody) => ({
    people: readers.length,
    letters: readers.filter(({ email }) => email !== '').length,
    chats: byChat ? readers.filter(({ phone }) => phone !== '').length : 0,
  })

  return {
    async preview(id: string, body: BatchLetterBody) {
      const { batch, readers } = await read(db.read, id, body)
      const sender: Sender = await school.sender()
      const first = readers[0] as Reader
      const { kind, data } = wordsFor(batch, body, first.name)
      const letter = letters.render(kind.name, data, sender, { hasTypedWords: first.isProved })
      const chat = letters.render(kind.name, data, sender, { hasTypedWords: first.isPaid, isByChat: true })
      return {
        ...countsOf(readers, body),
        subject: letter.subject,
        text: letter.text,
        html: await withLogo(letter.html ?? ''),
        chat: body.byChat ? chat.text : null,
        readers: readers.map(({ name, email, phone }) => ({
          name,
          email: email || null,
          phone: phone || null,
        })),
      }
    },

    /** To the caller alone. */
    async test(tx: Tx, id: string, body: BatchLetterBody, by: Actor): Promise<{ email: string }> {
      const batch = await getBatch(tx, id)
      const [first] = await listReaders(tx, id, body.to)
      const words = wordsFor(batch, { ...body, subject: `Test: ${body.subject}` }, first?.name ?? null)
      await outbox.tell(tx, {
        to: { email: by.email },
        cause: `batch-letter-test:${ids.id()}`,
        words,
        isOwed: true,
      })
      return { email: by.email }
    },

    /** Each person once. @throws as `read` */
    async send(tx: Tx, id: string, body: BatchLetterBody, by: Actor) {
      const { batch, readers } = await read(tx, id, body)
      const letter = ids.id()
      const told = readers.map(
        ({ name, email, phone, about, isProved, isPaid }): Told => ({
          to: { email, phone: body.byChat ? phone : null },
          cause: `${causeOf(id, letter)}${about}`,
          about,
          words: wordsFor(batch, body, name),
          // Staff have written it: no stranger can cause many of them.
          isOwed: true,
          isProved,
          isPaid,
          waitMs: letterUndoMs,
        }),
      )
      for (const part of inParts(told)) await outbox.tell(tx, ...part)
      const { people, letters: mailed, chats } = countsOf(readers, body)
      await record(tx, batch, by, { letter: body.subject, to: body.to, people, chats })
      return { id: letter, people, letters: mailed, chats }
    },

    /** What is sent already stays. */
    takeBack: (id: string, letter: string, by: Actor) =>
      db.transaction(async (tx) => {
        const batch = await getBatch(tx, id)
        const begins = causeOf(id, letter)
        const waiting = await tx
          .selectFrom('outbox')
          .select('id')
          .where('status', '=', 'queued')
          .where('template', '=', batchLetter.kind.name)
          .where('created_at', '>=', addMs(clock.now(), -2 * letterUndoMs))
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
          await record(tx, batch, by, { letter: `taken back, ${takenBack} messages` })
        }
        return { takenBack }
      }),
  }
}

/** It is taken back under its own batch alone. */
const causeOf = (batchId: string, letter: string) => `batch-letter:${batchId}:${letter}:`
