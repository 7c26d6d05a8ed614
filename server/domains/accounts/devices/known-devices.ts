import type { Queryable, Tx } from '../../../db/schema.ts'
import { newToken, tokenHash } from '../../../platform/tokens.ts'
import type { Deps } from '../../deps.ts'

/** An account knows this many devices; beyond them the one goes that was unused for the longest. */
export const devicesMax = 10

export interface Browser {
  /** Browser and system in words; null if unknown. */
  name: string | null
  /** Tokens from earlier sign-ins to any account; the browser may send made-up ones too. */
  deviceTokens: readonly string[]
}

/** Guesses of others do not keep a browser waiting that has signed in before. */
export function createKnownDevices({ db, clock, ids }: Pick<Deps, 'db' | 'clock' | 'ids'>) {
  return {
    /** The id of the device that the account of this address knows by one of the tokens. */
    async findFor(email: string, deviceTokens: readonly string[]): Promise<string | null> {
      if (deviceTokens.length === 0) return null
      // One query, so that the answer takes as long for an address that nobody has.
      const row = await db.read
        .selectFrom('known_device')
        .innerJoin('user', 'user.id', 'known_device.user_id')
        .select('known_device.id')
        .where('user.email', '=', email.toLowerCase())
        .where('known_device.token_hash', 'in', deviceTokens.map(tokenHash))
        .executeTakeFirst()
      return row?.id ?? null
    },

    /** The account knows this browser by the token from now on. */
    async remember(tx: Tx, userId: string, { name, deviceTokens }: Browser) {
      const used = { name, last_used_at: clock.now() }
      for (const token of deviceTokens) {
        const known = await tx
          .updateTable('known_device')
          .set(used)
          .where('user_id', '=', userId)
          .where('token_hash', '=', tokenHash(token))
          .returning('id')
          .executeTakeFirst()
        if (known) return { id: known.id, token, wasKnown: true }
      }
      const id = ids.id()
      const token = newToken()
      await tx
        .insertInto('known_device')
        .values({ ...used, id, token_hash: tokenHash(token), user_id: userId, created_at: used.last_used_at })
        .execute()
      await keepLastUsed(tx, userId)
      return { id, token, wasKnown: false }
    },
  }
}

async function keepLastUsed(db: Queryable, userId: string) {
  const kept = db
    .selectFrom('known_device')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .limit(devicesMax)
  await db.deleteFrom('known_device').where('user_id', '=', userId).where('id', 'not in', kept).execute()
}
