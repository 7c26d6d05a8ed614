import type { Transaction } from 'kysely'
import { DomainError } from '../../../contract/errors.ts'
import type { ImportBody, ImportReport } from '../../../contract/row-import.ts'
import { type Student, type StudentInput, studentRow } from '../../../contract/students.ts'
import type { Queryable } from '../../db/open.ts'
import type { Schema } from '../../db/schema.ts'
import type { Actor } from '../../platform/audit.ts'
import { readRows } from '../../platform/row-import.ts'
import type { Deps } from '../deps.ts'
import { presentStudent } from './students.presenter.ts'
import * as repository from './students.repository.ts'

type Tx = Transaction<Schema>

export type StudentsService = ReturnType<typeof createStudentsService>

const knownSentence = 'A student with this address is already written down.'

/** Students whom staff write down or import; who enrolled on the site needs none of this. */
export function createStudentsService({ db, clock, ids, audit, bin }: Deps) {
  async function insert(tx: Tx, input: StudentInput, by: Actor): Promise<Student> {
    const row = {
      id: ids.id(),
      name: input.name,
      email: input.email,
      phone: input.phone || null,
      note: input.note || null,
      created_at: clock.now(),
      deleted_at: null,
    }
    if (!(await repository.insertStudent(tx, row))) {
      throw new DomainError('conflict', { message: knownSentence, fields: { email: knownSentence } })
    }
    const { name, email, phone, note } = row
    await audit.record(tx, {
      by,
      action: 'added',
      kind: 'student',
      id: row.id,
      title: name,
      after: { name, email, phone, note },
    })
    return presentStudent(row)
  }

  /** Besides what each row says wrong by itself: an address that is there, or twice in the file. */
  async function readImport(source: Queryable, rows: ImportBody['rows']) {
    const { valid, problems } = readRows(studentRow, rows)
    const known = new Set(
      await repository.listKnownEmails(
        source,
        valid.map(({ value }) => value.email),
      ),
    )
    const good = valid.filter(({ row, value }) => {
      if (!known.has(value.email)) return known.add(value.email)
      problems.push({ row, column: 'email', message: knownSentence })
      return false
    })
    return { valid: good, problems: problems.sort((a, b) => a.row - b.row) }
  }

  return {
    add: insert,

    /** What an import of these rows would do; it writes nothing. */
    async checkImport(rows: ImportBody['rows']): Promise<ImportReport> {
      const { valid, problems } = await readImport(db.read, rows)
      return { valid: valid.length, problems }
    },

    /** Adds the rows without a problem, all in the given transaction, and says what is wrong with the others. */
    async import(tx: Tx, rows: ImportBody['rows'], by: Actor): Promise<ImportReport> {
      const { valid, problems } = await readImport(tx, rows)
      for (const { value } of valid) await insert(tx, value, by)
      return { valid: valid.length, problems }
    },

    /** Into the bin. @throws `not_found` */
    async delete(id: string, by: Actor): Promise<void> {
      await db.transaction(async (tx) => {
        const row = await repository.setStudentDeleted(tx, id, clock.now())
        if (row === undefined) {
          throw new DomainError('not_found', {
            message: 'This student is gone. Somebody may have deleted them.',
          })
        }
        const { name, email, phone, note } = row
        await bin.put(tx, { by, kind: 'student', id, title: name, before: { name, email, phone, note } })
      })
    },

    async restore(tx: Tx, id: string): Promise<void> {
      if ((await repository.setStudentDeleted(tx, id, null)) === undefined) {
        throw new DomainError('conflict', { message: knownSentence })
      }
    },
  }
}
