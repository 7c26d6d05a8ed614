import { type At, prepare } from '../db/prepared.ts'
import type { Tx } from '../db/schema.ts'
import { addMs } from './clock.ts'

/**
 * The number of e-mails to unproved addresses that a network may cause per day in the school's time zone;
 * `RATE_LIMIT_FACTOR` scales it.
 */
export const lettersOfNetworkMax = 30
/**
 * The number of e-mails with a link that a network may cause per day. This number includes the links that are sent one
 * per minute once `lettersOfNetworkMax` is reached.
 */
export const linksOfNetworkMax = 200
const linkEveryMs = 60_000

interface Quota {
  network: string
  day: string
  max: number
  /**
   * 0 for an e-mail that does not count towards the limit. The statement runs in both cases, so that the duration
   * reveals nothing.
   */
  letters: 0 | 1
}

export async function takeLetter(tx: Tx, quota: Quota) {
  return (await countOne(tx, quota)).rows[0]
}

// Most networks have no row yet on that day, so one guarded statement inserts or updates it.
const countOne = prepare((db, at: At<Quota>) =>
  db
    .insertInto('letter_quota')
    .values({ network: at('network'), day: at('day'), letters: at('letters') })
    .onConflict((conflict) =>
      conflict
        .columns(['network', 'day'])
        .doUpdateSet((eb) => ({ letters: eb('letter_quota.letters', '+', eb.ref('excluded.letters')) }))
        .where((eb) => eb('letter_quota.letters', '<', at('max'))),
    )
    .returning(['letters', 'next_link_at']),
)

/**
 * Returns the time at which a link may be sent, and stores the time of the following link, which is a minute later.
 * `free` is the time that was stored for this link.
 */
export async function lineUp(
  tx: Tx,
  { network, day }: Pick<Quota, 'network' | 'day'>,
  { now, free }: { now: string; free: string | null },
): Promise<string> {
  const due = free === null || free < now ? now : free
  await tx
    .updateTable('letter_quota')
    .set({ next_link_at: addMs(due, linkEveryMs) })
    .where('network', '=', network)
    .where('day', '=', day)
    .execute()
  return due
}
