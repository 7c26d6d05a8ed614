import type { Insertable, Selectable } from 'kysely'
import type { Queryable } from '../../db/open.ts'
import type { Schema } from '../../db/schema.ts'

export type StudentRow = Selectable<Schema['student']>

export async function listKnownEmails(db: Queryable, emails: readonly string[]): Promise<string[]> {
  if (emails.length === 0) return []
  const rows = await db
    .selectFrom('student')
    .select('email')
    .where('email', 'in', emails)
    .where('deleted_at', 'is', null)
    .execute()
  return rows.map(({ email }) => email)
}

/** Takes the place of a deleted student with the same address. False where a living one has it. */
export async function insertStudent(db: Queryable, row: Insertable<Schema['student']>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('student')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('email').doUpdateSet(row).where('student.deleted_at', 'is not', null),
    )
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}
