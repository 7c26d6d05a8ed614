import { type BigIntStats, statSync } from 'node:fs'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import {
  CompiledQuery,
  type DatabaseConnection,
  type DatabaseIntrospector,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { folded } from '../../contract/folded.ts'
import { DatabaseUnavailable, dbFault } from './errors.ts'
import { toParameter } from './parameters.ts'

const SQLITE_READONLY = 8
const STATEMENTS_MAX = 500
const BUSY_MS_MAX = 5_000
const BUSY_PAUSES_MS = [1, 2, 5, 10, 25]
const GROUP_SIZE_MAX = 64
const GROUP_MS_MAX = 40
/**
 * A long queue of writers would block sockets and timers, so the event loop gets a turn after this many milliseconds.
 */
const TURN_MS_MAX = 1

export type MovedFile = 'database' | 'log'

export function openSqliteFile(file: string) {
  if (file === '' || file.startsWith(':memory:')) {
    throw new Error('The database must be a file, because an in-memory database cannot have a second handle')
  }
  const definitions = { version: 0 }
  const handle = new SqliteHandle(file, 'writer', definitions)
  const reader = new SqliteHandle(file, 'reader', definitions)
  const findMovedFile = watchFiles(file, reader)
  const writer = new SqliteWriter(handle, findMovedFile)
  return {
    writer,
    reader,
    findMovedFile,
    async close() {
      await writer.drain()
      reader.close()
      writer.handle.close()
    },
  }
}

/** Checks whether the open files were moved or deleted, because SQLite would continue to write into them. */
function watchFiles(file: string, reader: SqliteHandle): () => MovedFile | null {
  const identity = (name: string): BigIntStats | undefined => {
    try {
      return statSync(name, { bigint: true })
    } catch {
      return undefined // no file has this name any more
    }
  }
  const isSame = (a: BigIntStats | undefined, b: BigIntStats | undefined) =>
    a?.ino === b?.ino && a?.dev === b?.dev
  reader.command('select 1 from sqlite_master')
  const opened = identity(file)
  const beside = [`${file}-wal`, `${file}-shm`].map((name) => ({ name, opened: identity(name) }))
  let isRescued = false

  /**
   * Copies the write-ahead log into the database file. A part stays in the log while a reader needs an older state; the
   * next check then tries again.
   */
  function rescue(): void {
    try {
      const { rows } = reader.execute<{ log: bigint | number; checkpointed: bigint | number }>(
        CompiledQuery.raw('pragma wal_checkpoint(passive)'),
      )
      isRescued = rows[0]?.log === rows[0]?.checkpointed
    } catch {}
  }

  return () => {
    if (!isSame(identity(file), opened)) return 'database'
    const now = beside.map((one) => ({ opened: one.opened, found: identity(one.name) }))
    if (now.every((one) => isSame(one.found, one.opened))) return null
    // A new file with the same name belongs to another process, which may have written into the database.
    const isAnother = now.some((one) => one.found !== undefined && !isSame(one.found, one.opened))
    if (!isRescued && !isAnother) rescue()
    return 'log'
  }
}

const textFunctions = { folded, composed: (text: string) => text.normalize('NFC') }

interface PreparedStatement {
  statement: StatementSync
  returnsRows: boolean
  columns: string[] | null
}

export class SqliteHandle {
  readonly #database: DatabaseSync
  readonly #statements = new Map<string, PreparedStatement>()
  readonly #definitions: { version: number }
  #definitionsVersion = 0

  constructor(file: string, role: 'writer' | 'reader', definitions: { version: number }) {
    this.#definitions = definitions
    this.#database = new DatabaseSync(file, { timeout: BUSY_MS_MAX, enableForeignKeyConstraints: true })
    try {
      // Tables, triggers and indexes never call these functions, so an operator's tools can use the file without them.
      for (const [name, write] of Object.entries(textFunctions)) {
        this.#database.function(name, { deterministic: true, directOnly: true }, (text) =>
          typeof text === 'string' ? write(text) : text,
        )
      }
      if (role === 'writer') {
        const mode = this.#database.prepare('pragma journal_mode = wal').get()
        if (mode?.['journal_mode'] !== 'wal') {
          throw new Error('the file system does not support SQLite’s WAL mode, as on some network shares')
        }
      }
      // The data reaches the disk on macOS only with fullfsync, because an ordinary fsync does not ensure that.
      this.#database.exec(
        'pragma synchronous = full; pragma fullfsync = on; pragma checkpoint_fullfsync = on',
      )
      // Deleted data is overwritten with zeros, so that a copy of the file does not contain it.
      if (role === 'writer') this.#database.exec('pragma secure_delete = on')
      // The unit is KiB. With the default of 2 MB, the lists of a large school are read from the disk each time.
      if (role === 'reader') this.#database.exec('pragma cache_size = -32768')
      // A wait inside SQLite would block the process, so the writer waits in `SqliteWriter.whenFree`.
      this.#database.exec(role === 'reader' ? 'pragma query_only = on' : 'pragma busy_timeout = 0')
    } catch (error) {
      this.#database.close()
      throw error
    }
  }

  get isInTransaction(): boolean {
    return this.#database.isTransaction
  }

  command(sql: string): void {
    this.#statement(sql).statement.run()
  }

  execute<R>(query: CompiledQuery): QueryResult<R> {
    const prepared = this.#statement(query.sql)
    const { statement } = prepared
    const parameters = query.parameters.map(toSqliteParameter)
    if (!prepared.returnsRows) {
      const { changes } = statement.run(...parameters)
      return { numAffectedRows: BigInt(changes), rows: [] }
    }
    const values = statement.all(...parameters) as unknown as unknown[][]
    prepared.columns ??= statement.columns().map(({ name }) => name)
    const { columns } = prepared
    const rows = values.map((row) => toRow<R>(columns, row))
    return query.query.kind === 'SelectQueryNode' ? { rows } : { rows, numAffectedRows: BigInt(rows.length) }
  }

  close(): void {
    this.#statements.clear()
    this.#database.close()
  }

  #statement(sql: string): PreparedStatement {
    if (this.#definitionsVersion !== this.#definitions.version) {
      this.#statements.clear()
      this.#definitionsVersion = this.#definitions.version
    }
    const known = this.#statements.get(sql)
    if (known) {
      // The map keeps its order, so the least recently used statement comes first and is removed first.
      this.#statements.delete(sql)
      this.#statements.set(sql, known)
      return known
    }
    const prepared = this.#prepare(sql)
    if (/^\s*(create|alter|drop)\b/i.test(sql)) {
      this.#definitions.version++
      return prepared
    }
    this.#statements.set(sql, prepared)
    if (this.#statements.size > STATEMENTS_MAX) {
      this.#statements.delete(this.#statements.keys().next().value as string)
    }
    return prepared
  }

  #prepare(sql: string): PreparedStatement {
    const statement = this.#database.prepare(sql)
    statement.setReturnArrays(true)
    return { statement, returnsRows: statement.columns().length > 0, columns: null }
  }
}

