import type { Kysely } from 'kysely'
import { flag } from './baseline/columns.ts'

/** Staff can take a course or a product off the site for a while. Those that exist stay on it. */
export async function addOnSite(db: Kysely<any>): Promise<void> {
  for (const table of ['course', 'product'])
    await db.schema.alterTable(table).addColumn('is_on_site', 'integer', flag('is_on_site', 1)).execute()
}
