import type { Queryable } from '../../../db/schema.ts'

/** The address and role of a staff account; undefined if the account is disabled, or no longer belongs to the staff. */
export function findStaff(db: Queryable, userId: string) {
  return db
    .selectFrom('user')
    .select(['id', 'email', 'role'])
    .where('id', '=', userId)
    .where('usertype', '=', 'admin')
    .where('disabledAt', 'is', null)
    .executeTakeFirst()
}
