import { sql } from 'kysely'
import type { Deps } from '../domains/deps.ts'
import { addMs } from '../platform/clock.ts'

/** The time for which a process counts by itself if the database does not answer, so that no caller waits. */
const aloneMs = 2_000
const sweepEvery = 1_000

export type SharedCounts = ReturnType<typeof createSharedCounts>

/** All servers count a network's requests together. The database has only a keyed hash of the network. */
export function createSharedCounts({ db, clock, seal, log }: Pick<Deps, 'db' | 'clock' | 'seal' | 'log'>) {
  let aloneUntil = 0
  let newRows = 0

  async function add(what: string, windowMs: number) {
    const now = clock.now()
    const ends_at = addMs(now, windowMs)
    // An end that is further away than one time window was written by a server with a wrong clock.
    const isOver = sql<boolean>`(rate_count.ends_at <= ${now} or rate_count.ends_at > ${ends_at})`
    const row = await db.write
      .insertInto('rate_count')
      .values({ key: seal.fingerprint(`rate ${what}`), taken: 1, ends_at })
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet({
          taken: sql<number>`case when ${isOver} then 1 else rate_count.taken + 1 end`,
          ends_at: sql<string>`case when ${isOver} then excluded.ends_at else rate_count.ends_at end`,
        }),
      )
      .returning(['taken', 'ends_at'])
      .executeTakeFirstOrThrow()
    if (row.taken === 1 && ++newRows % sweepEvery === 0) {
      await db.write.deleteFrom('rate_count').where('ends_at', '<=', now).execute()
    }
    return { count: row.taken, msLeft: Date.parse(row.ends_at) - Date.parse(now) }
  }

  return {
    async count(what: string, windowMs: number): Promise<Awaited<ReturnType<typeof add>> | null> {
      if (clock.ms() < aloneUntil) return null
      try {
        const counted = await add(what, windowMs)
        if (aloneUntil > 0) log.info('rate limits are counted in the database again')
        aloneUntil = 0
        return counted
      } catch (err) {
        if (aloneUntil === 0)
          log.warn({ err }, 'the database cannot count rate limits, so this server counts them alone')
        aloneUntil = clock.ms() + aloneMs
        return null
      }
    },
  }
}
