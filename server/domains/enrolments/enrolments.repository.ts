import type { Insertable } from 'kysely'
import type { Queryable } from '../../db/open.ts'
import type { Schema } from '../../db/schema.ts'

/** False where the reference is taken. */
export async function insertEnrolment(db: Queryable, row: Insertable<Schema['enrolment']>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('enrolment')
    .values(row)
    .onConflict((conflict) => conflict.column('reference').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}
