import { refusal } from '../../../../contract/errors.ts'
import { shortened } from '../../../../contract/graphemes.ts'
import {
  type CustomRequest,
  type CustomRequestForm,
  customRequest,
  privatePictureDays,
  requestImageBytesMax,
} from '../../../../contract/people/custom-requests.ts'
import { type Page, presentPage } from '../../../db/page.ts'
import type { Tx } from '../../../db/schema.ts'
import type { Actor, AuditFields } from '../../../platform/audit.ts'
import { addMs } from '../../../platform/clock.ts'
import { schoolNotice } from '../../../platform/messages/school-notice.ts'
import { imageFileOf, pictureOf, type StoredPicture } from '../../../platform/pictures.ts'
import { presented } from '../../../platform/presented.ts'
import type { PrivatePictureLinks } from '../../../platform/private-picture-links.ts'
import { recordsOf } from '../../../platform/records.ts'
import type { Deps } from '../../deps.ts'
import type { PrivatePicturesService } from '../../school/index.ts'
import { customRequestReceived } from './custom-requests.letters.ts'
import * as repository from './custom-requests.repository.ts'

export type CustomRequestsService = ReturnType<typeof createCustomRequestsService>

export function createCustomRequestsService(deps: Deps, privatePictures: PrivatePicturesService) {
  const { db, clock, ids, outbox, pictures } = deps
  const present = (row: repository.CustomRequestRow) => presentCustomRequest(row, privatePictures.links)
  const records = recordsOf(deps, 'custom-request', {
    async find(source, id) {
      const row = await repository.findCustomRequest(source, id)
      return row && present(row)
    },
    title: titleOf,
    fields: fieldsOf,
  })

  async function insert(
    tx: Tx,
    request: { comment: string; productId: string | null; name?: string; email?: string; phone?: string },
    picture: StoredPicture | null,
  ): Promise<string> {
    const row = {
      id: ids.id(),
      product_id: request.productId,
      comment: request.comment,
      picture_base: picture?.base ?? null,
      name: request.name || null,
      email: request.email || null,
      phone: request.phone || null,
      created_at: clock.now(),
    }
    await tx.insertInto('custom_request').values(row).execute()
    return row.id
  }

  return {
    storeImage: async (image: string | null | undefined): Promise<StoredPicture | null> =>
      image ? pictures.store(image, { bytesMax: requestImageBytesMax }) : null,

    /** Stores a private picture for `work`; its files go unless `work` recorded it. @throws `limit_reached` */
    withPrivateImage: <T>(
      image: string | null | undefined,
      network: string,
      work: (picture: StoredPicture | null) => Promise<T>,
    ): Promise<T> =>
      privatePictures.withStored(image ? [image] : [], { network }, ([picture]) => work(picture ?? null)),

    async send(
      tx: Tx,
      form: CustomRequestForm & { productId: string | null },
      picture: StoredPicture | null,
      network: string,
    ): Promise<void> {
      if (picture) await privatePictures.record(tx, picture, { network })
      const id = await insert(tx, { ...form, phone: form.phone ?? '' }, picture)
      const { name, email, phone, comment } = form
      await outbox.tell(
        tx,
        {
          to: { email },
          cause: `custom-request:${id}:received`,
          words: customRequestReceived({ name, comment }),
        },
        {
          to: 'school',
          cause: `custom-request:${id}:school`,
          words: schoolNotice({
            title: 'Somebody asks for a custom bouquet',
            record: { kind: 'custom-request', q: email },
            replyTo: email,
            facts: [
              ['Wish', comment],
              ['Picture', picture ? 'Yes, in the back office' : 'None'],
              ['Name', name],
              ['Email', email],
              ...(phone ? [['Phone', phone] satisfies [string, string]] : []),
            ],
          }),
        },
      )
    },

    list: (query: repository.CustomRequestsQuery): Promise<Page<CustomRequest>> =>
      presentPage(repository.listCustomRequestPage(db.read, query), present),

    async add(
      tx: Tx,
      request: { comment: string; productId: string | null },
      picture: StoredPicture | null,
      by: Actor,
    ): Promise<CustomRequest> {
      if (request.productId !== null && !(await repository.isProduct(tx, request.productId))) {
        throw refusal('product-unknown', { at: 'product_id' })
      }
      if (picture) await pictures.record(tx, picture)
      const added = await records.get(tx, await insert(tx, request, picture))
      await records.added(tx, [added], by)
      return added
    },

    /** Keeps the picture, at a public address. A second time changes nothing. @throws `not_found` */
    async keepPicture(id: string, by: Actor): Promise<CustomRequest> {
      const row = await repository.findCustomRequest(db.read, id)
      if (row?.base && row.private_since !== null) await pictures.publish(row.base)
      return records.change(id, { by }, async (tx) => ((await repository.setPictureKept(tx, id)) ? {} : null))
    },

    delete: records.remove,
    restore: records.restore,
  }
}

function titleOf({ name, comment }: CustomRequest): string {
  const wish = shortened(comment, 59)
  return name === null ? wish : `${name}: ${wish}`
}

/** A private picture's address is not logged, because it ends. */
function fieldsOf(request: CustomRequest): AuditFields {
  const { comment, product_id, imageUrl, pictureKeptUntil, name, email, phone } = request
  const image = pictureKeptUntil === null ? imageUrl : 'seen by staff alone'
  return { comment, product_id, image, name, email, phone }
}

function presentCustomRequest(row: repository.CustomRequestRow, links: PrivatePictureLinks): CustomRequest {
  const picture = pictureOf(row, links)
  const image = imageFileOf(picture)
  return presented(customRequest, row, {
    productId: row.product_id,
    images: JSON.stringify(image === null ? [] : [image]),
    imageUrl: image,
    picture,
    pictureKeptUntil: row.private_since && addMs(row.private_since, privatePictureDays * 24 * 60 * 60_000),
    productName: row.product_name,
    productImage: row.product_base === null ? null : `${row.product_base}-${row.product_width}.jpg`,
  })
}
