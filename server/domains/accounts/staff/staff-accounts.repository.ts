import type { Insertable, Selectable } from 'kysely'
import type { listStaffAccounts } from '../../../../contract/accounts/staff-accounts.ts'
import type { QueryOf } from '../../../../contract/endpoint.ts'
import { withRowLock } from '../../../db/guards.ts'
import { onDaysOf, type PageList } from '../../../db/page.ts'
import type { Queryable, Schema, Tx } from '../../../db/schema.ts'

export type InvitationRow = Selectable<Schema['invitation']>

export function selectStaff(db: Queryable) {
  return db
    .selectFrom('user')
    .leftJoin('two_factor', 'two_factor.user_id', 'user.id')
    .leftJoin('instructor', 'instructor.id', 'user.instructor_id')
    .select([
      'user.id',
      'user.email',
      'user.firstname',
      'user.lastname',
      'user.role',
      'user.instructor_id',
      'instructor.name as instructor',
    ])
    .select(['user.lastSignInAt', 'user.disabledAt', 'user.createdAt', 'two_factor.confirmed_at'])
    .where('user.usertype', '=', 'admin')
}
export type StaffRow = NonNullable<Awaited<ReturnType<typeof findStaff>>>

export type StaffQuery = QueryOf<typeof listStaffAccounts>

export const staffList: PageList<StaffQuery> = {
  sorts: { joined: ['asc', '"user"."createdAt"'] },
  tie: ['"user"."id"'],
  words: ['"user"."firstname"', '"user"."lastname"', '"user"."email"'],
  filters: onDaysOf('"user"."createdAt"'),
}

export function findStaff(db: Queryable, id: string) {
  return selectStaff(db).where('user.id', '=', id).executeTakeFirst()
}

export async function nameOfInstructor(db: Queryable, id: string | null): Promise<string | null> {
  if (id === null) return null
  const living = db.selectFrom('instructor').select('name').where('deleted_at', 'is', null)
  return (await living.where('id', '=', id).executeTakeFirst())?.name ?? null
}

/** Locks the enabled owners until the transaction ends. */
export async function lockOwners(tx: Tx): Promise<string[]> {
  const rows = await tx
    .selectFrom('user')
    .select('id')
    .where((eb) => eb.and({ role: 'owner', disabledAt: null }))
    .orderBy('id')
    .$call(withRowLock(tx))
    .execute()
  return rows.map(({ id }) => id)
}

export function listInvitations(db: Queryable, now: string) {
  return open(db, now).orderBy('invitation.created_at', 'desc').orderBy('invitation.id').execute()
}

/** Only owners may invite, so an invitation ends with its author's role. */
function open(db: Queryable, now: string) {
  return db
    .selectFrom('invitation')
    .innerJoin('user as author', 'author.id', 'invitation.invited_by')
    .selectAll('invitation')
    .where((eb) => eb.and({ 'author.role': 'owner', 'author.disabledAt': null }))
    .where('expires_at', '>', now)
}

export function deleteInvitationsBy(tx: Tx, authorId: string) {
  return tx.deleteFrom('invitation').where('invited_by', '=', authorId).returningAll().execute()
}

/** Replaces an earlier invitation to the address. */
export async function putInvitation(db: Queryable, row: Insertable<Schema['invitation']>) {
  const { email: _, ...rest } = row
  await db
    .insertInto('invitation')
    .values(row)
    .onConflict((conflict) => conflict.column('email').doUpdateSet(rest))
    .execute()
}

export function findInvitation(db: Queryable, tokenHash: string, now: string) {
  return open(db, now).where('token_hash', '=', tokenHash).executeTakeFirst()
}

/** Returns the row to exactly one caller. */
export function takeInvitation(db: Queryable, id: string) {
  return db.deleteFrom('invitation').where('id', '=', id).returningAll().executeTakeFirst()
}
