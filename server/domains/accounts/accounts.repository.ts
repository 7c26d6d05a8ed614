import type { Selectable, Updateable } from 'kysely'
import { changesRow, withRowLock } from '../../db/guards.ts'
import type { Queryable, Schema, Tx } from '../../db/schema.ts'

export type UserRow = Selectable<Schema['user']>

export function findUserByEmail(db: Queryable, email: string) {
  return db.selectFrom('user').selectAll().where('email', '=', email).executeTakeFirst()
}

export async function updateUser(db: Queryable, id: string, changes: Updateable<Schema['user']>) {
  await db.updateTable('user').set(changes).where('id', '=', id).execute()
}

/** Stores the time of a sign-in, and locks the account until the transaction ends. False if the account is disabled. */
export function noteSignIn(tx: Tx, id: string, now: string): Promise<boolean> {
  const enabled = tx.updateTable('user').where('id', '=', id).where('disabledAt', 'is', null)
  return changesRow(enabled.set({ lastSignInAt: now }))
}

/** Accounts with a password have a row with this provider. */
export const passwordProvider = { providerId: 'credential' } as const

function passwordOf(db: Queryable, userId: string) {
  return db
    .selectFrom('account')
    .select('password')
    .where((where) => where.and({ ...passwordProvider, userId }))
}

export async function findPasswordHash(db: Queryable, userId: string): Promise<string | null> {
  const row = await passwordOf(db, userId).executeTakeFirst()
  return row?.password ?? null
}

/** Locks the password's row until the transaction ends. */
export async function lockPasswordHash(tx: Tx, userId: string): Promise<string | null> {
  const row = await passwordOf(tx, userId).$call(withRowLock(tx)).executeTakeFirst()
  return row?.password ?? null
}

export async function updatePassword(db: Queryable, userId: string, password: string, now: string) {
  await db
    .updateTable('account')
    .set({ password, updatedAt: now })
    .where((where) => where.and({ ...passwordProvider, userId }))
    .execute()
}

export function findSessionByKey(db: Queryable, key: string) {
  return db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.userId')
    .select(['session.id', 'session.userId', 'session.updatedAt', 'session.expiresAt', 'session.confirmedAt'])
    .select(['user.email', 'user.usertype', 'user.role', 'user.instructor_id'])
    .where((eb) => eb.and({ 'session.token': key, 'user.disabledAt': null }))
    .executeTakeFirst()
}

export function listSessionsOf(db: Queryable, userId: string) {
  return db
    .selectFrom('session')
    .select(['id', 'userAgent', 'createdAt', 'updatedAt', 'expiresAt'])
    .where('userId', '=', userId)
    .orderBy('updatedAt', 'desc')
    .orderBy('id')
    .execute()
}

/** Deletes one session of the user with its device. Undefined if the user has no such session. */
export async function deleteSessionOf(db: Queryable, userId: string, id: string) {
  const row = await db
    .deleteFrom('session')
    .where((where) => where.and({ id, userId }))
    .returning(['userAgent', 'knownDeviceId'])
    .executeTakeFirst()
  if (row?.knownDeviceId) await devicesOf(db, userId).where('id', '=', row.knownDeviceId).execute()
  return row
}

export async function touchSession(db: Queryable, id: string, now: string) {
  const older = db.updateTable('session').set({ updatedAt: now }).where('updatedAt', '<', now)
  await older.where('id', '=', id).execute()
}

/** Deletes all sessions except `except`, with their devices. True if a session was deleted. */
export async function deleteSessionsOf(db: Queryable, userId: string, except: string | null) {
  const sessions = db.deleteFrom('session').where('userId', '=', userId)
  if (except === null) {
    await devicesOf(db, userId).execute()
    return changesRow(sessions)
  }
  const kept = db
    .selectFrom('session')
    .select('knownDeviceId')
    .where('id', '=', except)
    .where('knownDeviceId', 'is not', null)
    .$narrowType<{ knownDeviceId: string }>()
  await devicesOf(db, userId).where('id', 'not in', kept).execute()
  return changesRow(sessions.where('id', '!=', except))
}

function devicesOf(db: Queryable, userId: string) {
  return db.deleteFrom('known_device').where('user_id', '=', userId)
}

export async function deleteDeadSessionsOf(
  db: Queryable,
  userId: string,
  dead: { endedBefore: string; unusedSince: string },
) {
  await db
    .deleteFrom('session')
    .where('userId', '=', userId)
    .where((where) =>
      where.or([where('expiresAt', '<=', dead.endedBefore), where('updatedAt', '<=', dead.unusedSince)]),
    )
    .execute()
}
