import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Queryable } from '../../db/open.ts'
import type { Schema } from '../../db/schema.ts'
import { deleteDevice, deleteDevicesOf } from './known-devices.repository.ts'

export type UserRow = Selectable<Schema['user']>

export function findUserById(db: Queryable, id: string): Promise<UserRow | undefined> {
  return db.selectFrom('user').selectAll().where('id', '=', id).executeTakeFirst()
}

export function findUserByEmail(db: Queryable, email: string): Promise<UserRow | undefined> {
  return db.selectFrom('user').selectAll().where('email', '=', email).executeTakeFirst()
}

export async function updateUser(
  db: Queryable,
  id: string,
  changes: Updateable<Schema['user']>,
): Promise<void> {
  await db.updateTable('user').set(changes).where('id', '=', id).execute()
}

export async function findPasswordHash(db: Queryable, userId: string): Promise<string | null> {
  const row = await db
    .selectFrom('account')
    .select('password')
    .where('userId', '=', userId)
    .where('providerId', '=', 'credential')
    .executeTakeFirst()
  return row?.password ?? null
}

export async function hasOwner(db: Queryable): Promise<boolean> {
  const owner = await db
    .selectFrom('user')
    .select('id')
    .where('role', '=', 'owner')
    .limit(1)
    .executeTakeFirst()
  return owner !== undefined
}

/** False where the address already has an account. */
export async function insertUser(db: Queryable, user: Insertable<Schema['user']>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('user')
    .values(user)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** The row in which the accounts library looks for a user's password. */
export async function insertPassword(
  db: Queryable,
  row: { id: string; userId: string; password: string; now: string },
): Promise<void> {
  const { id, userId, password, now } = row
  await db
    .insertInto('account')
    .values({
      id,
      userId,
      password,
      accountId: userId,
      providerId: 'credential',
      createdAt: now,
      updatedAt: now,
    })
    .execute()
}

export async function updatePassword(
  db: Queryable,
  row: { userId: string; password: string; now: string },
): Promise<void> {
  await db
    .updateTable('account')
    .set({ password: row.password, updatedAt: row.now })
    .where('userId', '=', row.userId)
    .where('providerId', '=', 'credential')
    .execute()
}

/** A session with its user, by the part of the token that the database knows. */
export function findSessionByKey(db: Queryable, key: string) {
  return db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.userId')
    .select([
      'session.id',
      'session.userId',
      'session.updatedAt',
      'session.expiresAt',
      'user.email',
      'user.usertype',
      'user.role',
    ])
    .where('session.token', '=', key)
    .where('user.disabledAt', 'is', null)
    .executeTakeFirst()
}

export async function describeSession(
  db: Queryable,
  key: string,
  device: { id: string; name: string | null },
): Promise<void> {
  await db
    .updateTable('session')
    .set({ userAgent: device.name, knownDeviceId: device.id })
    .where('token', '=', key)
    .execute()
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

/** Only one of the user's own, with the device that it was on; undefined where there was none. */
export async function deleteSessionOf(
  db: Queryable,
  userId: string,
  id: string,
): Promise<{ userAgent: string | null } | undefined> {
  const row = await db
    .deleteFrom('session')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .returning(['userAgent', 'knownDeviceId'])
    .executeTakeFirst()
  if (row?.knownDeviceId) await deleteDevice(db, userId, row.knownDeviceId)
  return row
}

export async function touchSession(db: Queryable, id: string, now: string): Promise<void> {
  await db
    .updateTable('session')
    .set({ updatedAt: now })
    .where('id', '=', id)
    .where('updatedAt', '<', now)
    .execute()
}

/** True where there was one. */
export async function deleteSessionByKey(db: Queryable, key: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('session').where('token', '=', key).executeTakeFirst()
  return numDeletedRows > 0n
}

/** With the devices that they were on. True where there was one. */
export async function deleteSessionsOf(
  db: Queryable,
  userId: string,
  { except }: { except: string | null } = { except: null },
): Promise<boolean> {
  await deleteDevicesOf(db, userId, { exceptSession: except })
  let sessions = db.deleteFrom('session').where('userId', '=', userId)
  if (except !== null) sessions = sessions.where('id', '!=', except)
  const { numDeletedRows } = await sessions.executeTakeFirst()
  return numDeletedRows > 0n
}

/** Sessions of this user that nobody can use any more. */
export async function deleteDeadSessionsOf(
  db: Queryable,
  userId: string,
  dead: { endedBefore: string; unusedSince: string },
): Promise<void> {
  await db
    .deleteFrom('session')
    .where('userId', '=', userId)
    .where((where) =>
      where.or([where('expiresAt', '<=', dead.endedBefore), where('updatedAt', '<=', dead.unusedSince)]),
    )
    .execute()
}
