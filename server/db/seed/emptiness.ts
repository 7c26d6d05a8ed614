import { sql } from 'kysely'
import type { Database, Queryable } from '../open.ts'
import type { Schema } from '../schema.ts'
import { sitePictureSettings } from '../setting-names.ts'

/** Tables whose rows are somebody's data. */
const dataTables = [
  'course',
  'batch',
  'seat',
  'receipt',
  'claim',
  'statement_line',
  'waiting_list_entry',
  'favourite',
  'newsletter_subscriber',
  'contact',
  'enquiry',
  'custom_request',
  'student',
  'student_feedback',
  'status_feedback',
  'instructor',
  'impact',
  'office_hours',
  'event_price',
  'outbox',
  'audit_entry',
  'bin_entry',
  'product',
  'shop_order',
  'user',
] as const satisfies (keyof Schema)[]

export const siteSettings: string[] = Object.values(sitePictureSettings)

/** True before the first migration. */
export async function hasNoTables({ engine, read }: Pick<Database, 'engine' | 'read'>): Promise<boolean> {
  const tables =
    engine === 'sqlite'
      ? sql`select 1 from sqlite_master limit 1`
      : sql`select 1 from information_schema.tables where table_schema = current_schema() limit 1`
  return (await tables.execute(read)).rows.length === 0
}

export async function isEmpty(db: Queryable, settingsThatAreNoData = siteSettings): Promise<boolean> {
  for (const table of dataTables) {
    if (
      await db
        .selectFrom(table)
        .select(({ lit }) => lit(1).as('one'))
        .limit(1)
        .executeTakeFirst()
    )
      return false
  }
  const setting = await db
    .selectFrom('setting')
    .select('name')
    .where('name', 'not in', settingsThatAreNoData)
    .limit(1)
    .executeTakeFirst()
  return setting === undefined
}

export async function hasSitePictures(db: Queryable): Promise<boolean> {
  const known = await db
    .selectFrom('setting')
    .select('name')
    .where('name', 'in', siteSettings)
    .limit(1)
    .executeTakeFirst()
  return known !== undefined
}
