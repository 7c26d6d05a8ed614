import { type Insertable, type Selectable, type SqlBool, sql } from 'kysely'
import type { EnquiriesQuery } from '../../../contract/enquiries.ts'
import type { Queryable } from '../../db/open.ts'
import { type PageList, readPage } from '../../db/page.ts'
import type { Schema } from '../../db/schema.ts'

export type EnquiryRow = Selectable<Schema['enquiry']>

export async function insertEnquiry(db: Queryable, row: Insertable<Schema['enquiry']>): Promise<void> {
  await db.insertInto('enquiry').values(row).execute()
}

const enquiryList: PageList<EnquiriesQuery> = {
  sorts: {
    newest: ['desc', 'created_at'],
    oldest: ['asc', 'created_at'],
  },
  tie: ['id'],
  words: ['name', 'email', 'phone', 'kind', "coalesce(question, '')"],
  filters: {
    enquiry: 'kind',
    answered: (asked) =>
      asked === 'yes' ? sql<SqlBool>`answered_at is not null` : sql<SqlBool>`answered_at is null`,
  },
}

export function listEnquiryPage(db: Queryable, query: EnquiriesQuery) {
  return readPage(db.selectFrom('enquiry').selectAll().where('deleted_at', 'is', null), enquiryList, query)
}

export async function setEnquiryAnswered(db: Queryable, id: string, at: string | null): Promise<void> {
  await db.updateTable('enquiry').set({ answered_at: at }).where('id', '=', id).execute()
}
