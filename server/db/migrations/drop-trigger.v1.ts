// Part of released migrations, so never edited.
import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** Ends what `running-totals.v1.ts` keeps for a table; what was counted so far stays. */
export async function dropTrigger(db: Kysely<unknown>, name: string, table: string): Promise<void> {
  if (db.getExecutor().adapter instanceof PostgresAdapter) {
    await sql.raw(`drop trigger ${name} on ${table}`).execute(db)
    await sql.raw(`drop function ${name}()`).execute(db)
    return
  }
  for (const suffix of ['insert', 'delete', 'update_from', 'update_to']) {
    await sql.raw(`drop trigger ${name}_${suffix}`).execute(db)
  }
}
