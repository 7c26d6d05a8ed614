import type { Insertable, Selectable } from 'kysely'
import { changesRow } from '../../db/changes-row.ts'
import type { Queryable, Schema } from '../../db/schema.ts'

export type OneTimeCodeRow = Selectable<Schema['one_time_code']>

export async function insertOneTimeCode(
  db: Queryable,
  row: Insertable<Schema['one_time_code']>,
): Promise<void> {
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

/** Takes one of the tries that are left, whoever else tries at this moment; undefined where none is left. */
export function takeTry(
  db: Queryable,
  at: { id: string; now: string; triesMax: number },
): Promise<OneTimeCodeRow | undefined> {
  return db
    .updateTable('one_time_code')
    .set((set) => ({ tries: set('tries', '+', 1) }))
    .where('id', '=', at.id)
    .where('tries', '<', at.triesMax)
    .where('expires_at', '>', at.now)
    .where('used_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

/** Takes one try at each other living code that was mailed for the same asker and purpose. */
export function takeOtherTries(
  db: Queryable,
  row: OneTimeCodeRow,
  at: { now: string; triesMax: number },
): Promise<Pick<OneTimeCodeRow, 'id' | 'code_hash'>[]> {
  return db
    .updateTable('one_time_code')
    .set((set) => ({ other_tries: set('other_tries', '+', 1) }))
    .where('email', '=', row.email)
    .where('asker', '=', row.asker)
    .where('user_id', '=', row.user_id)
    .where('purpose', '=', row.purpose)
    .where('id', '!=', row.id)
    .where('code_hash', 'is not', null)
    .where('other_tries', '<', at.triesMax)
    .where('expires_at', '>', at.now)
    .where('proved_at', 'is', null)
    .where('used_at', 'is', null)
    .returning(['id', 'code_hash'])
    .execute()
}

export async function markProved(
  db: Queryable,
  at: { id: string; now: string; expiresAt: string },
): Promise<void> {
  await db
    .updateTable('one_time_code')
    .set({ proved_at: at.now, expires_at: at.expiresAt })
    .where('id', '=', at.id)
    .where('proved_at', 'is', null)
    .where('used_at', 'is', null)
    .execute()
}

/** True for exactly one caller. Everything else that was sent to the address is worth nothing from then on. */
export async function markUsed(
  db: Queryable,
  { id, email, now }: { id: string; email: string; now: string },
): Promise<boolean> {
  if (!(await changesRow(unused(db, now).where('id', '=', id)))) return false
  await markAllUsed(db, { email, now })
  return true
}

export async function markAllUsed(
  db: Queryable,
  { email, now }: { email: string; now: string },
): Promise<void> {
  await unused(db, now).where('email', '=', email).execute()
}

/** Marks those as used that are not yet; the caller says which. */
function unused(db: Queryable, now: string) {
  return db.updateTable('one_time_code').set({ used_at: now, new_account: null }).where('used_at', 'is', null)
}

export function findProved(
  db: Queryable,
  at: { id: string; now: string },
): Promise<OneTimeCodeRow | undefined> {
  return db
    .selectFrom('one_time_code')
    .selectAll()
    .where('id', '=', at.id)
    .where('purpose', '=', 'reset-password')
    .where('proved_at', 'is not', null)
    .where('used_at', 'is', null)
    .where('expires_at', '>', at.now)
    .executeTakeFirst()
}
