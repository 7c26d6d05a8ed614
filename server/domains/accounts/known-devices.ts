import { randomBytes } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import type { Deps } from '../deps.ts'
import {
  boundDevices,
  findDevice,
  findDeviceByEmail,
  insertDevice,
  touchDevice,
} from './known-devices.repository.ts'
import { tokenHash } from './token-hash.ts'

/** Of an account; of more, those go that were not used for the longest. */
export const devicesMax = 10

/** Where somebody signs in. */
export interface Browser {
  /** Browser and system in words; null where it did not say. */
  name: string | null
  /** Those that it was given at earlier sign-ins, of any account; it may show some that are none. */
  deviceTokens: readonly string[]
}

export interface RememberedDevice {
  id: string
  /** For the browser alone; the database has its hash. */
  token: string
  wasKnown: boolean
}

export type KnownDevices = ReturnType<typeof createKnownDevices>

/** Browsers that have signed in before: what others guess of their account keeps them waiting no longer. */
export function createKnownDevices({ db, clock, ids }: Pick<Deps, 'db' | 'clock' | 'ids'>) {
  return {
    /** The id of the one among these that the account of this address knows; null where it knows none. */
    async findFor(email: string, deviceTokens: readonly string[]): Promise<string | null> {
      if (deviceTokens.length === 0) return null
      const row = await findDeviceByEmail(db.read, email.toLowerCase(), deviceTokens.map(tokenHash))
      return row?.id ?? null
    },

    /** From now on the account knows this browser. */
    async remember(tx: Transaction<Schema>, userId: string, browser: Browser): Promise<RememberedDevice> {
      const now = clock.now()
      const tokens = new Map(browser.deviceTokens.map((token) => [tokenHash(token), token]))
      const known = tokens.size === 0 ? undefined : await findDevice(tx, userId, [...tokens.keys()])
      const knownToken = known && tokens.get(known.token_hash)
      if (known && knownToken !== undefined) {
        await touchDevice(tx, known.id, { name: browser.name, last_used_at: now })
        return { id: known.id, token: knownToken, wasKnown: true }
      }
      const id = ids.id()
      const token = randomBytes(16).toString('base64url')
      await insertDevice(tx, {
        id,
        token_hash: tokenHash(token),
        user_id: userId,
        name: browser.name,
        created_at: now,
        last_used_at: now,
      })
      await boundDevices(tx, userId, devicesMax)
      return { id, token, wasKnown: false }
    },
  }
}
