import {
  type Compilable,
  type CompiledQuery,
  type Expression,
  type Insertable,
  type InsertQueryBuilder,
  type InsertResult,
  type QueryResult,
  sql,
} from 'kysely'
import { isPostgres } from './guards.ts'
import type { Queryable, Schema } from './schema.ts'

class Place<Values> {
  readonly read: (values: Values) => unknown

  constructor(read: (values: Values) => unknown) {
    this.read = read
  }
}

/** Makes a placeholder: for the value with this name, for the value that `read` picks, or for the only value. */
export interface At<Values> {
  (): Expression<Values>
  <Name extends keyof Values>(name: Name): Expression<Values[Name]>
  <T>(read: (values: Values) => T): Expression<T>
}

const plans = new Map<string, string>()

/**
 * Builds a statement once per engine. Building takes 20 to 130 µs, more than SQLite needs to run it (`npm run bench --
 * P4`), so all statements of a sale are prepared. Prepared statements list their columns, because PostgreSQL caches
 * their plans.
 */
export function prepare<Values, Row>(
  build: (db: Queryable, at: At<Values>) => Compilable<Row>,
): (db: Queryable, values: Values) => Promise<QueryResult<Row>> {
  const built: { sqlite?: CompiledQuery<Row>; postgres?: CompiledQuery<Row> } = {}
  return (db, values) => {
    const engine = isPostgres(db) ? 'postgres' : 'sqlite'
    built[engine] ??= compile(db, build)
    const { parameters, ...statement } = built[engine]
    return db.executeQuery<Row>({
      ...statement,
      parameters: parameters.map((value) => (value instanceof Place ? value.read(values) : value)),
    })
  }
}

export type EachAt<Item> = <T>(read: (items: readonly Item[]) => T) => Expression<T>

export function prepareForEach<Item, Row>(
  build: (db: Queryable, at: EachAt<Item>, count: number) => Compilable<Row>,
): (db: Queryable, items: readonly Item[]) => Promise<QueryResult<Row>> {
  const made = new Map<number, ReturnType<typeof prepare<readonly Item[], Row>>>()
  return (db, items) => {
    const { length } = items
    const run = made.get(length) ?? prepare((db, at: At<readonly Item[]>) => build(db, at, length))
    made.set(length, run)
    return run(db, items)
  }
}

export function prepareInsert<Table extends keyof Schema, Row>(
  table: Table,
  build: (insert: InsertQueryBuilder<Schema, Table, InsertResult>) => Compilable<Row>,
): (db: Queryable, rows: readonly Insertable<Schema[Table]>[]) => Promise<QueryResult<Row>> {
  const made = new Map<string, ReturnType<typeof prepareForEach<any, Row>>>()
  return (db, rows) => {
    const columns = Object.keys(rows[0] ?? {})
    const key = columns.join()
    const run =
      made.get(key) ??
      prepareForEach<any, Row>((db, at, count) => {
        const values = Array.from({ length: count }, (_, n) =>
          rowAt<any, string>(columns, (read) => at((items) => read(items[n]))),
        )
        return build(db.insertInto(table).values(values as never) as never)
      })
    made.set(key, run)
    return run(db, rows)
  }
}

function compile<Values, Row>(db: Queryable, build: (db: Queryable, at: At<Values>) => Compilable<Row>) {
  const at: At<Values> = (wanted: keyof Values | ((values: Values) => unknown) = (values) => values) =>
    sql.val(
      new Place(typeof wanted === 'function' ? wanted : (values: Values) => values[wanted]),
    ) as Expression<any>
  const compiled = build(db, at).compile()
  if (!plans.has(compiled.sql)) plans.set(compiled.sql, `malar_${plans.size}`)
  return compiled
}

/** The name under which PostgreSQL caches a prepared statement's plan; undefined for any other statement. */
export const planName = (text: string): string | undefined => plans.get(text)

export function rowAt<Row, Column extends keyof Row & string>(
  columns: readonly Column[],
  at: <T>(read: (row: Row) => T) => Expression<T>,
) {
  return Object.fromEntries(columns.map((column) => [column, at((row) => row[column])])) as {
    [C in Column]: Expression<Row[C]>
  }
}
