import { type CompiledQuery, PostgresQueryCompiler } from 'kysely'
import pg from 'pg'
import { SqliteHandle } from '../../server/db/sqlite-dialect.ts'

/**
 * Finds statements that are for SQLite alone: pragmas, row numbers, and the full-text index (`server/db/search.ts`).
 */
const ofSqliteAlone = /\b(pragma|rowid|sqlite_\w+|search_\w+|json_each)\b/i
/** The error code of a missing table: a suite may make a table that the migrated database lacks. */
const undefinedTable = '42P01'
const isPrepared = /^\s*(select|insert|update|delete|with)\b/i

/** The statements that this process has already noted, as SQLite runs them. */
const noted = new Set<string>()

/**
 * Notes each new statement that SQLite runs. The returned function ends the noting and lists the statements that
 * PostgreSQL cannot read, so that these statements fail a test that runs on SQLite alone.
 */
export function noteStatements(): (postgresUrl: string) => Promise<string[]> {
  const { execute } = SqliteHandle.prototype
  const compiler = new PostgresQueryCompiler()
  const statements: string[] = []
  SqliteHandle.prototype.execute = function (query: CompiledQuery) {
    if (!noted.has(query.sql)) {
      noted.add(query.sql)
      if (isPrepared.test(query.sql) && !ofSqliteAlone.test(query.sql))
        statements.push(compiler.compileQuery(query.query, query.queryId).sql)
    }
    return execute.call(this, query) as any
  }
  return async (postgresUrl) => {
    SqliteHandle.prototype.execute = execute
    return statements.length === 0 ? [] : refusedBy(postgresUrl, statements)
  }
}

async function refusedBy(postgresUrl: string, statements: string[]): Promise<string[]> {
  const client = new pg.Client(postgresUrl)
  await client.connect()
  const refused: string[] = []
  try {
    for (const statement of statements) {
      try {
        await client.query(`prepare noted as ${statement}`)
        await client.query('deallocate noted')
      } catch (error) {
        const { code, message } = error as pg.DatabaseError
        if (code !== undefinedTable) refused.push(`${message}: ${statement.slice(0, 1000)}`)
      }
    }
  } finally {
    await client.end()
  }
  return refused
}
