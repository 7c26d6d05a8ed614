import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { withRowLock } from '../../db/guards.ts'
import type { Database, Queryable } from '../../db/open.ts'
import type { Schema, Tx } from '../../db/schema.ts'

/** Rows of one transaction, so that other writers get their turn in between. */
const rowsARound = 500

async function inRounds(
  db: Database,
  end: (tx: Tx) => Promise<{ numAffectedRows?: bigint }>,
): Promise<number> {
  let count = 0
  let last: number
  do {
    last = Number((await db.transaction(end)).numAffectedRows ?? 0)
    count += last
  } while (last >= rowsARound)
  return count
}

interface Ending {
  table: keyof Schema
  key?: string
  /** Whether a row was over before this instant, or this school day. */
  isOver(before: string): RawBuilder<SqlBool>
}

const olderBy = (column: string) => (before: string) => sql<SqlBool>`${sql.ref(column)} < ${before}`

const endings = {
  /** Of batches that began before this day. An open offer stays, because it counts in its batch; it ends by itself. */
  waiting: {
    table: 'waiting_list_entry',
    isOver: (day) => sql`status != 'offered' and batch_id in (select id from batch where starts_on < ${day})`,
  },
  enquiries: { table: 'enquiry', isOver: olderBy('created_at') },
  contacts: { table: 'contact', isOver: olderBy('created_at') },
  wishes: { table: 'custom_request', isOver: olderBy('created_at') },
  /** Their lines go with them. */
  carts: { table: 'cart', isOver: olderBy('updated_at') },
  stockWishes: { table: 'stock_wish', isOver: olderBy('created_at') },
  messages: {
    table: 'outbox',
    isOver: (before) =>
      sql`(status = 'sent' and sent_at < ${before} or status in ('dead', 'held') and created_at < ${before})`,
  },
  codes: { table: 'one_time_code', isOver: olderBy('created_at') },
  letterCounts: { table: 'letter_count', key: 'mailbox', isOver: olderBy('day') },
  sessions: { table: 'session', isOver: olderBy('expiresAt') },
  devices: { table: 'known_device', isOver: olderBy('last_used_at') },
  guesses: { table: 'sign_in_guess', key: 'key', isOver: olderBy('last_at') },
  couponUses: { table: 'coupon_use', isOver: olderBy('used_at') },
  auditEntries: { table: 'audit_entry', isOver: olderBy('at') },
  binEntries: { table: 'bin_entry', key: 'record_id', isOver: olderBy('deleted_at') },
} satisfies Record<string, Ending>

export function deleteOver(db: Database, what: keyof typeof endings, before: string): Promise<number> {
  return deleteEnding(db, endings[what], before)
}

function deleteEnding(db: Database, { table, key = 'id', isOver }: Ending, before: string): Promise<number> {
  const [from, by] = [sql.table(table), sql.ref(key)]
  return inRounds(db, (tx) =>
    sql`delete from ${from} where ${isOver(before)}
      and ${by} in (select ${by} from ${from} where ${isOver(before)} limit ${rowsARound})`.execute(tx),
  )
}

/** Without classes, products, delivery slots and flowers, to which seats, orders and recipes refer. */
const binnedTables = [
  'custom_request',
  'delivery_zone',
  'enquiry',
  'instructor',
  'recipe',
  'journal_post',
  'status_feedback',
  'student',
  'student_feedback',
] as const

/** Records that were deleted before this instant, for good. */
export async function deleteBinned(db: Database, before: string): Promise<number> {
  let count = 0
  for (const table of binnedTables) {
    count += await deleteEnding(db, { table, isOver: olderBy('deleted_at') }, before)
  }
  return count + (await deleteEnding(db, unusedCoupons, before))
}

/** Those that an order or a seat was made with stay. */
const unusedCoupons: Ending = {
  table: 'coupon',
  isOver: (before) =>
    sql`deleted_at < ${before} and not exists (select 1 from coupon_use where coupon_id = coupon.id)`,
}

/** Gives up held letters whose code is no longer good. */
export async function endHeldCodes(db: Database, createdBefore: string): Promise<number> {
  const { numUpdatedRows } = await db.write
    .updateTable('outbox')
    .set({ status: 'dead', last_error: 'It was held until the code in it was no longer good' })
    .where('status', '=', 'held')
    .where('template', '=', 'one-time-code')
    .where('created_at', '<', createdBefore)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Written over a seat's person; the seat, its price and its reference stay. */
const erased = { name: 'Erased', email: 'erased@invalid' }

export function eraseSeatHolders(db: Database, before: string): Promise<number> {
  return inRounds(db, (tx) =>
    sql`update seat
      set name = ${erased.name}, email = ${erased.email}, phone = '', question = null
      where id in (select id from seat
        where created_at < ${before} and email != ${erased.email} limit ${rowsARound})`.execute(tx),
  )
}

export async function listUnclaimedPictures(db: Queryable, before: string): Promise<string[]> {
  const rows = await db.selectFrom('picture').select('base').where('private_since', '<', before).execute()
  return rows.map(({ base }) => base)
}

/** False where staff have kept the picture meanwhile. */
export async function unlinkUnclaimedPicture(tx: Tx, base: string): Promise<boolean> {
  const picture = await tx
    .selectFrom('picture')
    .select('private_since')
    .where('base', '=', base)
    .$call(withRowLock(tx))
    .executeTakeFirst()
  if (!picture?.private_since) return false
  await tx
    .updateTable('custom_request')
    .set({ picture_base: null })
    .where('picture_base', '=', base)
    .execute()
  await deletePicture(tx, base)
  return true
}

export async function deletePictureQuotas(db: Database, before: string): Promise<void> {
  await db.write.deleteFrom('picture_quota').where('day', '<', before).where('network', '!=', '').execute()
}

export function listPictures(db: Queryable): Promise<{ base: string; created_at: string }[]> {
  return db.selectFrom('picture').select(['base', 'created_at']).execute()
}

/** Whether a setting or the bin names this picture: no foreign key does. */
export async function isPictureNamed(tx: Tx, base: string): Promise<boolean> {
  const setting = tx.selectFrom('setting').select('name').where('value', 'like', `%${base}%`)
  const binned = tx.selectFrom('bin_entry').select('title').where('data', 'like', `%${base}%`)
  return (await setting.executeTakeFirst()) !== undefined || (await binned.executeTakeFirst()) !== undefined
}

/** @throws the fault `foreign` while a row refers to it */
export async function deletePicture(tx: Tx, base: string): Promise<void> {
  await tx.deleteFrom('picture').where('base', '=', base).execute()
}
