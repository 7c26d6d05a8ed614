import { sql } from 'kysely'
import { withRowLock } from '../../../db/guards.ts'
import type { Database, Queryable } from '../../../db/open.ts'
import { erasedValues, holdsSomebody } from '../../../db/personal-data.ts'
import type { Schema, Tx } from '../../../db/schema.ts'
import type { Ending, Times } from './endings.ts'

/** Limits a transaction, so that other writers get their turn. */
const rowsARound = 500

export async function endOver(db: Database, ending: Ending, times: Times): Promise<number> {
  const { table, key = 'id', isWrittenOver = false } = ending
  const [from, by] = [sql.table(table), sql.ref(key)]
  const isOver = isWrittenOver
    ? sql`${ending.isOver(times)} and ${holdsSomebody(table)}`
    : sql`${ending.isOver(times)}`
  const begin = isWrittenOver ? sql`update ${from} set ${assigned(table)}` : sql`delete from ${from}`
  let count = 0
  let last: number
  do {
    const { numAffectedRows } = await db.transaction((tx) =>
      sql`${begin} where ${isOver} and ${by} in (select ${by} from ${from} where ${isOver} limit ${rowsARound})`.execute(
        tx,
      ),
    )
    last = Number(numAffectedRows ?? 0)
    count += last
  } while (last >= rowsARound)
  return count
}

function assigned(table: keyof Schema) {
  return sql.join(
    Object.entries(erasedValues(table)).map(([column, value]) => sql`${sql.ref(column)} = ${value}`),
  )
}

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

export async function listUnclaimedPictures(db: Queryable, before: string): Promise<string[]> {
  const rows = await db.selectFrom('picture').select('base').where('private_since', '<', before).execute()
  return rows.map(({ base }) => base)
}

/** False if staff kept the picture meanwhile. */
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
  await tx.deleteFrom('enquiry_picture').where('picture_base', '=', base).execute()
  await deletePicture(tx, base)
  return true
}

export function listPictures(db: Queryable) {
  return db.selectFrom('picture').select(['base', 'created_at']).execute()
}

export function listPublicPictures(db: Queryable) {
  return db
    .selectFrom('picture')
    .select(['base', 'width', 'widths'])
    .where('private_since', 'is', null)
    .orderBy('base')
    .execute()
}

export async function setPictureWidths(tx: Tx, base: string, widths: string) {
  await tx.updateTable('picture').set({ widths }).where('base', '=', base).execute()
}

/** Settings and the bin have no foreign key to pictures. */
export async function isPictureNamed(tx: Tx, base: string): Promise<boolean> {
  const setting = tx.selectFrom('setting').select('name').where('value', 'like', `%${base}%`)
  const binned = tx.selectFrom('bin_entry').select('title').where('data', 'like', `%${base}%`)
  return (await setting.executeTakeFirst()) !== undefined || (await binned.executeTakeFirst()) !== undefined
}

/** @throws the fault `foreign` while a row refers to it */
export async function deletePicture(tx: Tx, base: string) {
  await tx.deleteFrom('picture').where('base', '=', base).execute()
}
