import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { folded } from '../../../../contract/folded.ts'
import type { Queryable } from '../../../db/open.ts'
import { personTables } from '../../../db/person-tables.ts'
import { erased, erasedValues } from '../../../db/personal-data.ts'
import type { Schema, Tx } from '../../../db/schema.ts'

export type Row = Record<string, unknown> & { id: string }
type Condition = RawBuilder<SqlBool>

export const textOf = (row: Row, column: string): string => String(row[column] ?? '')
export const idsOf = (rows: readonly Row[]): string[] => rows.map(({ id }) => id)

/** Tables with an email address and a phone. */
const withPhone = [
  'registration',
  'waiting_list_entry',
  'shop_order',
  'enquiry',
  'contact',
  'custom_request',
  'student',
  'instructor',
  'user',
] as const
export const addressed = [
  ...withPhone,
  'newsletter_subscriber',
  'stock_wish',
  'invitation',
  'one_time_code',
] as const

export type AddressedTable = (typeof addressed)[number]
/** Tables in which a row may have a phone and no email address. */
const withoutAddress = ['registration', 'waiting_list_entry', 'custom_request', 'student'] as const

export function isOneOf(column: string, values: readonly string[]): Condition {
  if (values.length === 0) return sql<SqlBool>`1 = 0`
  return sql<SqlBool>`${sql.ref(column)} in (${sql.join(values)})`
}

/** Lists addresses with the same first letter; the caller compares mailboxes. */
export async function listAddresses(db: Queryable, beginning: string): Promise<string[]> {
  const found = new Set<string>()
  const begins = (column: string) =>
    sql<SqlBool>`lower(substr(${sql.ref(column)}, 1, 1)) = ${([...beginning][0] ?? '').toLowerCase()}`
  for (const [table, column] of [
    ...addressed.map((table) => [table, 'email'] as const),
    ['outbox', 'recipient'] as const,
  ]) {
    const { rows } = await sql<{ email: string }>`
      select distinct ${sql.ref(column)} as email from ${sql.table(table)} where ${begins(column)}`.execute(
      db,
    )
    for (const { email } of rows) found.add(email)
  }
  return [...found]
}

export async function listRows(db: Queryable, table: keyof Schema, condition: Condition, rowsMax?: number) {
  const few = rowsMax === undefined ? sql`` : sql`limit ${rowsMax}`
  const { rows } = await sql<Row>`select * from ${sql.table(table)} where ${condition} ${few}`.execute(db)
  return rows
}

/** Lists the rows whose column has one of these words, in upper or lower case. */
export async function listWith(db: Queryable, table: keyof Schema, column: string, words: readonly string[]) {
  if (words.length === 0) return []
  const same = words.map((word) => word.toLowerCase())
  return listRows(db, table, sql`lower(${sql.ref(column)}) in (${sql.join(same)})`, 1_000)
}

export async function listWithoutAddress(db: Queryable) {
  const found: { table: (typeof withoutAddress)[number]; id: string; phone: string }[] = []
  for (const table of withoutAddress) {
    const { rows } = await sql<{ id: string; phone: string }>`
      select id, phone from ${sql.table(table)}
      where coalesce(email, '') = '' and coalesce(phone, '') != ''`.execute(db)
    found.push(...rows.map((row) => ({ table, ...row })))
  }
  return found
}

/** Tables whose names are not in the column `name`. */
const nameColumns: Partial<Record<AddressedTable, string>> = {
  waiting_list_entry: 'full_name',
  shop_order: 'customer_name',
}

/**
 * Counts the rows with one of these names, per email address or, without an address, per phone. Leaves out `addresses`.
 */
export async function listNamesakes(db: Queryable, names: readonly string[], addresses: readonly string[]) {
  const found: { email: string; count: number }[] = []
  if (names.length === 0) return found
  const same = names.map(folded)
  for (const table of withPhone) {
    const reached = sql`coalesce(nullif(email, ''), phone, '')`
    const { rows } = await sql<{ email: string; count: number }>`
      select ${reached} as email, count(*) as count from ${sql.table(table)}
      where folded(${sql.ref(nameColumns[table] ?? 'name')}) in (${sql.join(same)})
        and not ${isOneOf('email', addresses)} and ${reached} not in ('', ${erased.email})
        ${table === 'registration' ? sql`and (group_id is null or group_id = id)` : sql``}
      group by 1 limit 100`.execute(db)
    found.push(...rows)
  }
  return found
}

