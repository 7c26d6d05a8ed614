import { type SqlBool, sql } from 'kysely'
import type { EnquiriesQuery } from '../../../../contract/people/enquiries.ts'
import type { Queryable } from '../../../db/open.ts'
import { onDaysOf, type PageList } from '../../../db/page.ts'
import { pictureColumns } from '../../../platform/pictures.ts'

export type EnquiryRow = NonNullable<Awaited<ReturnType<typeof findEnquiry>>>

export const enquiryList: PageList<EnquiriesQuery> = {
  sorts: {
    newest: ['desc', 'enquiry.created_at'],
    oldest: ['asc', 'enquiry.created_at'],
  },
  tie: ['enquiry.id'],
  words: [
    'enquiry.name',
    'enquiry.email',
    'enquiry.phone',
    'enquiry.kind',
    "coalesce(enquiry.question, '')",
    "coalesce(shop_order.number, '')",
  ],
  filters: {
    enquiry: 'enquiry.kind',
    answered: (asked) =>
      sql<SqlBool>`enquiry.answered_at is ${sql.raw(asked === 'yes' ? 'not null' : 'null')}`,
    ...onDaysOf('enquiry.created_at'),
  },
}

export function livingEnquiries(db: Queryable) {
  return db
    .selectFrom('enquiry')
    .leftJoin('shop_order', 'shop_order.id', 'enquiry.order_id')
    .selectAll('enquiry')
    .select('shop_order.number as order_number')
    .where('enquiry.deleted_at', 'is', null)
}

export function findEnquiry(db: Queryable, id: string) {
  return livingEnquiries(db).where('enquiry.id', '=', id).executeTakeFirst()
}

export function listConcerns(db: Queryable, orderId: string) {
  return livingEnquiries(db)
    .where('enquiry.order_id', '=', orderId)
    .orderBy('enquiry.created_at', 'desc')
    .orderBy('enquiry.id')
    .execute()
}

/** Includes concerns in the bin, newest first. */
export async function listConcernTimes(db: Queryable, orderId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('enquiry')
    .select('created_at')
    .where('order_id', '=', orderId)
    .orderBy('created_at', 'desc')
    .execute()
  return rows.map(({ created_at }) => created_at)
}

export async function listPhotographs(db: Queryable, enquiryIds: readonly string[]) {
  if (enquiryIds.length === 0) return []
  return db
    .selectFrom('enquiry_picture')
    .innerJoin('picture', 'picture.base', 'enquiry_picture.picture_base')
    .select('enquiry_picture.enquiry_id')
    .select(pictureColumns)
    .where('enquiry_picture.enquiry_id', 'in', enquiryIds)
    .orderBy('enquiry_picture.position')
    .execute()
}

/** Undefined if the school is open, or closed for hours only. */
export async function findClosing(db: Queryable, day: string) {
  const row = await db
    .selectFrom('delivery_day')
    .select('closed_for')
    .where('day', '=', day)
    .where('closed_from', 'is', null)
    .executeTakeFirst()
  return row?.closed_for
}
