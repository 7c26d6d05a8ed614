import type { Database } from '../db/open.ts'
import type { Clock } from './clock.ts'

/** A file of a picture. `name` is its path below the uploads, with `/` between. */
export interface PictureFile {
  name: string
  base: string
  bytes: Uint8Array
}

/**
 * Where the files of pictures last if several servers need them; the disk of each is a cache of it then. Files with the same
 * name are the same, and none changes.
 */
export interface LastingPictures {
  /** All or none, before the transaction that names the picture. A file that is there counts as stored now. */
  put(files: readonly PictureFile[]): Promise<void>
  get(name: string): Promise<Uint8Array | null>
  namesOf(base: string): Promise<string[]>
  /** Those of these names that are there. */
  known(names: readonly string[]): Promise<ReadonlySet<string>>
  listBases(): Promise<string[]>
  isTouched(base: string, since: string): Promise<boolean>
  /** What was stored again since `untouchedSince` stays. */
  remove(base: string, only: { untouchedSince?: string; below?: string }): Promise<void>
  /** Bases of pictures that a row names and that have no file here: they were stored before there was this place. */
  listMissing(): Promise<string[]>
}

const atOnce = 500

/** In the table `picture_file`: PostgreSQL is what all servers have. */
export function createPicturesInDatabase({ db, clock }: { db: Database; clock: Clock }): LastingPictures {
  return {
    put: (files) =>
      db.transaction(async (tx) => {
        for (const { name, base, bytes } of files) {
          const row = { name, base, bytes, stored_at: clock.now() }
          await tx
            .insertInto('picture_file')
            .values(row)
            .onConflict((conflict) => conflict.column('name').doUpdateSet({ stored_at: row.stored_at }))
            .execute()
        }
      }),

    async get(name) {
      const query = db.read.selectFrom('picture_file').select('bytes').where('name', '=', name)
      return (await query.executeTakeFirst())?.bytes ?? null
    },

    async namesOf(base) {
      const query = db.read.selectFrom('picture_file').select('name').where('base', '=', base)
      return (await query.execute()).map(({ name }) => name)
    },

    async known(names) {
      const found = new Set<string>()
      for (let from = 0; from < names.length; from += atOnce) {
        const some = names.slice(from, from + atOnce)
        const query = db.read.selectFrom('picture_file').select('name').where('name', 'in', some)
        for (const { name } of await query.execute()) found.add(name)
      }
      return found
    },

    async listBases() {
      const rows = await db.read.selectFrom('picture_file').select('base').distinct().execute()
      return rows.map(({ base }) => base)
    },

    async isTouched(base, since) {
      const row = await db.read
        .selectFrom('picture_file')
        .select('name')
        .where('base', '=', base)
        .where('stored_at', '>=', since)
        .limit(1)
        .executeTakeFirst()
      return row !== undefined
    },

    async remove(base, { untouchedSince, below }) {
      await db.write
        .deleteFrom('picture_file')
        .where('base', '=', base)
        .$if(untouchedSince !== undefined, (rows) => rows.where('stored_at', '<', untouchedSince ?? ''))
        .$if(below !== undefined, (rows) => rows.where('name', 'like', `${below}/%`))
        .execute()
    },

    async listMissing() {
      const rows = await db.read
        .selectFrom('picture')
        .select('base')
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('picture_file').select('name').whereRef('picture_file.base', '=', 'picture.base'),
            ),
          ),
        )
        .execute()
      return rows.map(({ base }) => base)
    },
  }
}
