import { type Selectable, sql } from 'kysely'
import { changesRow } from '../../../db/guards.ts'
import type { Queryable, Schema } from '../../../db/schema.ts'

export type TwoFactorRow = Selectable<Schema['two_factor']>

export function findTwoFactor(db: Queryable, userId: string) {
  return db.selectFrom('two_factor').selectAll().where('user_id', '=', userId).executeTakeFirst()
}

/** Undefined if the account has no second factor. */
export async function findConfirmed(db: Queryable, userId: string) {
  const row = await findTwoFactor(db, userId)
  return row?.confirmed_at ? row : undefined
}

/** Stores a new secret, unless a first code has confirmed the stored secret. */
export async function insertTwoFactor(db: Queryable, userId: string, secret: string, now: string) {
  await db
    .insertInto('two_factor')
    .values({ user_id: userId, secret, last_step: 0, tries: 0, tries_since: now })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ secret }).where('two_factor.confirmed_at', 'is', null),
    )
    .execute()
}

export async function deleteUnconfirmedTwoFactor(db: Queryable, userId: string) {
  await db.deleteFrom('two_factor').where('user_id', '=', userId).where('confirmed_at', 'is', null).execute()
}

/** Counts an attempt, even if many arrive at once. False if no attempt is left in the time after `since`. */
export function takeCodeTry(
  db: Queryable,
  at: { userId: string; now: string; since: string; attemptsMax: number },
): Promise<boolean> {
  return changesRow(
    changing(db, at.userId)
      .set((set) => ({
        tries: sql<number>`case when tries_since <= ${at.since} then 1 else tries + 1 end`,
        tries_since: sql<string>`case when tries_since <= ${at.since} then ${at.now} else ${set.ref('tries_since')} end`,
      }))
      .where((where) =>
        where.or([where('tries', '<', at.attemptsMax), where('tries_since', '<=', at.since)]),
      ),
  )
}

/** Uses up the codes of this time step and of earlier time steps. True for exactly one caller. */
export function useStep(db: Queryable, userId: string, step: number): Promise<boolean> {
  return changesRow(changing(db, userId).set({ last_step: step, tries: 0 }).where('last_step', '<', step))
}

export function confirmTwoFactorRow(db: Queryable, userId: string, now: string): Promise<boolean> {
  return changesRow(changing(db, userId).set({ confirmed_at: now }).where('confirmed_at', 'is', null))
}

function changing(db: Queryable, userId: string) {
  return db.updateTable('two_factor').where('user_id', '=', userId)
}

export async function deleteTwoFactor(db: Queryable, userId: string): Promise<boolean> {
  await db.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
  const deleted = db.deleteFrom('two_factor').where('user_id', '=', userId).returning('confirmed_at')
  const row = await deleted.executeTakeFirst()
  return row !== undefined && row.confirmed_at !== null
}
