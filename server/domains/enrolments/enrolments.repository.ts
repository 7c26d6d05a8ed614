import type { Selectable } from 'kysely'
import type { Queryable } from '../../db/open.ts'
import { type At, prepare, rowAt } from '../../db/prepared.ts'
import type { Schema } from '../../db/schema.ts'

const columns = [
  'id',
  'reference',
  'course_id',
  'batch_id',
  'full_name',
  'email',
  'phone',
  'questions',
  'payment_method',
  'amount_in_paise',
  'status',
  'hold_until',
  'confirmed_at',
  'created_at',
] as const

type NewEnrolment = Pick<Selectable<Schema['enrolment']>, (typeof columns)[number]>

const insert = prepare((db, at: At<NewEnrolment>) =>
  db
    .insertInto('enrolment')
    .values(rowAt(columns, at))
    .onConflict((conflict) => conflict.column('reference').doNothing()),
)

/** False where the reference is taken. */
export async function insertEnrolment(db: Queryable, row: NewEnrolment): Promise<boolean> {
  return (await insert(db, row)).numAffectedRows === 1n
}
