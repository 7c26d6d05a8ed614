// Part of released migrations, so never edited: one that needs other columns brings a v2 beside this file.
import { type CreateTableBuilder, type Kysely, PostgresAdapter } from 'kysely'

/**
 * Adds `id`: an integer primary key that the database counts up and never gives out twice. The engines spell
 * it differently, so migrations say `schema.createTable('change').$call(withAutoIncrementId(db))`.
 */
export function withAutoIncrementId(db: Kysely<any>) {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  return <Table extends string>(table: CreateTableBuilder<Table, never>): CreateTableBuilder<Table, 'id'> =>
    isPostgres
      ? table.addColumn('id', 'bigint', (id) => id.generatedByDefaultAsIdentity().primaryKey())
      : table.addColumn('id', 'integer', (id) => id.primaryKey().autoIncrement())
}
