import { refusal } from '../../../contract/errors.ts'
import { isMoved, moveCounter } from '../../db/counter.ts'
import type { Queryable } from '../../db/open.ts'
import type { Tx } from '../../db/schema.ts'

/** Pictures that one network may send in a day of the school, scaled by `RATE_LIMIT_FACTOR`. */
export const picturesOfANetworkMax = 20
/** Pictures of strangers that staff have not kept yet, from everybody together: about 300 MB at the most. */
export const privatePicturesMax = 200

export interface Quota {
  /** A keyed hash of the network and the day: the database does not tell who came. */
  network: string
  day: string
  ofANetworkMax: number
}

/** The row that whoever adds a private picture locks, so that two do not both take the last place. */
const everybody = { network: '', day: '' }

/** Before the picture is read, which costs a second of a processor. @throws `limit_reached` */
export async function refuseBeyondQuota(db: Queryable, quota: Quota): Promise<void> {
  const row = await db
    .selectFrom('picture_quota')
    .select('taken')
    .where('network', '=', quota.network)
    .where('day', '=', quota.day)
    .executeTakeFirst()
  if (row !== undefined && row.taken >= quota.ofANetworkMax) throw tooManyOfOne()
  if ((await countPrivate(db)) >= privatePicturesMax) throw tooManyOfAll()
}

/** In the transaction that records the picture, and before it does. @throws `limit_reached` */
export async function takeQuota(tx: Tx, quota: Quota): Promise<void> {
  const { network, day } = quota
  for (const key of [{ network, day }, everybody]) {
    await tx
      .insertInto('picture_quota')
      .values({ ...key, taken: 0 })
      .onConflict((conflict) => conflict.columns(['network', 'day']).doNothing())
      .execute()
  }
  const count = (key: { network: string; day: string }, bounds = {}) =>
    isMoved(
      moveCounter(tx, 'picture_quota', 'taken', 1, bounds)
        .where('network', '=', key.network)
        .where('day', '=', key.day),
    )
  if (!(await count({ network, day }, { max: quota.ofANetworkMax }))) throw tooManyOfOne()
  await count(everybody)
  // Only now: whoever held the lock before has committed, and is counted.
  if ((await countPrivate(tx)) >= privatePicturesMax) throw tooManyOfAll()
}

async function countPrivate(db: Queryable): Promise<number> {
  const { count } = await db
    .selectFrom('picture')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .where('private_since', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

const tooManyOfOne = () => refusal('pictures-of-network')

const tooManyOfAll = () => refusal('pictures-of-all')
