import { changesRow } from '../../db/changes-row.ts'
import { insertUnlessThere } from '../../db/insert-unless-there.ts'
import type { Queryable, Tx } from '../../db/schema.ts'
import { pictureColumns } from '../../platform/pictures.ts'

export async function listPictures(db: Queryable, bases: string[]) {
  if (bases.length === 0) return []
  return db.selectFrom('picture').select(pictureColumns).where('picture.base', 'in', bases).execute()
}

/** Counts a change on from `from`; false where another change came first. Holds the row until the transaction ends. */
export async function countChange(tx: Tx, name: string, from: number, now: string): Promise<boolean> {
  await insertUnlessThere(tx, 'setting', { name, value: '0', updated_at: now }, 'name')
  return changesRow(
    tx
      .updateTable('setting')
      .set({ value: String(from + 1), updated_at: now })
      .where('name', '=', name)
      .where('value', '=', String(from)),
  )
}