/**
 * Makes an integer a bigint, because node:sqlite binds every number as a real. `7 / ?` would then be a fraction, and a
 * column without affinity would store a real.
 */
function toSqliteParameter(value: unknown): ReturnType<typeof toParameter> {
  const parameter = toParameter(value)
  return typeof parameter === 'number' && Number.isInteger(parameter) ? BigInt(parameter) : parameter
}

/** Makes a plain object. The objects that node:sqlite makes have no prototype and are slower. */
function toRow<R>(columns: string[], values: unknown[]): R {
  const row: Record<string, unknown> = {}
  for (let index = 0; index < columns.length; index++) row[columns[index] as string] = values[index]
  return row as R
}

class CommitGroup {
  readonly openedAt = performance.now()
  turnAt = this.openedAt
  size = 0
  isDue = false
  failure: { error: unknown } | null = null
  readonly #outcome = Promise.withResolvers<void>()
  readonly committed = this.#outcome.promise
  readonly succeed = this.#outcome.resolve

  constructor() {
    this.committed.catch(() => {}) // each waiting caller handles the error itself
  }

  get isFull(): boolean {
    return this.size >= GROUP_SIZE_MAX || performance.now() - this.openedAt >= GROUP_MS_MAX
  }

  fail(error: unknown): void {
    this.failure ??= { error }
    this.#outcome.reject(error)
  }
}

/**
 * The single writer, for which callers queue. Transactions and statements that are ready within one turn of the event
 * loop, or arrive while others wait, share one COMMIT and thus one sync of the disk. No caller gets an answer before
 * the COMMIT succeeds.
 */
