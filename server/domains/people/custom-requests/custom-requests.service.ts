import type { QueryOf } from '../../../../contract/endpoint.ts'
import { refusal } from '../../../../contract/errors.ts'
import { shortened } from '../../../../contract/graphemes.ts'
import {
  type CustomRequest,
  type CustomRequestForm,
  customRequest,
  type listCustomRequests,
  privatePictureDays,
  requestImageBytesMax,
} from '../../../../contract/people/custom-requests.ts'
import { listExistingIds } from '../../../db/existing.ts'
import { changesRow } from '../../../db/guards.ts'
import type { Queryable } from '../../../db/open.ts'
import { countValues, hasValue, type PageList, presentPage, readPage } from '../../../db/page.ts'
import type { Tx } from '../../../db/schema.ts'
import type { Actor } from '../../../platform/audit.ts'
import { addMs } from '../../../platform/clock.ts'
import { schoolNotice } from '../../../platform/messages/school-notice.ts'
import { imageFileOf, pictureColumns, pictureOf, type StoredPicture } from '../../../platform/pictures.ts'
import { presented } from '../../../platform/presented.ts'
import { recordsOf } from '../../../platform/records.ts'
import type { Deps } from '../../deps.ts'
import type { PrivatePicturesService } from '../../school/index.ts'
import { answeredColumns } from '../answered.ts'
import { customRequestNotice as notice } from '../people.letters.en.ts'
import { customRequestReceived } from './custom-requests.letters.ts'

export function createCustomRequestsService(deps: Deps, privatePictures: PrivatePicturesService) {
  const { db, clock, ids, outbox, pictures } = deps
  const present = (row: CustomRequestRow): CustomRequest => {
    const picture = pictureOf(row, privatePictures.links)
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
  const records = recordsOf(deps, 'custom-request', {
    async find(source, id) {
      const row = await findCustomRequest(source, id)
      return row && present(row)
    },
    title({ name, comment }) {
      const wish = shortened(comment, 59)
      return name === null ? wish : `${name}: ${wish}`
    },
    fields({ comment, product_id, imageUrl, pictureKeptUntil, name, email, phone, answered_at }) {
      // The URL of a private picture expires, so it is not written to the audit log.
      const image = pictureKeptUntil === null ? imageUrl : notice.privatePicture
      return { comment, product_id, image, name, email, phone, answered: answered_at !== null }
    },
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
    storeImage: async (image: string | null | undefined) =>
      image ? pictures.store(image, { bytesMax: requestImageBytesMax }) : null,

    /** Stores a picture, and removes its files unless `work` recorded it. @throws `limit_reached` */
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
    ) {
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
            title: notice.title,
            record: { kind: 'custom-request', q: email },
            replyTo: email,
            facts: [
              [notice.request, comment],
              [notice.picture, picture ? notice.pictureInOffice : notice.noPicture],
              [notice.name, name],
              [notice.email, email],
              ...(phone ? [[notice.phone, phone] satisfies [string, string]] : []),
            ],
          }),
        },
      )
    },

    list: (query: CustomRequestsQuery) =>
      presentPage(readPage(livingRequests(db.read), customRequestList, query), present),

    async add(
      tx: Tx,
      request: { comment: string; productId: string | null },
      picture: StoredPicture | null,
      by: Actor,
    ) {
      const named = request.productId === null ? [] : [request.productId]
      if ((await listExistingIds(tx, 'product', named)).length < named.length) {
        throw refusal('product-unknown', { at: 'product_id' })
      }
      if (picture) await pictures.record(tx, picture)
      const added = await records.get(tx, await insert(tx, request, picture))
      await records.added(tx, [added], by)
      return added
    },

    /** Keeps a visitor's picture for good, and makes it public. A second call changes nothing. @throws `not_found` */
    async keepPicture(id: string, by: Actor) {
      const row = await findCustomRequest(db.read, id)
      if (row?.base && row.private_since !== null) await pictures.publish(row.base)
      return records.change(id, { by }, async (tx) => {
        const named = tx.selectFrom('custom_request').select('picture_base').where('id', '=', id)
        const hidden = tx.updateTable('picture').where('private_since', 'is not', null)
        const kept = hidden.where('base', 'in', named.$castTo<{ picture_base: string }>())
        return (await changesRow(kept.set({ private_since: null }))) ? {} : null
      })
    },

    mark: (id: string, isAnswered: boolean, by: Actor) =>
      records.change(id, { by }, (_tx, before) => answeredColumns(before, isAnswered, clock.now())),

    delete: records.remove,
    restore: records.restore,
  }
}

type CustomRequestRow = NonNullable<Awaited<ReturnType<typeof findCustomRequest>>>

function livingRequests(db: Queryable) {
  return db
    .selectFrom('custom_request')
    .leftJoin('picture', 'picture.base', 'custom_request.picture_base')
    .leftJoin('product', (join) =>
      join.onRef('product.id', '=', 'custom_request.product_id').on('product.deleted_at', 'is', null),
    )
    .leftJoin('product_picture', (join) =>
      join.onRef('product_picture.product_id', '=', 'product.id').on('product_picture.slot', '=', 0),
    )
    .leftJoin('picture as product_file', 'product_file.base', 'product_picture.picture_base')
    .selectAll('custom_request')
    .select(pictureColumns)
    .select([
      'product.name as product_name',
      'product_file.base as product_base',
      'product_file.width as product_width',
    ])
    .where('custom_request.deleted_at', 'is', null)
}

type CustomRequestsQuery = QueryOf<typeof listCustomRequests>

const customRequestList: PageList<CustomRequestsQuery> = {
  sorts: {
    newest: ['desc', 'custom_request.created_at'],
    oldest: ['asc', 'custom_request.created_at'],
  },
  tie: ['custom_request.id'],
  words: [
    'custom_request.comment',
    "coalesce(custom_request.name, '')",
    "coalesce(custom_request.email, '')",
    "coalesce(custom_request.phone, '')",
    "coalesce(product.name, '')",
  ],
  filters: { answered: hasValue('custom_request.answered_at') },
}

export const countCustomRequests = (db: Queryable) =>
  countValues(db, livingRequests(db), customRequestList, 'answered', ['no', 'yes'])

function findCustomRequest(db: Queryable, id: string) {
  return livingRequests(db).where('custom_request.id', '=', id).executeTakeFirst()
}
