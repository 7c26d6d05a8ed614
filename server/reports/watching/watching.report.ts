import { sql } from 'kysely'
import type { ReadDatabase } from '../../domains/deps.ts'
import { addMs, type Clock } from '../../platform/clock.ts'

/** Figures that show whether recurring work is done. The figures reveal nothing about any person. */
export interface Figures {
  /** Seats, holds, orders and offers that ended over a minute ago but still occupy a seat, stock or a slot. */
  overdueHolds: number
  outbox: { status: string; count: number }[]
  /** The number of seconds for which the oldest message has been due; 0 if no message is due. */
  outboxWaitSeconds: number
  /** The standbys of PostgreSQL that this account may see, with the seconds that each is behind. */
  standbys: { name: string; lagSeconds: number }[]
}

const graceMs = 60_000

export function createWatchingReport({ db, clock }: { db: ReadDatabase; clock: Clock }) {
  async function countOverdue(): Promise<number> {
    const before = addMs(clock.now(), -graceMs)
    const { rows } = await sql<{ count: number }>`
      select cast(sum(part) as bigint) as count from (
        select count(*) as part from registration where status in ('held', 'pending') and hold_until <= ${before}
        union all select count(*) from shop_order where status = 'pending' and hold_until <= ${before}
        union all select count(*) from waiting_list_entry where status = 'offered' and offer_until <= ${before}
      ) as parts`.execute(db.read)
    return Number(rows[0]?.count ?? 0)
  }

  async function findStandbys(): Promise<Figures['standbys']> {
    if (db.engine !== 'postgres') return []
    const { rows } = await sql<{ name: string; lag: number | null }>`
      select application_name as name, cast(extract(epoch from replay_lag) as double precision) as lag
      from pg_stat_replication`.execute(db.read)
    return rows.map(({ name, lag }) => ({ name, lagSeconds: Number(lag ?? 0) }))
  }

  return {
    async findFigures(): Promise<Figures> {
      const outbox = await db.read
        .selectFrom('outbox')
        .select((eb) => ['status', eb.fn.countAll<number>().as('count')])
        .where('status', '<>', 'sent')
        .groupBy('status')
        .execute()
      const oldest = await db.read
        .selectFrom('outbox')
        .select((eb) => eb.fn.min('next_attempt_at').as('at'))
        .where('status', 'in', ['queued', 'sending'])
        .executeTakeFirst()
      const waitMs = oldest?.at ? Date.parse(clock.now()) - Date.parse(oldest.at) : 0
      return {
        overdueHolds: await countOverdue(),
        outbox: outbox.map(({ status, count }) => ({ status, count: Number(count) })),
        outboxWaitSeconds: Math.max(0, waitMs / 1000),
        standbys: await findStandbys(),
      }
    },
  }
}
