import { refusal } from '../../contract/errors.ts'
import type { RecordKind } from '../../contract/records.ts'
import type { FileImport, TakenBack } from '../../contract/row-import.ts'
import type { Database } from '../db/open.ts'
import type { Tx } from '../db/schema.ts'
import type { Actor } from './audit.ts'
import type { Clock } from './clock.ts'
import type { Ids } from './ids.ts'

/** So many of a kind are shown, the latest first. */
const importsShown = 50

/** Remembers which records of a kind came from one file, so that they can be taken back as a whole. */
export function createFileImports(
  { db, clock, ids }: { db: Database; clock: Clock; ids: Ids },
  kind: RecordKind,
) {
  return {
    async remember(tx: Tx, recordIds: readonly string[], by: Actor): Promise<void> {
      if (recordIds.length === 0) return
      const id = ids.id()
      const row = { id, kind, created_at: clock.now(), created_by: by.userId }
      await tx
        .insertInto('file_import')
        .values({ ...row, taken_back_at: null, taken_back_by: null })
        .execute()
      await tx
        .insertInto('file_import_row')
        .values(recordIds.map((record_id) => ({ import_id: id, record_id })))
        .execute()
    },

    async list(): Promise<FileImport[]> {
      const rows = await db.read
        .selectFrom('file_import')
        .leftJoin('user', 'user.id', 'file_import.created_by')
        .select(['file_import.id', 'file_import.created_at', 'taken_back_at', 'user.email'])
        .select((eb) =>
          eb
            .selectFrom('file_import_row')
            .select((rows) => rows.fn.countAll<number>().as('count'))
            .whereRef('import_id', '=', 'file_import.id')
            .as('count'),
        )
        .where('file_import.kind', '=', kind)
        .orderBy('file_import.created_at', 'desc')
        .orderBy('file_import.id', 'desc')
        .limit(importsShown)
        .execute()
      return rows.map(({ id, created_at, taken_back_at, email, count }) => ({
        id,
        created_at,
        by: email,
        rows: Number(count),
        takenBackAt: taken_back_at,
      }))
    },

    /**
     * Takes back what came from the file, each by `remove`. What staff changed since stays. @throws `not_found`; `conflict`
     * where it was taken back before
     */
    async takeBack(
      tx: Tx,
      id: string,
      by: Actor,
      records: {
        /** Names of those that are still there, by their id. */
        namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>
        remove(id: string): Promise<void>
      },
    ): Promise<TakenBack> {
      const found = await tx
        .updateTable('file_import')
        // Of two who take it back at once the second waits, and then reads that it is done.
        .set((eb) => ({ id: eb.ref('id') }))
        .where('id', '=', id)
        .where('kind', '=', kind)
        .returning('taken_back_at')
        .executeTakeFirst()
      if (!found) throw refusal('import-unknown')
      if (found.taken_back_at !== null) throw refusal('import-taken-back')
      const rows = await tx
        .selectFrom('file_import_row')
        .select('record_id')
        .where('import_id', '=', id)
        .execute()
      const names = await records.namesOf(rows.map(({ record_id }) => record_id))
      const changed = await tx
        .selectFrom('audit_entry')
        .select('record_id')
        .distinct()
        .where('kind', '=', kind)
        .where('action', '<>', 'added')
        .where('record_id', 'in', [...names.keys(), ''])
        .execute()
      const isChanged = new Set(changed.map(({ record_id }) => record_id))
      const kept: string[] = []
      let taken = 0
      for (const [recordId, name] of names) {
        if (isChanged.has(recordId)) kept.push(name)
        else {
          await records.remove(recordId)
          taken++
        }
      }
      const at = { taken_back_at: clock.now(), taken_back_by: by.userId }
      // Where somebody's changes stay, the rest of the file is still there to be taken back.
      if (kept.length === 0) await tx.updateTable('file_import').set(at).where('id', '=', id).execute()
      return { taken, kept, gone: rows.length - names.size }
    },
  }
}
