import type { Insertable } from 'kysely'
import type { Queryable } from '../../db/open.ts'
import type { Schema } from '../../db/schema.ts'

export async function insertDevice(db: Queryable, row: Insertable<Schema['known_device']>): Promise<void> {
  await db.insertInto('known_device').values(row).execute()
}

/** By the address of its account: one query for any address. */
export function findDeviceByEmail(db: Queryable, email: string, tokenHashes: readonly string[]) {
  return db
    .selectFrom('known_device')
    .innerJoin('user', 'user.id', 'known_device.user_id')
    .select('known_device.id')
    .where('user.email', '=', email)
    .where('known_device.token_hash', 'in', tokenHashes)
    .executeTakeFirst()
}

export function findDevice(db: Queryable, userId: string, tokenHashes: readonly string[]) {
  return db
    .selectFrom('known_device')
    .select(['id', 'token_hash'])
    .where('user_id', '=', userId)
    .where('token_hash', 'in', tokenHashes)
    .executeTakeFirst()
}

export async function touchDevice(
  db: Queryable,
  id: string,
  used: { name: string | null; last_used_at: string },
): Promise<void> {
  await db.updateTable('known_device').set(used).where('id', '=', id).execute()
}

/** Keeps those that were used last. */
export async function boundDevices(db: Queryable, userId: string, devicesMax: number): Promise<void> {
  const kept = db
    .selectFrom('known_device')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .limit(devicesMax)
  await db.deleteFrom('known_device').where('user_id', '=', userId).where('id', 'not in', kept).execute()
}

export async function deleteDevice(db: Queryable, userId: string, id: string): Promise<void> {
  await db.deleteFrom('known_device').where('user_id', '=', userId).where('id', '=', id).execute()
}

/** All but the one of this session. */
export async function deleteDevicesOf(
  db: Queryable,
  userId: string,
  { exceptSession }: { exceptSession: string | null },
): Promise<void> {
  let devices = db.deleteFrom('known_device').where('user_id', '=', userId)
  if (exceptSession !== null) {
    const kept = db
      .selectFrom('session')
      .select('knownDeviceId')
      .where('id', '=', exceptSession)
      .where('knownDeviceId', 'is not', null)
    devices = devices.where('id', 'not in', kept as never)
  }
  await devices.execute()
}
