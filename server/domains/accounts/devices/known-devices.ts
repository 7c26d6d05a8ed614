import type { Tx } from '../../../db/schema.ts'
import { newToken, tokenHash } from '../../../platform/tokens.ts'
import type { Deps } from '../../deps.ts'

/** Beyond this number, the device that was unused for the longest time is forgotten. */
export const devicesMax = 10

export interface Browser {
  name: string | null
  /** The browser sends these tokens, so they may be forged. */
  deviceTokens: readonly string[]
}

/** Recognises a browser that has signed in before, so that wrong attempts of strangers do not slow it down. */
export function createKnownDevices({ db, clock, ids }: Pick<Deps, 'db' | 'clock' | 'ids'>) {
  return {
    /** Finds a device that has signed in to the account with this address. */
    async findFor(email: string, deviceTokens: readonly string[]): Promise<string | null> {
      if (deviceTokens.length === 0) return null
      // One joined query takes equally long for known and unknown addresses, but two queries would not.
      const row = await db.read
        .selectFrom('known_device')
        .innerJoin('user', 'user.id', 'known_device.user_id')
        .select('known_device.id')
        .where('user.email', '=', email.toLowerCase())
        .where('known_device.token_hash', 'in', deviceTokens.map(tokenHash))
        .executeTakeFirst()
      return row?.id ?? null
    },

    async remember(tx: Tx, userId: string, { name, deviceTokens }: Browser) {
      const used = { name, last_used_at: clock.now() }
      for (const token of deviceTokens) {
        const known = await tx
          .updateTable('known_device')
          .set(used)
          .where((eb) => eb.and({ user_id: userId, token_hash: tokenHash(token) }))
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
      const kept = tx.selectFrom('known_device').select('id').where('user_id', '=', userId)
      const lastUsed = kept.orderBy('last_used_at', 'desc').orderBy('id', 'desc').limit(devicesMax)
      const all = tx.deleteFrom('known_device').where('user_id', '=', userId)
      await all.where('id', 'not in', lastUsed).execute()
      return { id, token, wasKnown: false }
    },
  }
}
