import {
  type ColumnDefinitionBuilder,
  type CreateTableBuilder,
  type Kysely,
  PostgresAdapter,
  sql,
} from 'kysely'

// Instants are UTC ISO text, days are YYYY-MM-DD, hours are HH:MM, JSON is text, a flag is 0 or 1. Money is whole
// paise.

type Column = (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder

export const key: Column = (c) => c.primaryKey()
export const required: Column = (c) => c.notNull()
export const zero: Column = (c) => c.notNull().defaultTo(0)

/** Counts the changes of a record, so that an edit of an outdated version is noticed. */
export const version: Column = (c) => c.notNull().defaultTo(1)

export const paise =
  (column: string): Column =>
  (c) =>
    c.notNull().check(sql`${sql.ref(column)} >= 0`)

export const paiseOrNull =
  (column: string): Column =>
  (c) =>
    c.check(sql`${sql.ref(column)} >= 0`)

/** A flag without `first` has no default, so each insert must give its value. */
export const flag =
  (column: string, first?: 0 | 1): Column =>
  (c) => {
    const checked = c.notNull().check(sql`${sql.ref(column)} in (0, 1)`)
    return first === undefined ? checked : checked.defaultTo(first)
  }

export const oneOf =
  (column: string, ...values: string[]): Column =>
  (c) =>
    c.notNull().check(sql`${sql.ref(column)} in (${sql.join(values.map((value) => sql.lit(value)))})`)

export const isPostgres = (db: Kysely<any>) => db.getExecutor().adapter instanceof PostgresAdapter

/** Adds `id`: a number that the database increases by itself and never uses twice. */
export function withAutoIncrementId(db: Kysely<any>) {
  return <Table extends string>(table: CreateTableBuilder<Table, never>): CreateTableBuilder<Table, 'id'> =>
    isPostgres(db)
      ? table.addColumn('id', 'bigint', (id) => id.generatedByDefaultAsIdentity().primaryKey())
      : table.addColumn('id', 'integer', (id) => id.primaryKey().autoIncrement())
}

export const run = (db: Kysely<any>, statement: string) => sql.raw(statement).execute(db)

/** The names of indexes, each with its table, columns and condition as SQL writes them. */
type Indexes = Record<string, string>

const createAll = (kind: string) => async (db: Kysely<any>, indexes: Indexes) => {
  // The name is quoted, because `session_user` is a keyword of PostgreSQL.
  for (const [name, on] of Object.entries(indexes)) await run(db, `create ${kind} "${name}" on ${on}`)
}
export const createIndexes = createAll('index')
export const createUniqueIndexes = createAll('unique index')
