import { type At, prepare } from '../db/prepared.ts'
import type { Tx } from '../db/schema.ts'
import { addMs } from './clock.ts'

/** A network's letters to unproved addresses per school day; `RATE_LIMIT_FACTOR` scales the number. */
export const lettersOfNetworkMax = 30
/** Includes the links that are sent one per minute once the letters are used up. */
export const linksOfNetworkMax = 200
const linkEveryMs = 60_000

interface Quota {
  network: string
  day: string
  max: number
  /** 0 for a letter that does not count; the statement then takes equally long. */
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

/** Queues a link and answers its time, a minute after the previous one. `free` is the earliest possible time. */
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
