import { requestImageBytesMax } from '../../../../contract/people/custom-requests.ts'
import type { Tx } from '../../../db/schema.ts'
import type { StoredPicture } from '../../../platform/pictures.ts'
import { createPrivatePictureLinks } from '../../../platform/private-picture-links.ts'
import { authSecret } from '../../../platform/secret.ts'
import { createSignedLinks } from '../../../platform/signed-links.ts'
import type { Deps } from '../../deps.ts'
import { picturesOfANetworkMax, type Quota, refuseBeyondQuota, takeQuota } from './picture-quota.ts'

export type PrivatePicturesService = ReturnType<typeof createPrivatePicturesService>

/** A buyer who has proved that an order is theirs takes no room from strangers, nor they from the buyer. */
export interface Sender {
  network: string
  isBuyer?: boolean
}

/** Pictures that visitors send, which staff alone can see (decision 0058). */
export function createPrivatePicturesService({ db, clock, pictures, config, seal }: Deps) {
  function quotaOf({ network, isBuyer = false }: Sender): Quota {
    const day = clock.today()
    const ofANetworkMax = Math.ceil(picturesOfANetworkMax * config.rateLimitFactor)
    const key = seal.fingerprint(`pictures ${day} ${network}`)
    return { network: key, day, ofANetworkMax, countsAmongAll: !isBuyer }
  }

  async function isRecorded(base: string): Promise<boolean> {
    const row = await db.read.selectFrom('picture').select('base').where('base', '=', base).executeTakeFirst()
    return row !== undefined
  }

  return {
    links: createPrivatePictureLinks(createSignedLinks(authSecret(config)), clock),

    /**
     * Stores pictures for `work`; the files of those that `work` did not record go.
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
          // A repeat under the same idempotency key gets the stored answer, and does not record its pictures.
          if (!(await isRecorded(picture.base))) await pictures.discard(picture)
        }
      }
    },

    /** Runs in the transaction of what shows the picture. @throws `limit_reached` */
    async record(tx: Tx, picture: StoredPicture, sender: Sender): Promise<void> {
      await takeQuota(tx, quotaOf(sender))
      await pictures.record(tx, picture)
    },
  }
}
