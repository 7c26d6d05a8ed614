import { DomainError, refusal } from '../../contract/errors.ts'
import type { RecordKind } from '../../contract/records.ts'
import type { FileImport, TakenBack } from '../../contract/row-import.ts'
import type { Database, Queryable } from '../db/open.ts'
import type { Tx } from '../db/schema.ts'
import type { Actor } from './audit.ts'
import type { Clock } from './clock.ts'
import type { Ids } from './ids.ts'

const importsShown = 50

export interface RecordsOfFiles {
  kind: RecordKind
  title(shown: never): string
  lock(tx: Tx, id: string): Promise<object>
  removeIn(tx: Tx, id: string, by: Actor | null): Promise<void>
}

export function createFileImports(
  { db, clock, ids }: { db: Database; clock: Clock; ids: Ids },
  { kind, title, lock, removeIn }: RecordsOfFiles,
  isUsed: (source: Queryable, id: string) => Promise<boolean> = async () => false,
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
     * Undoes an import: removes each of its records that was neither changed nor used since. @throws `not_found`;
     * `conflict` if the import was already undone
     */
    async takeBack(tx: Tx, id: string, by: Actor): Promise<TakenBack> {
      const found = await tx
        .updateTable('file_import')
        // A second caller waits for the lock, and then sees that the import was already undone.
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
        // A fixed order prevents a deadlock between two callers who delete the same records.
        .orderBy('record_id')
        .execute()
      const changes = await tx
        .selectFrom('audit_entry')
        .innerJoin('file_import_row', 'file_import_row.record_id', 'audit_entry.record_id')
        .select('audit_entry.record_id')
        .where('import_id', '=', id)
        .where('kind', '=', kind)
        .where('action', '<>', 'added')
        .execute()
      const changed = new Set(changes.map(({ record_id }) => record_id))
      const kept: string[] = []
      let gone = 0
      for (const { record_id } of rows) {
        const shown = await unlessRefused(lock(tx, record_id))
        if (shown === null) {
          gone++
          continue
        }
        // A change of pictures or of the prices of sizes raises the version, but the audit log has no entry for it.
        const isChanged = changed.has(record_id) || ('version' in shown && Number(shown.version) > 1)
        if (
          isChanged ||
          (await isUsed(tx, record_id)) ||
          (await unlessRefused(removeIn(tx, record_id, by))) === null
        ) {
          kept.push(title(shown as never))
        }
      }
      const at = { taken_back_at: clock.now(), taken_back_by: by.userId }
      if (kept.length === 0) await tx.updateTable('file_import').set(at).where('id', '=', id).execute()
      return { taken: rows.length - kept.length - gone, kept, gone }
    },
  }
}

async function unlessRefused<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof DomainError) return null
    throw error
  }
}
