import type { Queryable } from '../../db/open.ts'
import type { Tx } from '../../db/schema.ts'
import { pictureColumns } from '../../platform/pictures.ts'

export type PictureRow = Awaited<ReturnType<typeof listPictures>>[number]

/** Settings by their names: those that are asked for, or every one. */
export async function readSettings(db: Queryable, names?: string[]): Promise<Map<string, string>> {
  const all = db.selectFrom('setting').select(['name', 'value'])
  const rows = await (names ? all.where('name', 'in', names) : all).execute()
  return new Map(rows.map(({ name, value }) => [name, value]))
}

export async function listPictures(db: Queryable, bases: string[]) {
  if (bases.length === 0) return []
  return db.selectFrom('picture').select(pictureColumns).where('picture.base', 'in', bases).execute()
}

export async function writeSetting(tx: Tx, name: string, value: string, now: string): Promise<void> {
  await tx
    .insertInto('setting')
    .values({ name, value, updated_at: now })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value, updated_at: now }))
    .execute()
}

/** Counts a change on from `from`; false where another change came first. Holds the row until the transaction ends. */
export async function countChange(tx: Tx, name: string, from: number, now: string): Promise<boolean> {
  await tx
    .insertInto('setting')
    .values({ name, value: '0', updated_at: now })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const { numUpdatedRows } = await tx
    .updateTable('setting')
    .set({ value: String(from + 1), updated_at: now })
    .where('name', '=', name)
    .where('value', '=', String(from))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
