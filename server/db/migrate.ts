import { type Kysely, sql, type Transaction } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { adopt, findUnknown, type MigrationSchema } from './adoption.ts'
import { isUndone } from './errors.ts'
import type { Database } from './open.ts'

const triesMax = 20

/**
 * Brings the database up to date. Processes that start at the same time wait for each other. @throws for a database
 * that is newer than the code, or older than 0.9.0
 */
export async function migrate(
  { engine, write }: Pick<Database, 'engine' | 'write'>,
  migrations: Record<string, Migration>,
): Promise<void> {
  const db = write as unknown as Kysely<MigrationSchema>
  const isSqlite = engine === 'sqlite'
  const provided = isSqlite ? withForeignKeyCheck(migrations) : migrations

  // A table to which other tables refer can be rebuilt only while foreign keys are off. SQLite cannot switch them
  // inside a transaction: https://sqlite.org/lang_altertable.html#otheralter
  if (isSqlite) await sql`pragma foreign_keys = off`.execute(db)
  try {
    for (let tries = 1; ; tries++) {
      try {
        await db
          .connection()
          .execute((connection) =>
            connection.transaction().execute((tx) => inTransaction(tx, engine, provided)),
          )
        return
      } catch (error) {
        // A running server of an earlier version may lock the same rows in another order. PostgreSQL then ends this
        // transaction.
        if (!isUndone(error) || tries === triesMax) throw error
      }
    }
  } finally {
    if (isSqlite) await sql`pragma foreign_keys = on`.execute(db)
  }
}

/** Takes the lock before it reads the applied migrations, so that it also sees the migrations of another process. */
async function inTransaction(
  db: Transaction<MigrationSchema>,
  engine: Database['engine'],
  provided: Record<string, Migration>,
) {
  await db.getExecutor().adapter.acquireMigrationLock(db, { lockTable: '', lockRowId: '' })
  const unknown = findUnknown(await adopt(db, engine, await listApplied(db)), provided)
  if (unknown !== undefined) {
    throw new Error(
      `The database is newer than this version of Malar, which doesn’t know the migration "${unknown}". Start the version that wrote it, or restore an earlier backup.`,
    )
  }
  const migrator = new Migrator({ db, provider: { getMigrations: async () => provided } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

export async function isUpToDate({ read }: Pick<Database, 'read'>, migrations: Record<string, Migration>) {
  const applied = await listApplied(read as unknown as Kysely<MigrationSchema>)
  return Object.keys(migrations).every((name) => applied.includes(name))
}

async function listApplied(db: Kysely<MigrationSchema>): Promise<string[]> {
  // Before the first migration the table is missing, and a failed read would abort PostgreSQL's transaction.
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === 'kysely_migration')) return []
  const rows = await db.selectFrom('kysely_migration').select('name').orderBy('name').execute()
  return rows.map(({ name }) => name)
}

function withForeignKeyCheck(migrations: Record<string, Migration>): Record<string, Migration> {
  const checked = Object.entries(migrations).map(([name, { up }]): [string, Migration] => {
    const upAndCheck: Migration['up'] = async (db) => {
      await up(db)
      const check = sql<{ table: string; parent: string }>`pragma foreign_key_check`
      const [orphan] = (await check.execute(db)).rows
      if (!orphan) return
      throw new Error(`Migration ${name} leaves rows in ${orphan.table} without their ${orphan.parent}`)
    }
    return [name, { up: upAndCheck }]
  })
  return Object.fromEntries(checked)
}
