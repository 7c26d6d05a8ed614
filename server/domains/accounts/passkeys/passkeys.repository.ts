import type { Selectable } from 'kysely'
import { changesRow, withRowLock } from '../../../db/guards.ts'
import type { Queryable, Schema, Tx } from '../../../db/schema.ts'

export type PasskeyRow = Selectable<Schema['passkey']>
type Challenge = Selectable<Schema['passkey_challenge']>

export function listPasskeysOf(db: Queryable, userId: string) {
  const own = db.selectFrom('passkey').selectAll().where('user_id', '=', userId)
  return own.orderBy('created_at').orderBy('id').execute()
}

export function findPasskeyOf(db: Queryable, userId: string, id: string) {
  const own = db.selectFrom('passkey').selectAll().where('user_id', '=', userId)
  return own.where('id', '=', id).executeTakeFirst()
}

/** Locks the account and its passkeys until the transaction ends. */
export function lockUser(tx: Tx, id: string) {
  return tx.selectFrom('user').selectAll().where('id', '=', id).$call(withRowLock(tx)).executeTakeFirst()
}

/**
 * Records a use of the passkey. False if the counter did not increase, which shows a copied passkey; devices that
 * always send 0 are accepted.
 */
export function usePasskey(
  db: Queryable,
  id: string,
  use: Pick<PasskeyRow, 'counter' | 'is_backed_up' | 'last_used_at'>,
): Promise<boolean> {
  const used = db.updateTable('passkey').set(use).where('id', '=', id)
  return changesRow(used.where('counter', use.counter === 0 ? '=' : '<', use.counter))
}

export async function deletePasskeysOf(db: Queryable, userId: string) {
  await db.deleteFrom('passkey').where('user_id', '=', userId).execute()
}

/**
 * Inserts a challenge. A user who adds a passkey has one challenge at a time, so a new challenge replaces the old one.
 */
export async function insertChallenge(db: Queryable, row: Challenge) {
  const { challenge_hash, expires_at } = row
  await db
    .insertInto('passkey_challenge')
    .values(row)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ challenge_hash, expires_at }))
    .execute()
}

/** Deletes expired challenges, and the oldest sign-in challenges beyond `signInsMax`. */
export async function pruneChallenges(db: Queryable, now: string, signInsMax: number) {
  await db.deleteFrom('passkey_challenge').where('expires_at', '<=', now).execute()
  const beyond = db
    .selectFrom('passkey_challenge')
    .select('challenge_hash')
    .where('purpose', '=', 'sign-in')
    .orderBy('expires_at', 'desc')
    .limit(100)
    .offset(signInsMax)
  await db.deleteFrom('passkey_challenge').where('challenge_hash', 'in', beyond).execute()
}

export function takeChallenge(
  db: Queryable,
  { challenge_hash, purpose, user_id }: Omit<Challenge, 'expires_at'>,
  now: string,
): Promise<boolean> {
  const living = db.deleteFrom('passkey_challenge').where('expires_at', '>', now)
  return changesRow(
    living
      .where((eb) => eb.and({ challenge_hash, purpose }))
      .where('user_id', 'is not distinct from', user_id),
  )
}