/** Counts the rows with one of these phones, per email address. Leaves out `addresses`. */
export async function listOthers(db: Queryable, phones: readonly string[], addresses: readonly string[]) {
  const found: { email: string; phone: string; count: number }[] = []
  for (const table of withPhone) {
    const { rows } = await sql<{ email: string; phone: string; count: number }>`
      select email, phone, count(*) as count from ${sql.table(table)}
      where ${isOneOf('phone', phones)} and coalesce(email, '') not in ('', ${erased.email})
        and not ${isOneOf('email', addresses)}
      group by email, phone`.execute(db)
    found.push(...rows)
  }
  return found
}

export async function deleteRows(tx: Tx, table: keyof Schema, condition: Condition): Promise<number> {
  const { numAffectedRows } = await sql`delete from ${sql.table(table)} where ${condition}`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

export async function writeOver(tx: Tx, table: keyof Schema, condition: Condition, only?: readonly string[]) {
  const values = Object.entries(erasedValues(table)).filter(([column]) => only?.includes(column) ?? true)
  return setColumns(tx, table, Object.fromEntries(values), condition)
}

export async function setColumns(
  tx: Tx,
  table: keyof Schema,
  values: ReturnType<typeof erasedValues>,
  condition: Condition,
): Promise<number> {
  const set = Object.entries(values).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set ${sql.join(set)} where ${condition}`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

export async function listNames(db: Queryable, table: 'course' | 'product', ids: readonly string[]) {
  const name = table === 'course' ? 'title' : 'name'
  const { rows } = await sql<{ id: string; name: string }>`
    select id, ${sql.ref(name)} as name from ${sql.table(table)} where ${isOneOf('id', ids)}`.execute(db)
  return new Map(rows.map((row) => [row.id, row.name]))
}

export function listSeatsAhead(db: Queryable, ids: readonly string[], today: string) {
  return db
    .selectFrom('seat')
    .innerJoin('batch', 'batch.id', 'seat.batch_id')
    .innerJoin('course', 'course.id', 'seat.course_id')
    .select(['seat.id', 'seat.reference', 'seat.group_id', 'batch.starts_on', 'course.title'])
    .where(isOneOf('seat.id', ids))
    .where('seat.status', 'in', ['pending', 'confirmed'])
    .where('batch.cancelled_at', 'is', null)
    .where(sql<SqlBool>`(batch.starts_on is null or coalesce(batch.ends_on, batch.starts_on) >= ${today})`)
    .execute()
}

export function listMoneyWaiting(db: Queryable, ids: readonly string[]) {
  return db
    .selectFrom('money_state')
    .select(['subject_id', 'unseated_in_paise', 'is_claimed'])
    .where(isOneOf('subject_id', ids))
    .where((eb) => eb.or([eb('unseated_in_paise', '>', 0), eb('is_claimed', '=', 1)]))
    .execute()
}

/** Lists the receipts that paid for these subjects, and the receipts that reversed them. */
export async function listReceipts(db: Queryable, subjectIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from receipt where coalesce(receipt_id, id) in (
      select coalesce(paid.receipt_id, paid.id) from allocation
      join receipt as paid on paid.id = allocation.receipt_id where ${isOneOf('subject_id', subjectIds)})`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

export async function listPictureBases(
  db: Queryable,
  { orders, enquiries, requests }: Record<'orders' | 'enquiries' | 'requests', string[]>,
): Promise<string[]> {
  const found = [
    ...(await listRows(db, 'order_photograph', isOneOf('order_id', orders))),
    ...(await listRows(db, 'enquiry_picture', isOneOf('enquiry_id', enquiries))),
    ...(await listRows(db, 'custom_request', isOneOf('id', requests))),
  ].map((row) => row['picture_base'])
  return [...new Set(found.filter((base): base is string => typeof base === 'string'))]
}

export function isJoined(ids: readonly string[]): Condition {
  return sql<SqlBool>`(${isOneOf('one_id', ids)} or ${isOneOf('other_id', ids)})`
}

export interface Joined {
  table: AddressedTable
  row: Row
}

export async function listJoined(db: Queryable, ids: readonly string[]) {
  const links = await db.selectFrom('person_link').selectAll().where(isJoined(ids)).execute()
  const found: Joined[] = []
  for (const { one_kind, one_id, other_kind, other_id } of links) {
    for (const [kind, id] of [
      [one_kind, one_id],
      [other_kind, other_id],
    ] as const) {
      const table = kind === 'seat' ? ('registration' as const) : personTables[kind]
      found.push(...(await listRows(db, table, sql`id = ${id}`)).map((row) => ({ table, row })))
    }
  }
  return found
}

/** Returns the spellings in which forms and staff write a phone number. */
export function writtenOf(phones: readonly string[]): string[] {
  return phones.flatMap((phone) => [phone, `+91${phone}`, `+91 ${phone}`, `0${phone}`])
}
