import { type Selectable, sql } from 'kysely'
import { refusal, sentenceOf } from '../../../../contract/errors.ts'
import { folded } from '../../../../contract/folded.ts'
import * as contract from '../../../../contract/people/students.ts'
import { dbFault } from '../../../db/errors.ts'
import type { Queryable } from '../../../db/open.ts'
import type { Schema, Tx } from '../../../db/schema.ts'
import type { Actor } from '../../../platform/audit.ts'
import { presented } from '../../../platform/presented.ts'
import { logFields, readFields, startFields, writeFields } from '../../../platform/record-fields.ts'
import { recordsOf } from '../../../platform/records.ts'
import { createRowImport, oneByOne } from '../../../platform/row-import.ts'
import type { Deps } from '../../deps.ts'

type StudentRow = Selectable<Schema['student']>

export function createStudentsService(deps: Deps) {
  const { clock, ids } = deps
  const records = recordsOf(deps, 'student', {
    title: ({ name }) => name,
    fields: (row) => logFields(contract.studentFields, readFields(contract.studentFields, row)),
  })

  async function add(tx: Tx, input: contract.StudentInput, by: Actor) {
    const row = {
      id: ids.id(),
      ...startFields(contract.studentFields, input),
      created_at: clock.now(),
      deleted_at: null,
      version: 1,
    }
    if (!(await insertStudent(tx, row))) throw studentKnown()
    await records.added(tx, [row], by)
    return presentStudent(row)
  }

  return {
    add,

    async update(id: string, { version, ...patch }: contract.StudentPatch, by: Actor) {
      const change = records.change(id, { by, version }, async (tx, before) => {
        const { email } = patch
        if (email && email !== before.email) {
          if ((await listKnownEmails(tx, [email])).length > 0) throw studentKnown()
          // Addresses are unique, also among deleted students, so a deleted student with the new address is deleted for
          // good.
          const binned = tx.deleteFrom('student').where('deleted_at', 'is not', null)
          await binned.where('email', '=', email).execute()
        }
        return writeFields(contract.studentFields, patch)
      })
      // The second of two concurrent changes waits for the first, and then finds the address taken.
      const changed = await change.catch((error: unknown) => {
        throw dbFault(error)?.fault === 'unique' ? studentKnown() : error
      })
      return presentStudent(changed)
    },

    imports: createRowImport(deps, records, {
      schema: contract.studentRow,
      unique: {
        column: 'email',
        keyOf,
        listTaken: listKnown,
        taken: sentenceOf('conflict', { reason: 'student-known' }),
      },
      add: oneByOne(add),
    }),

    remove: records.remove,

    async restore(tx: Tx, id: string) {
      if (!(await records.restore(tx, id))) throw refusal('student-known')
    },
  }
}

/** Rows of a file with equal keys are duplicates. */
function keyOf({ name, email, phone }: Pick<contract.StudentInput, 'name' | 'email' | 'phone'>): string {
  return email || `${folded(name)}|${phone ?? ''}`
}

async function listKnown(db: Queryable, keys: readonly string[]): Promise<string[]> {
  const names = keys.flatMap((key) => (key.includes('|') ? (key.split('|')[0] ?? '') : []))
  const rows = await db
    .selectFrom('student')
    .select(['name', 'email', 'phone'])
    .where((eb) => eb.and({ deleted_at: null, email: '' }))
    .where(sql<string>`folded(name)`, 'in', [...names, ''])
    .execute()
  return [...(await listKnownEmails(db, keys)), ...rows.map(keyOf)]
}

async function listKnownEmails(db: Queryable, emails: readonly string[]): Promise<string[]> {
  if (emails.length === 0) return []
  const students = db.selectFrom('student').select('email').where('deleted_at', 'is', null)
  return (await students.where('email', 'in', emails).execute()).map(({ email }) => email)
}

const studentKnown = () => refusal('student-known', { at: 'email' })

/** Replaces a deleted student with the same address. False if a student who is not deleted has that address. */
async function insertStudent(tx: Tx, row: StudentRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('student')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('email')
        .where(sql<boolean>`email <> ''`)
        .doUpdateSet(row)
        .where('student.deleted_at', 'is not', null),
    )
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

function presentStudent(row: StudentRow): contract.Student {
  return presented(contract.student, row, {
    ...readFields(contract.studentFields, row),
    source: 'Call Students',
    course: row.note,
    isByHand: true,
  })
}
