import { type At, prepare } from '../db/prepared.ts'
import type { Tx } from '../db/schema.ts'
import { addMs } from './clock.ts'

/** A network's letters to unproved addresses in a school day; scaled by `RATE_LIMIT_FACTOR`. */
export const lettersOfNetworkMax = 30
/** Includes the links that go one a minute once the letters are used up. */
export const linksOfNetworkMax = 200
const linkEveryMs = 60_000

interface Quota {
  network: string
  day: string
  max: number
  /** 0 for a letter that does not count but takes as long. */
  letters: 0 | 1
}

export async function takeLetter(tx: Tx, quota: Quota) {
  return (await countOne(tx, quota)).rows[0]
}

// Most networks are new on their day, so one guarded statement does it.
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

/** The time of a waiting link, a minute after the previous one. `free` is when that lets it go. */
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
