import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { dbFault } from './errors.ts'
import { changesRow, isPostgres } from './guards.ts'
import { emptyPages } from './page-versions.ts'
import type { Schema, Tx } from './schema.ts'
import {
  backupSetting,
  demonstrationOf,
  demonstrationSetting,
  openingSetting,
  readAsStored,
  referencePrefixSetting,
} from './settings.ts'

/**
 * States what happens to a table's rows when the demonstration school is emptied. `in part`: a statement in
 * `emptyDemonstration` says which rows are deleted. `by housekeeping`: the rows name files, so housekeeping deletes the
 * rows and the files after the commit. `view`: a view has no rows of its own.
 */
type Fate = 'emptied' | 'kept' | 'in part' | 'by housekeeping' | 'view'

/**
 * Says what happens to each table. The tables with `emptied` are in the order of their deletion: a table comes before
 * the tables to which its rows refer. Totals are last, because triggers change them when other rows are deleted.
 */
export const fates = {
  idempotency: 'emptied',
  cart_line: 'emptied',
  cart: 'emptied',
  favourite: 'emptied',
  product_favourite: 'emptied',
  saved_recipient: 'emptied',
  stock_wish: 'emptied',
  yearly_reminder: 'emptied',
  person_link: 'emptied',

  waiting_list_entry: 'emptied',
  coupon_use: 'emptied',
  coupon: 'emptied',
  shop_order_item: 'emptied',
  shop_order_change: 'emptied',
  order_attempt: 'emptied',
  order_charge: 'emptied',
  order_photograph: 'emptied',
  enquiry_picture: 'emptied',
  enquiry: 'emptied',
  shop_order: 'emptied',
  registration: 'emptied',
  accepted_text: 'emptied',

  allocation: 'emptied',
  bank_match: 'emptied',
  receipt_key: 'emptied',
  receipt: 'emptied',
  claim: 'emptied',
  statement_line: 'emptied',
  // The next receipt gets number 1 again.
  receipt_year: 'emptied',

  meeting: 'emptied',
  batch: 'emptied',
  recipe_stem: 'emptied',
  recipe: 'emptied',
  flower: 'emptied',
  course: 'emptied',
  room: 'emptied',
  product_picture: 'emptied',
  product_size: 'emptied',
  product: 'emptied',
  slot_day: 'emptied',
  delivery_slot: 'emptied',
  delivery_zone: 'emptied',
  delivery_day: 'emptied',
  journal_address: 'emptied',
  journal_picture: 'emptied',
  journal_tag: 'emptied',
  journal_post: 'emptied',
  instructor: 'emptied',
  student: 'emptied',
  contact: 'emptied',
  newsletter_subscriber: 'emptied',
  custom_request: 'emptied',
  student_feedback: 'emptied',
  status_feedback: 'emptied',
  office_hours: 'emptied',
  event_price: 'emptied',
  impact: 'emptied',

  file_import_row: 'emptied',
  file_import: 'emptied',
  bin_entry: 'emptied',
  hold_person: 'emptied',
  hold_quota: 'emptied',
  cart_quota: 'emptied',
  picture_quota: 'emptied',
  letter_count: 'emptied',
  letter_quota: 'emptied',
  outbox: 'emptied',
  audit_entry: 'emptied',

  enrolled_person: 'emptied',
  student_seats: 'emptied',
  running_total: 'emptied',
  list_total: 'emptied',

  // The accounts of staff stay, and the accounts of visitors are deleted.
  user: 'in part',
  // The codes of staff stay.
  one_time_code: 'in part',
  // A value that staff typed stays, unless it equals the demonstration's value.
  setting: 'in part',
  // Pages keep the words that staff wrote.
  page_version: 'in part',
  page_draft: 'in part',
  page_picture: 'in part',
  // Pictures that a setting or a page names stay.
  picture: 'in part',

  account: 'kept',
  session: 'kept',
  known_device: 'kept',
  invitation: 'kept',
  two_factor: 'kept',
  recovery_code: 'kept',
  passkey: 'kept',
  passkey_challenge: 'kept',
  // The limits against guessing and flooding stay in force.
  sign_in_guess: 'kept',
  rate_count: 'kept',
  pace: 'kept',
  // A row in this table tells other processes that everything in their caches is stale.
  change: 'kept',

  // Triggers set the sums in this table back to 0.
  seat_count: 'kept',

  picture_file: 'by housekeeping',
  picture_leftover: 'by housekeeping',

  seat: 'view',
  money_state: 'view',
} as const satisfies Record<keyof Schema, Fate>

/** Announces to every process that the files of the demonstration can be removed. */
export const emptiedTopic = 'emptied'

