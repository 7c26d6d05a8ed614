import type { Insertable, Selectable } from 'kysely'
import { changesRow } from '../../../db/guards.ts'
import type { Queryable, Schema } from '../../../db/schema.ts'

export type OneTimeCodeRow = Selectable<Schema['one_time_code']>

export async function insertOneTimeCode(db: Queryable, row: Insertable<Schema['one_time_code']>) {
  await db.insertInto('one_time_code').values(row).execute()
}

export async function findEmailOf(db: Queryable, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('one_time_code').select('email').where('id', '=', id).executeTakeFirst()
  return row?.email
}

export function listLettersTo(db: Queryable, email: string, since: string) {
  return db
    .selectFrom('one_time_code')
    .select(['asker', 'purpose', 'created_at'])
    .where('email', '=', email)
    .where('has_letter', '=', 1)
    .where('created_at', '>', since)
    .execute()
}

/** Counts one try, also among parallel callers; undefined if none is left. */
export function takeTry(db: Queryable, id: string, now: string, triesMax: number) {
  return unused(db)
    .set((set) => ({ tries: set('tries', '+', 1) }))
    .where('id', '=', id)
    .where('tries', '<', triesMax)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()
}

/** Counts one try at each other code for the same asker and purpose. */
export function takeOtherTries(db: Queryable, row: OneTimeCodeRow, now: string, triesMax: number) {
  const { email, asker, user_id, purpose } = row
  return unused(db)
    .set((set) => ({ other_tries: set('other_tries', '+', 1) }))
    .where((eb) => eb.and({ email, asker, user_id, purpose }))
    .where('id', '!=', row.id)
    .where('code_hash', 'is not', null)
    .where('other_tries', '<', triesMax)
    .where('expires_at', '>', now)
    .where('proved_at', 'is', null)
    .returning(['id', 'code_hash'])
    .execute()
}

export async function markProved(db: Queryable, id: string, now: string, expiresAt: string) {
  const unproved = unused(db).where('id', '=', id).where('proved_at', 'is', null)
  await unproved.set({ proved_at: now, expires_at: expiresAt }).execute()
}

/** True for exactly one caller. Ends all else that was sent to the address. */
export async function markUsed(
  db: Queryable,
  { id, email }: Pick<OneTimeCodeRow, 'id' | 'email'>,
  now: string,
): Promise<boolean> {
  const isFirst = await changesRow(unused(db).set({ used_at: now, new_account: null }).where('id', '=', id))
  if (isFirst) await markAllUsed(db, email, now)
  return isFirst
}

export async function markAllUsed(db: Queryable, email: string, now: string) {
  await unused(db).set({ used_at: now, new_account: null }).where('email', '=', email).execute()
}

function unused(db: Queryable) {
  return db.updateTable('one_time_code').where('used_at', 'is', null)
}

export function findProved(db: Queryable, id: string, now: string) {
  return db
    .selectFrom('one_time_code')
    .selectAll()
    .where('id', '=', id)
    .where('purpose', '=', 'reset-password')
    .where('proved_at', 'is not', null)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}
