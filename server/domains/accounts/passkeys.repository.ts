import type { Selectable } from 'kysely'
import { changesRow } from '../../db/changes-row.ts'
import { insertUnlessThere } from '../../db/insert-unless-there.ts'
import { withRowLock } from '../../db/row-lock.ts'
import type { Queryable, Schema, Tx } from '../../db/schema.ts'
import type { UserRow } from './accounts.repository.ts'

export type PasskeyRow = Selectable<Schema['passkey']>
type Challenge = Selectable<Schema['passkey_challenge']>

/** In the order in which they were added. */
export function listPasskeysOf(db: Queryable, userId: string): Promise<PasskeyRow[]> {
  return db
    .selectFrom('passkey')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export function findPasskeyOf(db: Queryable, userId: string, id: string): Promise<PasskeyRow | undefined> {
  return db
    .selectFrom('passkey')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

export function findPasskeyByCredential(
  db: Queryable,
  credentialId: string,
): Promise<PasskeyRow | undefined> {
  return db.selectFrom('passkey').selectAll().where('credential_id', '=', credentialId).executeTakeFirst()
}

/** Nobody changes this account, or adds a passkey to it, until the transaction ends. */
export function lockUser(tx: Tx, id: string): Promise<UserRow | undefined> {
  return tx.selectFrom('user').selectAll().where('id', '=', id).$call(withRowLock(tx)).executeTakeFirst()
}

/** False where this credential is here already. */
export function insertPasskey(db: Queryable, row: PasskeyRow): Promise<boolean> {
  return insertUnlessThere(db, 'passkey', row, 'credential_id')
}

/**
 * Writes down a use. False where the counter is not above the last one: of two devices with one key, one counts
 * behind the other. Devices that always say 0 do not count.
 */
export function usePasskey(
  db: Queryable,
  use: { id: string; counter: number; isBackedUp: boolean; now: string },
): Promise<boolean> {
  return changesRow(
    db
      .updateTable('passkey')
      .set({ counter: use.counter, is_backed_up: use.isBackedUp ? 1 : 0, last_used_at: use.now })
      .where('id', '=', use.id)
      .where('counter', use.counter === 0 ? '=' : '<', use.counter),
  )
}

/** Only one of the user's own; undefined where there was none. */
export function deletePasskeyOf(db: Queryable, userId: string, id: string): Promise<PasskeyRow | undefined> {
  return db
    .deleteFrom('passkey')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst()
}

export async function deletePasskeysOf(db: Queryable, userId: string): Promise<void> {
  await db.deleteFrom('passkey').where('user_id', '=', userId).execute()
}

/** A question to somebody who adds a passkey replaces the one before. */
export async function insertChallenge(db: Queryable, row: Challenge): Promise<void> {
  const { challenge_hash, expires_at } = row
  await db
    .insertInto('passkey_challenge')
    .values(row)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ challenge_hash, expires_at }))
    .execute()
}

/** Deletes those that are over, and the oldest of sign-ins beyond so many. */
export async function pruneChallenges(db: Queryable, now: string, signInsMax: number): Promise<void> {
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

/** True for exactly one caller, once. */
export function takeChallenge(
  db: Queryable,
  of: Pick<Challenge, 'challenge_hash' | 'purpose' | 'user_id'> & { now: string },
): Promise<boolean> {
  return changesRow(
    db
      .deleteFrom('passkey_challenge')
      .where('challenge_hash', '=', of.challenge_hash)
      .where('purpose', '=', of.purpose)
      .where('user_id', 'is not distinct from', of.user_id)
      .where('expires_at', '>', of.now),
  )
}
