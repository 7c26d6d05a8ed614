import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../db/open.ts'

const lettersASecond = 40
/** A longer wait is ignored, because it can only result from a clock that jumped. */
const lineMsMax = 60_000

export type LetterTurn = (count: number, isStopping: () => boolean) => Promise<void>

/**
 * Limits the rate at which all servers together send e-mails, so that mail servers accept it. `ms` is a clock that the
 * servers share.
 */
export function createLetterPace(db: Database, ms: () => number): LetterTurn {
  const take = async (count: number): Promise<boolean> => {
    const now = ms()
    const { numUpdatedRows } = await db.write
      .updateTable('pace')
      .set({ until_ms: now + (count * 1000) / lettersASecond })
      .where('name', '=', 'letters')
      .where((eb) => eb.or([eb('until_ms', '<=', now), eb('until_ms', '>', now + lineMsMax)]))
      .executeTakeFirst()
    return numUpdatedRows === 1n
  }
  return async (count, isStopping) => {
    while (!isStopping() && !(await take(count))) {
      const row = await db.read
        .selectFrom('pace')
        .select('until_ms')
        .where('name', '=', 'letters')
        .executeTakeFirstOrThrow()
      await delay(Math.min(Math.max(Number(row.until_ms) - ms(), 10), 1_000), undefined, { ref: false })
    }
  }
}
