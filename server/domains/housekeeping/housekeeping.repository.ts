import type { Transaction } from 'kysely'
import type { Database, Queryable } from '../../db/open.ts'
import { withRowLock } from '../../db/row-lock.ts'
import type { Schema } from '../../db/schema.ts'

type Tx = Transaction<Schema>
type Table =
  | 'audit_entry'
  | 'contact'
  | 'custom_request'
  | 'enquiry'
  | 'enrolment'
  | 'event_booking'
  | 'instructor'
  | 'known_device'
  | 'one_time_code'
  | 'outbox'
  | 'session'
  | 'status_feedback'
  | 'student'
  | 'student_feedback'
  | 'waiting_list_entry'

/** Rows that go in one transaction: others get their turn in between. */
const rowsARound = 500

/** Ends rows in rounds, until a round was not full. Answers how many. */
async function inRounds(
  db: Database,
  find: (tx: Tx, limit: number) => Promise<{ id: string }[]>,
  end: (tx: Tx, ids: string[]) => Promise<unknown>,
): Promise<number> {
  let count = 0
  let last: number
  do {
    last = await db.transaction(async (tx) => {
      const ids = (await find(tx, rowsARound)).map(({ id }) => id)
      if (ids.length > 0) await end(tx, ids)
      return ids.length
    })
    count += last
  } while (last === rowsARound)
  return count
}

const deleteFrom = (table: Table) => (tx: Tx, ids: string[]) =>
  tx.deleteFrom(table).where('id', 'in', ids).execute()

export function deleteOlder(
  db: Database,
  table: 'contact' | 'custom_request' | 'enquiry' | 'one_time_code',
  before: string,
): Promise<number> {
  return inRounds(
    db,
    (tx, limit) => tx.selectFrom(table).select('id').where('created_at', '<', before).limit(limit).execute(),
    deleteFrom(table),
  )
}

/** Letters that were held until the code in them was worth nothing: nobody can send them any more. */
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

/** What waits, is being sent, or is to be sent by hand, stays. */
export function deleteMessages(db: Database, before: string): Promise<number> {
  return inRounds(
    db,
    (tx, limit) =>
      tx
        .selectFrom('outbox')
        .select('id')
        .where((eb) =>
          eb.or([
            eb.and([eb('status', '=', 'sent'), eb('sent_at', '<', before)]),
            eb.and([eb('status', 'in', ['dead', 'held']), eb('created_at', '<', before)]),
          ]),
        )
        .limit(limit)
        .execute(),
    deleteFrom('outbox'),
  )
}

/** Counts of days that are over. */
export function deleteLetterCounts(db: Database, today: string): Promise<number> {
  return inRounds(
    db,
    (tx, limit) =>
      tx.selectFrom('letter_count').select('mailbox as id').where('day', '<', today).limit(limit).execute(),
    (tx, mailboxes) =>
      tx.deleteFrom('letter_count').where('mailbox', 'in', mailboxes).where('day', '<', today).execute(),
  )
}

/** Entries of batches that began before this day. An open offer counts in its batch, and ends by itself first. */
export function deleteWaiting(db: Database, day: string): Promise<number> {
  return inRounds(
    db,
    (tx, limit) =>
      tx
        .selectFrom('waiting_list_entry')
        .innerJoin('batch', 'batch.id', 'waiting_list_entry.batch_id')
        .select('waiting_list_entry.id')
        .where('batch.starts_on', '<', day)
        .where('waiting_list_entry.status', '!=', 'offered')
        .limit(limit)
        .execute(),
    deleteFrom('waiting_list_entry'),
  )
}

export function deleteSessions(db: Database, endedBefore: string): Promise<number> {
  return inRounds(
    db,
    (tx, limit) =>
      tx.selectFrom('session').select('id').where('expiresAt', '<', endedBefore).limit(limit).execute(),
    deleteFrom('session'),
  )
}

export function deleteDevices(db: Database, unusedSince: string): Promise<number> {
  return inRounds(
    db,
    (tx, limit) =>
      tx
        .selectFrom('known_device')
        .select('id')
        .where('last_used_at', '<', unusedSince)
        .limit(limit)
        .execute(),
    deleteFrom('known_device'),
  )
}

