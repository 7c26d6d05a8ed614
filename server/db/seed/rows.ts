import type { InsertObject } from 'kysely'
import type { Schema, Tx } from '../schema.ts'

/** A row that was never changed since. */
export const born = (created_at: string) => ({ created_at, updated_at: created_at, deleted_at: null })

export async function insert<T extends keyof Schema>(
  tx: Tx,
  table: T,
  rows: readonly InsertObject<Schema, T>[],
): Promise<void> {
  if (rows.length > 0) await tx.insertInto(table).values(rows).execute()
}

export function insertEach<T extends keyof Schema, Thing>(
  tx: Tx,
  table: T,
  things: readonly Thing[],
  rowOf: (thing: Thing, at: number) => InsertObject<Schema, T>,
): Promise<void> {
  return insert(tx, table, things.map(rowOf))
}
