import { sql } from 'kysely'
import type { Database } from '../db/open.ts'
import { clockOf, systemClock } from './clock.ts'
import { every, type Loop } from './every.ts'
import type { Logger } from './logger.ts'

/**
 * A difference of at least this is logged, because the times in the machine's logs and files then differ from the times
 * in the database.
 */
const toldFromMs = 5_000
const asks = 3

/**
 * PostgreSQL's time, computed as the machine's clock plus a measured difference, so that several servers agree on
 * leases, holds and days. @throws if the database cannot be reached for the first measurement
 */
export async function createDatabaseClock(
  db: Pick<Database, 'read'>,
  machineMs: () => number = systemClock.ms,
) {
  /**
   * The fastest round trip gives the most exact time, because the database is assumed to read its clock halfway
   * through.
   */
  async function measure(): Promise<number> {
    let best = { way: Number.POSITIVE_INFINITY, ahead: 0 }
    for (let n = 0; n < asks; n++) {
      const asked = machineMs()
      const { rows } = await sql<{ ms: number }>`
        select cast(extract(epoch from clock_timestamp()) * 1000 as double precision) as ms`.execute(db.read)
      const way = machineMs() - asked
      if (way < best.way) best = { way, ahead: Math.round(Number(rows[0]?.ms) - (asked + way / 2)) }
    }
    return best.ahead
  }

  let ahead = await measure()
  return {
    clock: clockOf(() => machineMs() + ahead),
    /** Measures again, since clocks drift and a new primary has another clock. */
    follow(log: Logger, everyMs = 10_000): Loop {
      let isTold = false
      const round = async () => {
        ahead = await measure()
        const isOff = Math.abs(ahead) >= toldFromMs
        if (isOff && !isTold) log.warn({ ms: ahead }, 'the clock of this machine differs from the database’s')
        isTold = isOff
      }
      return every('reading the database’s clock', everyMs, round, { log })
    },
  }
}
