import { sql } from 'kysely'
import type { Database } from '../db/open.ts'
import { clockOf, systemClock } from './clock.ts'
import { every, type Loop } from './every.ts'
import type { Logger } from './logger.ts'

/** The machine's logs and files have other times than the school's records. */
const toldFromMs = 5_000
const asks = 3

/**
 * PostgreSQL's time, as the machine's clock plus a measured difference. Several servers then agree on leases,
 * holds and days. @throws if the database cannot be asked at first
 */
export async function createDatabaseClock(
  db: Pick<Database, 'read'>,
  machineMs: () => number = systemClock.ms,
) {
  /** The fastest answer is the most exact: the database's time lies in the middle of its way. */
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
    /** Clocks drift, and a new primary has another clock, so this asks again. */
    follow(log: Logger, everyMs = 10_000): Loop {
      let isTold = false
      const round = async () => {
        ahead = await measure()
        const isOff = Math.abs(ahead) >= toldFromMs
        if (isOff && !isTold) log.warn({ ms: ahead }, 'the clock of this machine is off the database’s')
        isTold = isOff
      }
      return every('asking for the time', everyMs, round, { log })
    },
  }
}
