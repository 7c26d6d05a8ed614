import { type Kysely, sql } from 'kysely'
import type { Database } from './open.ts'

const baseline = '0100-baseline'
const firstBefore = '0001-first-tables'
const lastBefore = '0082-corrected-orders'

/** The release whose migrations bring every older database to the state that the migration `0100-baseline` creates. */
export const version090 = 'Malar 0.9.0 (commit e95dedd7)'

export interface MigrationSchema {
  kysely_migration: { name: string; timestamp: string }
}

export const isBefore090 = (applied: readonly string[]): boolean =>
  applied.includes(firstBefore) && !applied.includes(lastBefore)

export function findUnknown(applied: readonly string[], migrations: object): string | undefined {
  const isOf090 = applied.includes(lastBefore)
  return applied.find((name) => !(name in migrations) && !(isOf090 && name <= lastBefore))
}

/**
 * Records only the baseline's name in a database of 0.9.0, which has the baseline's tables already. Returns the names
 * of the applied migrations.
 */
export async function adopt(
  db: Kysely<MigrationSchema>,
  engine: Database['engine'],
  applied: readonly string[],
): Promise<readonly string[]> {
  if (isBefore090(applied)) {
    throw new Error(
      `The database was written by a version before 0.9.0. Nothing was changed. Start ${version090} on it once, then start this version.`,
    )
  }
  if (!applied.includes(lastBefore)) return applied
  // An operator may have added migrations after 0.9.0. Their names are unknown here, and stay in the list.
  const later = applied.filter((name) => name > lastBefore)
  if (later.length > 0) return later
  if (engine === 'postgres') await nameConstraints(db)
  await db.deleteFrom('kysely_migration').execute()
  const adopted = { name: baseline, timestamp: new Date().toISOString() }
  await db.insertInto('kysely_migration').values(adopted).execute()
  return [baseline]
}

/**
 * Earlier migrations rebuilt each of these tables under the name given here, and then renamed the table, but not its
 * constraints.
 */
const earlierNames = {
  bank_match: 'bank_match_next',
  one_time_code: 'one_time_code_anew',
  outbox: 'outbox_with_withdrawn',
  student: 'student_next',
}

async function nameConstraints(db: Kysely<MigrationSchema>): Promise<void> {
  for (const [table, earlier] of Object.entries(earlierNames)) {
    const { rows } = await sql<{ name: string }>`
      select conname as name from pg_constraint
      where conrelid = cast(${table} as regclass) and starts_with(conname, ${`${earlier}_`})`.execute(db)
    for (const { name } of rows) {
      const named = table + name.slice(earlier.length)
      await sql`alter table ${sql.table(table)} rename constraint ${sql.ref(name)} to ${sql.ref(named)}`.execute(
        db,
      )
    }
  }
}