const tablesWith = (...some: Fate[]) =>
  Object.entries(fates).flatMap(([table, fate]) => (some.includes(fate) ? [table] : []))
const emptied = tablesWith('emptied')
const firstTotal = emptied.indexOf('enrolled_person')
const [records, totals] = [emptied.slice(0, firstTotal), emptied.slice(firstTotal)]

/**
 * Removes everything of the demonstration from the database. Returns false and removes nothing if this database is not
 * a demonstration, or if another transaction has just emptied it.
 */
export async function emptyDemonstration(tx: Tx): Promise<boolean> {
  if (isPostgres(tx)) await lockTables(tx)
  const goes = settingsThatGo(await readAsStored(tx))
  if (!(await changesRow(tx.deleteFrom('setting').where('name', '=', demonstrationSetting)))) return false
  await empty(tx, records)
  // Some triggers change totals only at the end of a transaction.
  if (isPostgres(tx)) await sql`set constraints all immediate`.execute(tx)
  await empty(tx, totals)
  await tx.deleteFrom('user').where('usertype', '=', 'user').execute()
  await tx.deleteFrom('one_time_code').where('user_id', 'is', null).execute()
  await tx.deleteFrom('setting').where('name', 'in', goes).execute()
  await emptyPages(tx)
  await sql`delete from picture
    where not exists (select 1 from setting where value like '%"' || picture.base || '"%')
    and not exists (select 1 from page_picture where picture_base = picture.base)`.execute(tx)
  return true
}

/** PostgreSQL undoes a transaction that has waited for a second in a circle; a lock is given up before that. */
const LOCK_MS = 400
const LOCK_ATTEMPTS_MAX = 40

/**
 * Makes writers wait until the commit, so that they cannot add rows to a table that is already empty. Readers do not
 * wait. A visitor may hold one table and wait for another that is locked already, so the locks are given up and taken
 * again until they are free together.
 */
async function lockTables(tx: Tx): Promise<void> {
  const tables = sql.join(tablesWith('emptied', 'in part').map((table) => sql.table(table)))
  const { rows } = await sql<{ usual: string }>`select current_setting('lock_timeout') as usual`.execute(tx)
  const limitWaits = (limit: string) => sql`select set_config('lock_timeout', ${limit}, true)`.execute(tx)
  for (let attempt = 1; ; attempt++) {
    await sql`savepoint unlocked`.execute(tx)
    try {
      await limitWaits(`${LOCK_MS}ms`)
      await sql`lock table ${tables} in exclusive mode`.execute(tx)
      await limitWaits(rows[0]?.usual ?? '')
      return
    } catch (error) {
      if (attempt === LOCK_ATTEMPTS_MAX || dbFault(error)?.fault !== 'busy') throw error
      await sql`rollback to savepoint unlocked`.execute(tx)
      await delay(Math.random() * 100)
    }
  }
}

async function empty(tx: Tx, tables: readonly string[]): Promise<void> {
  for (const table of tables) await sql`delete from ${sql.table(table)}`.execute(tx)
}

/**
 * Lists the settings to delete: the demonstration's settings, the progress of the set-up, the opening of the site, the
 * time of the last backup, the prefix of references, and each value of staff that equals the demonstration's value.
 */
function settingsThatGo(stored: ReadonlyMap<string, string>): string[] {
  const others = [
    demonstrationSetting,
    openingSetting,
    backupSetting,
    // No seat and no order stays, so the school's own name decides the prefix.
    referencePrefixSetting,
    ...keptForOldProcesses,
  ]
  return [...stored.keys()].filter(
    (name) =>
      others.includes(name) ||
      name.startsWith(demonstrationOf('')) ||
      name.startsWith('set-up.') ||
      (name.startsWith(own) && isSameValue(stored, name, demonstrationOf(name.slice(own.length)))),
  )
}

/** Lists the settings that staff typed and that stay. The names have no `school.` in front. */
export function settingsThatStay(stored: ReadonlyMap<string, string>): string[] {
  const goes = new Set(settingsThatGo(stored))
  const stays = [...stored.keys()].filter((name) => name.startsWith(own) && !goes.has(name))
  return stays.map((name) => name.slice(own.length)).sort()
}

const own = 'school.'
/** The content of the home page replaced these settings. Migration 0106 copied them and left them in place. */
const keptForOldProcesses = ['school.headline', 'school.heroPictures']

function isSameValue(stored: ReadonlyMap<string, string>, name: string, other: string): boolean {
  // The lines of an address are separated by `|` or by a line break.
  const plain = (value: string | undefined) => value?.replaceAll('|', '\n').trim()
  return plain(stored.get(name)) === plain(stored.get(other))
}
