import { Kysely, sql } from 'kysely'
import { type ChangeFeed, createChangeFeed } from './changes.ts'
import { DatabaseUnavailable, dbFault, StandbyReached } from './errors.ts'
import type { Schema, Tx } from './schema.ts'
import { type MovedFile, openSqliteFile, sqliteReaderDialect, sqliteWriterDialect } from './sqlite-dialect.ts'
import { runGuarded, TransactionGuard, TransactionMisuse, withRetries } from './transaction.ts'

export type { Queryable } from './schema.ts'

/**
 * `standby`: the database refuses writes. `away`: the database cannot be reached or, on SQLite, its file cannot be
 * written.
 */
export type DatabaseState = 'up' | 'busy' | 'standby' | 'away'

export interface Database extends AsyncDisposable {
  engine: 'sqlite' | 'postgres'
  countConnections(): { role: string; busy: number; idle: number; waiting: number }[]
  /** Reads committed data, never waits for a writer, and refuses to write. */
  read: Kysely<Schema>
  write: Kysely<Schema>
  /**
   * Commits all or nothing, and resolves once the data is on the disk. PostgreSQL runs READ COMMITTED, so a counting
   * rule needs a guarded UPDATE or a locked row (architecture rule 4). `work` may run again, and uses only `tx` (rule
   * 6): other handles throw `TransactionMisuse`. @throws DatabaseUnavailable after 30 s
   */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  changes: ChangeFeed
  findMovedFile(): MovedFile | null
  /**
   * Checks whether the database takes writes; on SQLite by a write that reaches the disk and changes nothing. Never
   * rejects.
   */
  findState(): Promise<DatabaseState>
  close(): Promise<void>
}

export interface DatabaseEnvironment {
  now?: () => Date
  onBackgroundError?: (error: unknown) => void
  mayWrite?: () => boolean
}

/**
 * Opens a SQLite file (created if missing) or a PostgreSQL database. Open a file only once per thread: a second
 * `Database` would wait for the lock of the first. @throws Error with a message for the operator
 */
export async function openDatabase(
  where: { file: string } | { url: string; poolMax?: number },
  { now = () => new Date(), onBackgroundError = () => {}, mayWrite = () => true }: DatabaseEnvironment = {},
): Promise<Database> {
  const guard = new TransactionGuard()
  let isClosing = false
  let isClosed = false
  const refuse = (handle: string) => () => {
    if (isClosed) throw new Error('The database is closed')
    guard.refuseInside(handle)
    if (handle !== 'db.read' && !mayWrite())
      throw new DatabaseUnavailable('Nothing is written because of a problem with the disk')
  }
  const engine =
    'file' in where
      ? await connectSqlite(where.file, refuse)
      : await connectPostgres(where.url, where.poolMax, refuse, onBackgroundError)
  const { read, write, domains } = engine
  const { hooks, ...changes } = createChangeFeed({
    read,
    write,
    now,
    countLosses: engine.countLosses,
    onBackgroundError,
  })
  write.transaction = () => {
    throw new TransactionMisuse('db.write has no transactions. Use db.transaction')
  }

  const attempt = <T>(work: (tx: Tx) => Promise<T>) =>
    runGuarded((inside) => domains.transaction().execute(inside), guard, hooks, work)
  const running = new Set<Promise<unknown>>()
  async function close() {
    isClosing = true
    await Promise.allSettled(running)
    await changes.stop()
    isClosed = true
    await engine.close()
  }

  let closed: Promise<void> | null = null
  const closeOnce = () => (closed ??= close())

  return {
    engine: engine.name,
    countConnections: engine.countConnections,
    read,
    write,
    async transaction(work) {
      if (isClosing) throw new Error('The database is closed')
      const answer = engine.name === 'postgres' ? withRetries(() => attempt(work)) : attempt(work)
      running.add(answer)
      try {
        return await answer
      } finally {
        running.delete(answer)
      }
    },
    changes,
    findMovedFile: engine.findMovedFile,
    findState: () => engine.prove().then((isWritable) => (isWritable ? 'up' : 'standby'), stateAfter),
    close: closeOnce,
    [Symbol.asyncDispose]: closeOnce,
  }
}

function stateAfter(error: unknown): DatabaseState {
  if (error instanceof StandbyReached) return 'standby'
  if (error instanceof DatabaseUnavailable) return 'away'
  return dbFault(error)?.fault === 'busy' ? 'busy' : 'away'
}

type Refuse = (handle: string) => () => void

async function connectSqlite(path: string, refuse: Refuse) {
  const { reader, writer, ...file } = openFile(path)
  const read = new Kysely<Schema>({ dialect: sqliteReaderDialect(reader, refuse('db.read')) })
  const write = new Kysely<Schema>({ dialect: sqliteWriterDialect(writer, 'alone', refuse('db.write')) })
  const domains = new Kysely<Schema>({
    dialect: sqliteWriterDialect(writer, 'shared', refuse('db.transaction')),
  })
  return {
    name: 'sqlite' as const,
    read,
    write,
    async prove() {
      // Malar does not use `user_version`, which is on the file's first page. Writing the same value again reaches the
      // disk.
      const { rows } = await sql<{ user_version: number }>`pragma user_version`.execute(read)
      const same = sql.raw(`pragma user_version = ${Number(rows[0]?.user_version)}`)
      await domains.transaction().execute((tx) => same.execute(tx))
      return true
    },
    domains,
    findMovedFile: file.findMovedFile,
    countConnections: () => [],
    countLosses: () => 0,
    close: file.close,
  }
}

const DAMAGED = new Set([11, 26])

function openFile(path: string) {
  try {
    return openSqliteFile(path)
  } catch (cause) {
    const { message, errcode = 0 } = cause as Error & { errcode?: number }
    const way = DAMAGED.has(errcode & 0xff)
      ? '. Restore the newest backup with "npm run restore -- FOLDER --force"'
      : ''
    throw new Error(`The database file ${path} can’t be opened (${message})${way}`, { cause })
  }
}

async function connectPostgres(
  url: string,
  poolMax: number | undefined,
  refuse: Refuse,
  onBackgroundError: (error: unknown) => void,
) {
  // A school on SQLite never loads PostgreSQL's driver.
  const { openPostgresServer, postgresDialect } = await import('./postgres-dialect.ts')
  const server = openPostgresServer(url, poolMax, onBackgroundError)
  const read = new Kysely<Schema>({ dialect: postgresDialect(server.readers, refuse('db.read')) })
  try {
    await sql`select 1`.execute(read)
  } catch (cause) {
    await server.close()
    // The address contains the password, so it is left out of the error.
    throw new Error(`Can’t connect to PostgreSQL (${(cause as Error).message})`, { cause })
  }
  const write = new Kysely<Schema>({ dialect: postgresDialect(server.writers, refuse('db.write')) })
  return {
    name: 'postgres' as const,
    read,
    write,
    async prove() {
      const asked = sql<{ is: string }>`select current_setting('transaction_read_only') as "is"`
      return (await asked.execute(write)).rows[0]?.is === 'off'
    },
    domains: new Kysely<Schema>({ dialect: postgresDialect(server.writers, refuse('db.transaction')) }),
    findMovedFile: () => null,
    countConnections: () => [
      { role: 'write', ...server.writers.count() },
      { role: 'read', ...server.readers.count() },
    ],
    countLosses: () => server.losses,
    close: () => server.close(),
  }
}
