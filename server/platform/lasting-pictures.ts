import { DomainError } from '../../contract/errors.ts'
import type { Database } from '../db/open.ts'
import type { Tx } from '../db/schema.ts'
import type { Clock } from './clock.ts'
import { inParts } from './row-import.ts'

export interface PictureFile {
  name: string
  base: string
  bytes: Uint8Array
}

/**
 * The picture store that several servers share. Each server caches files of the store on its disk. Files with equal
 * names have equal bytes.
 */
export type LastingPictures = ReturnType<typeof createPicturesInDatabase>

interface Only {
  untouchedSince?: string
  below?: string
}

export function createPicturesInDatabase({ db, clock }: { db: Database; clock: Clock }) {
  return {
    /**
     * Stores all files or none. Called before the transaction whose rows refer to the picture. A file that is already
     * there counts as newly stored.
     */
    put: (files: readonly PictureFile[]): Promise<void> =>
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

    /** Null if there is no file with this name. @throws `unavailable` if the file cannot be read */
    async get(name: string): Promise<Uint8Array | null> {
      const query = db.read.selectFrom('picture_file').select(['bytes', 'object']).where('name', '=', name)
      const row = await query.executeTakeFirst()
      if (row?.object) throw new DomainError('unavailable')
      return row?.bytes ?? null
    },

    async namesOf(base: string): Promise<string[]> {
      const query = db.read.selectFrom('picture_file').select('name').where('base', '=', base)
      return (await query.execute()).map(({ name }) => name)
    },

    async known(names: readonly string[]): Promise<ReadonlySet<string>> {
      const found = new Set<string>()
      for (const some of inParts(names)) {
        const query = db.read.selectFrom('picture_file').select('name').where('name', 'in', some)
        for (const { name } of await query.execute()) found.add(name)
      }
      return found
    },

    async listBases(): Promise<string[]> {
      const rows = await db.read.selectFrom('picture_file').select('base').distinct().execute()
      return rows.map(({ base }) => base)
    },

    async isTouched(base: string, since: string): Promise<boolean> {
      const row = await db.read
        .selectFrom('picture_file')
        .select('name')
        .where('base', '=', base)
        .where('stored_at', '>=', since)
        .limit(1)
        .executeTakeFirst()
      return row !== undefined
    },

    async remove(base: string, only: Only): Promise<void> {
      await db.transaction((tx) => removeRows(tx, base, only))
    },

    /** Finishes interrupted work, or moves files from an earlier store into this store. */
    async settle(_isStopping: () => boolean): Promise<void> {},

    /**
     * Lists pictures that rows refer to but that this store lacks, because they were added before this store was used.
     */
    async listMissing(): Promise<string[]> {
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

export async function removeRows(tx: Tx, base: string, { untouchedSince, below }: Only) {
  const rows = await tx
    .deleteFrom('picture_file')
    .where('base', '=', base)
    .$if(untouchedSince !== undefined, (query) => query.where('stored_at', '<', untouchedSince ?? ''))
    .$if(below !== undefined, (query) => query.where('name', 'like', `${below}/%`))
    .returning('object')
    .execute()
  return rows.flatMap(({ object }) => (object === null ? [] : [{ object }]))
}