export class SqliteWriter {
  readonly handle: SqliteHandle
  readonly #findMovedFile: () => MovedFile | null
  readonly #line: (() => void)[] = []
  #isTaken = false
  #group: CommitGroup | null = null

  constructor(handle: SqliteHandle, findMovedFile: () => MovedFile | null) {
    this.handle = handle
    this.#findMovedFile = findMovedFile
  }

  async enter(): Promise<number> {
    const since = performance.now()
    if (this.#isTaken) await new Promise<void>((resolve) => this.#line.push(resolve))
    this.#isTaken = true
    return since
  }

  leave(): void {
    const group = this.#group
    if (group === null || (!group.isFull && performance.now() - group.turnAt < TURN_MS_MAX)) {
      this.#handOver()
      return
    }
    if (group.isFull) this.commitGroup()
    setImmediate(() => {
      group.turnAt = performance.now()
      this.#handOver()
    })
  }

  #handOver(): void {
    const next = this.#line.shift()
    if (next) {
      next()
      return
    }
    this.#isTaken = false
    if (this.#group?.isDue) this.commitGroup()
  }

  async whenFree<T>(since: number, work: () => T): Promise<T> {
    for (let count = 0; ; count++) {
      try {
        return work()
      } catch (error) {
        if (dbFault(error)?.fault !== 'busy' || performance.now() - since > BUSY_MS_MAX) throw error
      }
      await delay(BUSY_PAUSES_MS[count] ?? BUSY_PAUSES_MS.at(-1))
    }
  }

  async joinGroup(since: number): Promise<CommitGroup> {
    if (!this.#group) {
      await this.beginAlone(since)
      const group = new CommitGroup()
      this.#group = group
      setImmediate(() => {
        group.isDue = true
        if (this.#group === group && !this.#isTaken) this.commitGroup()
      })
    }
    this.#group.size++
    return this.#group
  }

  /** Begins a transaction; call `enter` first. @throws DatabaseUnavailable if the files were moved */
  async beginAlone(since: number): Promise<void> {
    this.#refuseMoved()
    await this.whenFree(since, () => this.handle.command('begin immediate'))
  }

  commit(): void {
    this.handle.command('commit')
    this.#refuseMoved()
  }

  #refuseMoved(): void {
    if (this.#findMovedFile() !== null) throw new DatabaseUnavailable('The database files were moved')
  }

  commitGroup(): void {
    const group = this.#group
    if (!group) return
    this.#group = null
    try {
      this.commit()
      group.succeed()
    } catch (error) {
      if (this.handle.isInTransaction) this.handle.command('rollback')
      group.fail(error)
    }
  }

  /** SQLite itself rolls back after some faults (disk full, I/O). After such a rollback the whole group has failed. */
  noticeRollback(error: unknown): void {
    if (!this.#group || this.handle.isInTransaction) return
    this.#group.fail(error)
    this.#group = null
  }

  async drain(): Promise<void> {
    while (this.#isTaken || this.#group) {
      await this.enter()
      this.commitGroup()
      this.leave()
    }
  }
}

/** Migrations take long, so they run alone and do not share a COMMIT. */
type Sharing = 'shared' | 'alone'

const WRITE_KINDS = new Set(['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode'])

class SqliteWriterConnection implements DatabaseConnection {
  readonly #writer: SqliteWriter
  readonly #sharing: Sharing
  #transaction: { group: CommitGroup | null } | null = null

  constructor(writer: SqliteWriter, sharing: Sharing) {
    this.#writer = writer
    this.#sharing = sharing
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#transaction) return this.#executeInTransaction(query)
    return WRITE_KINDS.has(query.query.kind) ? this.#executeWrite(query) : this.#executeAlone(query)
  }

  #executeInTransaction<R>(query: CompiledQuery): QueryResult<R> {
    const failure = this.#transaction?.group?.failure
    if (failure) throw failure.error
    return this.#executeNoticing(query)
  }

  async #executeWrite<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const writer = this.#writer
    const since = await writer.enter()
    let group: CommitGroup
    let outcome: () => QueryResult<R>
    try {
      group = await writer.joinGroup(since)
      try {
        const result = this.#executeNoticing<R>(query)
        outcome = () => result
      } catch (error) {
        outcome = () => {
          throw error
        }
      }
    } finally {
      writer.leave()
    }
    // Even an error is thrown only after the COMMIT, because it may depend on the writes of an earlier member of the
    // group.
    await group.committed
    return outcome()
  }

  /** Runs a statement outside the shared transaction, because reads, PRAGMA and VACUUM cannot share a transaction. */
  async #executeAlone<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const since = await this.#writer.enter()
    try {
      this.#writer.commitGroup()
      return await this.#writer.whenFree(since, () => this.#writer.handle.execute<R>(query))
    } finally {
      this.#writer.leave()
    }
  }

