import type { Queryable } from '../../db/open.ts'
import { pictureColumns } from '../../platform/pictures.ts'

export type PictureRow = Awaited<ReturnType<typeof listPictures>>[number]

/** Every setting by its name. */
export async function readSettings(db: Queryable): Promise<Map<string, string>> {
  const rows = await db.selectFrom('setting').select(['name', 'value']).execute()
  return new Map(rows.map(({ name, value }) => [name, value]))
}

export async function listPictures(db: Queryable, bases: string[]) {
  if (bases.length === 0) return []
  return db.selectFrom('picture').select(pictureColumns).where('picture.base', 'in', bases).execute()
}
