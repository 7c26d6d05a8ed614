import type { Queryable, Tx } from '../../db/schema.ts'
import { newToken, tokenHash } from '../../platform/tokens.ts'
import type { Deps } from '../deps.ts'

/** Devices that an account knows; beyond them those go that were not used for the longest. */
export const devicesMax = 10

/** Where somebody signs in. */
export interface Browser {
  /** Browser and system in words; null where it did not say. */
  name: string | null
  /** Tokens that it was given at earlier sign-ins, of any account. It may send others too. */
  deviceTokens: readonly string[]
}

/** Browsers that have signed in before: guesses that others make do not keep them waiting. */
export function createKnownDevices({ db, clock, ids }: Pick<Deps, 'db' | 'clock' | 'ids'>) {
  return {
    /** The id of the one among these that the account of this address knows; null where it knows none. */
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

    /** From now on the account knows this browser by the token. */
    async remember(
      tx: Tx,
      userId: string,
      { name, deviceTokens }: Browser,
    ): Promise<{ id: string; token: string; wasKnown: boolean }> {
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

async function keepLastUsed(db: Queryable, userId: string): Promise<void> {
  const kept = db
    .selectFrom('known_device')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .limit(devicesMax)
  await db.deleteFrom('known_device').where('user_id', '=', userId).where('id', 'not in', kept).execute()
}