  #executeNoticing<R>(query: CompiledQuery): QueryResult<R> {
    try {
      return this.#writer.handle.execute(query)
    } catch (error) {
      this.#writer.noticeRollback(error)
      throw error
    }
  }

  async begin(): Promise<void> {
    const writer = this.#writer
    const since = await writer.enter()
    try {
      if (this.#sharing === 'shared') {
        const group = await writer.joinGroup(since)
        writer.handle.command('savepoint member')
        this.#transaction = { group }
      } else {
        writer.commitGroup()
        await writer.beginAlone(since)
        this.#transaction = { group: null }
      }
    } catch (error) {
      writer.leave()
      throw error
    }
  }

  async commit(): Promise<void> {
    const group = this.#transaction?.group
    if (!group) {
      this.#writer.commit()
      this.#end()
      return
    }
    if (!group.failure) this.#writer.handle.command('release member')
    this.#end()
    await group.committed
  }

  async rollback(): Promise<void> {
    if (!this.#transaction) return // it has ended already: its COMMIT failed
    const group = this.#transaction?.group
    try {
      if (!group) {
        if (this.#writer.handle.isInTransaction) this.#writer.handle.command('rollback')
      } else if (!group.failure) {
        this.#writer.handle.command('rollback to member')
        this.#writer.handle.command('release member')
      }
    } finally {
      this.#end()
    }
    // The reason for the rollback may depend on the writes of an earlier member of the group.
    await group?.committed
  }

  #end(): void {
    this.#transaction = null
    this.#writer.leave()
  }

  streamQuery = refuseStream
}

/** An open stream would keep all reads of its handle at the state of its first row. */
function refuseStream(): never {
  throw new Error('Streams are not supported. Read page by page (limit, cursor)')
}

export function sqliteWriterDialect(writer: SqliteWriter, sharing: Sharing, refuse: () => void): Dialect {
  return dialect({
    ...unmanaged,
    async acquireConnection() {
      refuse()
      return new SqliteWriterConnection(writer, sharing)
    },
    beginTransaction: (connection) => (connection as SqliteWriterConnection).begin(),
    commitTransaction: (connection) => (connection as SqliteWriterConnection).commit(),
    rollbackTransaction: (connection) => (connection as SqliteWriterConnection).rollback(),
  })
}

export function sqliteReaderDialect(reader: SqliteHandle, refuse: () => void): Dialect {
  const connection: DatabaseConnection = {
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      try {
        return reader.execute(query)
      } catch (error) {
        // The same error on the writer's handle is a fault of the disk. On the reader's handle it is a mistake of the
        // caller.
        if ((error as { errcode?: number }).errcode !== SQLITE_READONLY) throw error
        throw new Error('db.read was used to write, but it is read-only', { cause: error })
      }
    },
    streamQuery: refuseStream,
  }
  const noTransactions = async () => {
    throw new Error('db.read has no transactions. Use db.transaction')
  }
  return dialect({
    ...unmanaged,
    async acquireConnection() {
      refuse()
      return connection
    },
    beginTransaction: noTransactions,
    commitTransaction: noTransactions,
    rollbackTransaction: noTransactions,
  })
}

const unmanaged: Pick<Driver, 'init' | 'releaseConnection' | 'destroy'> = {
  async init() {},
  async releaseConnection() {},
  async destroy() {},
}

/** A migration has a transaction of its own, whose rollback also undoes the DDL. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true // SqliteWriter has its own queue; Kysely's queue would prevent a shared COMMIT
  }
  override get supportsTransactionalDdl() {
    return true
  }
}

function dialect(driver: Driver): Dialect {
  return {
    createDriver: () => driver,
    createAdapter: () => new TransactionalSqliteAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db: Kysely<any>): DatabaseIntrospector => new SqliteIntrospector(db),
  }
}
