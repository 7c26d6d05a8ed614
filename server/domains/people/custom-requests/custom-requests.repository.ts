import type { QueryOf } from '../../../../contract/endpoint.ts'
import type { listCustomRequests } from '../../../../contract/people/custom-requests.ts'
import { changesRow } from '../../../db/guards.ts'
import type { Queryable } from '../../../db/open.ts'
import { type PageList, readPage } from '../../../db/page.ts'
import { pictureColumns } from '../../../platform/pictures.ts'

export type CustomRequestRow = Awaited<ReturnType<typeof listCustomRequestPage>>['rows'][number]

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

export type CustomRequestsQuery = QueryOf<typeof listCustomRequests>

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
}

export function listCustomRequestPage(db: Queryable, query: CustomRequestsQuery) {
  return readPage(livingRequests(db), customRequestList, query)
}

export function findCustomRequest(db: Queryable, id: string): Promise<CustomRequestRow | undefined> {
  return livingRequests(db).where('custom_request.id', '=', id).executeTakeFirst()
}

export async function setPictureKept(db: Queryable, id: string): Promise<boolean> {
  return changesRow(
    db
      .updateTable('picture')
      .set({ private_since: null })
      .where('private_since', 'is not', null)
      .where('base', 'in', (eb) =>
        eb
          .selectFrom('custom_request')
          .select('picture_base')
          .where('id', '=', id)
          .$castTo<{ picture_base: string }>(),
      ),
  )
}

export async function isProduct(db: Queryable, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('product')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}
