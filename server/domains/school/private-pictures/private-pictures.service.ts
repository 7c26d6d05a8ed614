import { refusal } from '../../../../contract/errors.ts'
import { requestImageBytesMax } from '../../../../contract/people/custom-requests.ts'
import { moveCounter } from '../../../db/counter.ts'
import { changesRow } from '../../../db/guards.ts'
import type { Queryable } from '../../../db/open.ts'
import type { Tx } from '../../../db/schema.ts'
import type { StoredPicture } from '../../../platform/pictures.ts'
import { createPrivatePictureLinks } from '../../../platform/private-picture-links.ts'
import { authSecret } from '../../../platform/secret.ts'
import { createSignedLinks } from '../../../platform/signed-links.ts'
import type { Deps } from '../../deps.ts'

export type PrivatePicturesService = ReturnType<typeof createPrivatePicturesService>

/**
 * A visitor who sends a picture. `isBuyer` is true if the visitor has proved an order, and the picture is then not
 * counted towards `privatePicturesMax`.
 */
export interface Sender {
  network: string
  isBuyer?: boolean
}

/** Stores visitors' pictures, which only staff can see (decision 0058). */
export function createPrivatePicturesService({ db, clock, pictures, config, seal }: Deps) {
  function quotaOf({ network, isBuyer = false }: Sender): Quota {
    const day = clock.today()
    const ofANetworkMax = Math.ceil(picturesOfANetworkMax * config.rateLimitFactor)
    const key = seal.fingerprint(`pictures ${day} ${network}`)
    return { network: key, day, ofANetworkMax, countsAmongAll: !isBuyer }
  }

  return {
    links: createPrivatePictureLinks(createSignedLinks(authSecret(config)), clock),

    /**
     * Stores pictures and calls `work`, then removes the files of pictures that `work` did not record.
     * @throws `limit_reached`, `image_too_large`, `unsupported_image`
     */
    async withStored<T>(
      images: readonly string[],
      sender: Sender,
      work: (stored: StoredPicture[]) => Promise<T>,
    ): Promise<T> {
      if (images.length > 0) await refuseBeyondQuota(db.read, quotaOf(sender))
      const stored: StoredPicture[] = []
      try {
        for (const image of images) {
          stored.push(await pictures.store(image, { bytesMax: requestImageBytesMax, isPrivate: true }))
        }
        return await work(stored)
      } finally {
        for (const picture of stored) {
          // A repeated request gets the stored response of the first one, so `work` may not have recorded the pictures.
          const recorded = db.read.selectFrom('picture').select('base').where('base', '=', picture.base)
          if ((await recorded.executeTakeFirst()) === undefined) await pictures.discard(picture)
        }
      }
    },

    /**
     * Counts and records a picture, in the transaction that writes the row with the picture. @throws `limit_reached`
     */
    async record(tx: Tx, picture: StoredPicture, sender: Sender) {
      await takeQuota(tx, quotaOf(sender))
      await pictures.record(tx, picture)
    },
  }
}

/** The most pictures per network and day, multiplied by `RATE_LIMIT_FACTOR`. */
export const picturesOfANetworkMax = 20
/** The most pictures of strangers that wait for a decision of staff. They take about 300 MB together. */
export const privatePicturesMax = 200

interface Quota {
  /** A keyed hash, so that the database does not reveal the visitor's IP address. */
  network: string
  day: string
  ofANetworkMax: number
  countsAmongAll: boolean
}

/** The key of a row that every caller locks, so that two callers do not both take the last free place. */
const everybody = { network: '', day: '' }

/** Refuses before pictures are decoded, because decoding takes a second of processor time. @throws `limit_reached` */
async function refuseBeyondQuota(db: Queryable, quota: Quota) {
  const row = await db
    .selectFrom('picture_quota')
    .select('taken')
    .where((eb) => eb.and({ network: quota.network, day: quota.day }))
    .executeTakeFirst()
  if (row !== undefined && row.taken >= quota.ofANetworkMax) throw refusal('pictures-of-network')
  if (quota.countsAmongAll && (await countPrivate(db)) >= privatePicturesMax) throw refusal('pictures-of-all')
}

/** Counts the picture for its network. @throws `limit_reached` */
async function takeQuota(tx: Tx, quota: Quota) {
  const { network, day, countsAmongAll } = quota
  for (const key of [{ network, day }, everybody]) {
    await tx
      .insertInto('picture_quota')
      .values({ ...key, taken: 0 })
      .onConflict((conflict) => conflict.columns(['network', 'day']).doNothing())
      .execute()
  }
  const count = (key: { network: string; day: string }, bounds = {}) =>
    changesRow(
      moveCounter(tx, 'picture_quota', 'taken', 1, bounds)
        .where('network', '=', key.network)
        .where('day', '=', key.day),
    )
  if (!(await count({ network, day }, { max: quota.ofANetworkMax }))) throw refusal('pictures-of-network')
  await count(everybody)
  // Each earlier holder of this lock has committed, so the count includes the pictures of all earlier calls.
  if (countsAmongAll && (await countPrivate(tx)) >= privatePicturesMax) throw refusal('pictures-of-all')
}

/** Counts strangers' pictures. Photographs of reported problems are left out, because buyers send them. */
async function countPrivate(db: Queryable): Promise<number> {
  const { count } = await db
    .selectFrom('picture')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .where('private_since', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('enquiry_picture')
            .innerJoin('enquiry', 'enquiry.id', 'enquiry_picture.enquiry_id')
            .select('enquiry.id')
            .whereRef('enquiry_picture.picture_base', '=', 'picture.base')
            .where('enquiry.order_id', 'is not', null),
        ),
      ),
    )
    .executeTakeFirstOrThrow()
  return Number(count)
}
