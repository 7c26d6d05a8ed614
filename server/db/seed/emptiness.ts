import { sql } from 'kysely'
import type { Database, Queryable } from '../open.ts'
import type { Schema } from '../schema.ts'
import { demonstrationOf, sitePictureSettings } from '../settings.ts'

/** An empty database has no row in these tables, which contain a school's data. */
const dataTables = [
  'course',
  'batch',
  'registration',
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
  'journal_post',
  'page_version',
  'office_hours',
  'event_price',
  'outbox',
  'audit_entry',
  'bin_entry',
  'product',
  'shop_order',
  'delivery_zone',
  'delivery_slot',
  'delivery_day',
  'flower',
  'room',
  'coupon',
  'user',
] as const satisfies (keyof Schema)[]

export const siteSettings: string[] = Object.values(sitePictureSettings)

/** True if no migration has run yet. */
export async function hasNoTables({ engine, read }: Pick<Database, 'engine' | 'read'>): Promise<boolean> {
  const tables =
    engine === 'sqlite'
      ? sql`select 1 from sqlite_master limit 1`
      : sql`select 1 from information_schema.tables where table_schema = current_schema() limit 1`
  return (await tables.execute(read)).rows.length === 0
}

export async function isEmpty(db: Queryable, settingsThatAreNoData = siteSettings): Promise<boolean> {
  for (const table of dataTables) {
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db)
    if (rows.length > 0) return false
  }
  const settings = db.selectFrom('setting').select('name').where('name', 'not in', settingsThatAreNoData)
  // The demonstration stores default values as settings. These rows are not counted, because no school entered them.
  const own = settings.where('name', 'not like', demonstrationOf('%')).limit(1)
  return (await own.executeTakeFirst()) === undefined
}

export async function hasSitePictures(db: Queryable): Promise<boolean> {
  const known = db.selectFrom('setting').select('name').where('name', 'in', siteSettings).limit(1)
  return (await known.executeTakeFirst()) !== undefined
}