export function deleteGuesses(db: Database, before: string): Promise<number> {
  return inRounds(
    db,
    (tx, limit) =>
      tx.selectFrom('sign_in_guess').select('key as id').where('last_at', '<', before).limit(limit).execute(),
    // A guess that came meanwhile stays counted.
    (tx, ids) =>
      tx.deleteFrom('sign_in_guess').where('key', 'in', ids).where('last_at', '<', before).execute(),
  )
}

export function deleteAuditEntries(db: Database, before: string): Promise<number> {
  return inRounds(
    db,
    (tx, limit) => tx.selectFrom('audit_entry').select('id').where('at', '<', before).limit(limit).execute(),
    deleteFrom('audit_entry'),
  )
}

/** From now on these can be restored no more. */
export function deleteBinEntries(db: Database, before: string): Promise<number> {
  return inRounds(
    db,
    (tx, limit) =>
      tx
        .selectFrom('bin_entry')
        .select('record_id as id')
        .where('deleted_at', '<', before)
        .limit(limit)
        .execute(),
    (tx, ids) =>
      tx.deleteFrom('bin_entry').where('record_id', 'in', ids).where('deleted_at', '<', before).execute(),
  )
}

/** What nothing else refers to. Classes and products stay hidden: seats and orders tell what they were for. */
const binnedTables = [
  'custom_request',
  'enquiry',
  'instructor',
  'status_feedback',
  'student',
  'student_feedback',
] as const

/** Records that were deleted before this instant, for good. */
export async function deleteBinned(db: Database, before: string): Promise<number> {
  let count = 0
  for (const table of binnedTables) {
    count += await inRounds(
      db,
      (tx, limit) =>
        tx.selectFrom(table).select('id').where('deleted_at', '<', before).limit(limit).execute(),
      deleteFrom(table),
    )
  }
  return count
}

/** Stands in the place of who it was; the seat, its price and its reference stay. */
const erased = { name: 'Erased', email: 'erased@invalid' }

export async function eraseSeatHolders(db: Database, before: string): Promise<number> {
  const old = (table: 'enrolment' | 'event_booking') => (tx: Tx, limit: number) =>
    tx
      .selectFrom(table)
      .select('id')
      .where('created_at', '<', before)
      .where('email', '!=', erased.email)
      .limit(limit)
      .execute()
  const enrolments = await inRounds(db, old('enrolment'), (tx, ids) =>
    tx
      .updateTable('enrolment')
      .set({ full_name: erased.name, email: erased.email, phone: '', questions: null })
      .where('id', 'in', ids)
      .execute(),
  )
  const nobody = { first_name: erased.name, last_name: '', email: erased.email, phone: '' }
  const bookings = await inRounds(db, old('event_booking'), (tx, ids) =>
    tx
      .updateTable('event_booking')
      .set({ ...nobody, special_requirements: null })
      .where('id', 'in', ids)
      .execute(),
  )
  return enrolments + bookings
}

/** Pictures of strangers that staff did not keep. */
export async function listUnclaimedPictures(db: Queryable, before: string): Promise<string[]> {
  const rows = await db.selectFrom('picture').select('base').where('private_since', '<', before).execute()
  return rows.map(({ base }) => base)
}

/** Takes an unclaimed picture away from its wish. False where staff have kept it meanwhile. */
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

/** Whether a setting or something in the bin names this picture: the database knows nothing of such references. */
export async function isPictureNamed(tx: Tx, base: string): Promise<boolean> {
  const setting = tx.selectFrom('setting').select('name').where('value', 'like', `%${base}%`)
  const binned = tx.selectFrom('bin_entry').select('title').where('data', 'like', `%${base}%`)
  return (await setting.executeTakeFirst()) !== undefined || (await binned.executeTakeFirst()) !== undefined
}

/** Refused by the database, with the fault `foreign`, while anything refers to it. */
export async function deletePicture(tx: Tx, base: string): Promise<void> {
  await tx.deleteFrom('picture').where('base', '=', base).execute()
}
