import { type At, prepare } from '../db/prepared.ts'
import type { Tx } from '../db/schema.ts'
import { addMs } from './clock.ts'

/** The limit of one network in a school day, to unproved addresses; scaled by `RATE_LIMIT_FACTOR`. */
export const lettersOfNetworkMax = 30
/** It includes the links that go one a minute once the letters are used up. */
export const linksOfNetworkMax = 200
const linkEveryMs = 60_000

interface Quota {
  /** A keyed hash. */
  network: string
  day: string
  max: number
  /** 0 for a letter that does not count, and still takes as long. */
  letters: 0 | 1
}

/** Counts a letter of the network, whose row stays locked; undefined if it had `max` already. */
export async function takeLetter(tx: Tx, quota: Quota) {
  return (await countOne(tx, quota)).rows[0]
}

// One guarded statement does it, since most networks are new on their day.
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

/** The time at which a waiting link goes; the next goes a minute later. `free` is the previous link's word for it. */
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
