import type { Duplex } from 'node:stream'
import { type Dialect, PostgresAdapter, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { DatabaseUnavailable, isConnectionLost, StandbyReached } from './errors.ts'
import { toParameter } from './parameters.ts'
import { planName } from './prepared.ts'

const WAIT_MS_MAX = 10_000
/** TCP tries to connect at 0, 1 and 3 s. A new attempt after this time notices sooner that the server is back. */
const DIAL_MS_MAX = 2_500
const STATEMENT_MS_MAX = 15_000
const LOCK_MS_MAX = 5_000
const SILENCE_MS_MAX = STATEMENT_MS_MAX + 3_000
const IDLE_IN_TRANSACTION_MS_MAX = 10_000
const POOL_MAX = 16

const SETTINGS = {
  statement_timeout: STATEMENT_MS_MAX,
  lock_timeout: LOCK_MS_MAX,
  idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS_MAX,
  // The planner overestimates costs, so it would spend a second on compiling a query that runs for ten milliseconds.
  jit: 'off',
  // The same overestimate would start parallel workers, and starting them takes longer than the query.
  max_parallel_workers_per_gather: 0,
}
const setSession = (scope: 'session' | 'local') =>
  Object.entries(SETTINGS)
    .map(([name, value]) => `set ${scope} ${name} = ${value}`)
    .join('; ')

/** Reads and writes have separate pools, so that writers that wait for a row do not take the readers' connections. */
export function openPostgresServer(
  url: string,
  poolMax: number = POOL_MAX,
  onBackgroundError: (error: unknown) => void,
) {
  const onLoss = () => {
    server.losses++
    writers.renew()
    readers.renew()
  }
  const open = (role: Role, max: number) =>
    new ConnectionPool(url, role, Math.max(1, max), { onLoss, onBackgroundError })
  const writers = open('writer', Math.ceil(poolMax / 2))
  const readers = open('reader', Math.floor(poolMax / 2))
  const server = {
    writers,
    readers,
    losses: 0,
    async close() {
      await Promise.all([writers.end(), readers.end()])
    },
  }
  return server
}

type Role = 'writer' | 'reader'

/** A pool whose connections all lead to a primary, and were opened after the last failover. */
export class ConnectionPool {
  readonly #pool: pg.Pool
  #generation = 0

  constructor(
    url: string,
    role: Role,
    max: number,
    hear: { onLoss: () => void; onBackgroundError: (error: unknown) => void },
  ) {
    const onFault = (client: CheckedClient, fault: DatabaseUnavailable) => {
      if (client.generation !== this.#generation) return
      if (fault instanceof StandbyReached) this.renew()
      else hear.onLoss()
    }
    const pool = new pg.Pool({
      connectionString: url,
      max,
      application_name: 'malar',
      connectionTimeoutMillis: WAIT_MS_MAX,
      keepAlive: true,
      types: { getTypeParser },
      Client: class extends CheckedClient {
        constructor(config?: pg.ClientConfig) {
          super({ ...config, connectionTimeoutMillis: DIAL_MS_MAX }, role, onFault)
        }
      },
      onConnect: (async (client: CheckedClient) => {
        const generation = this.#generation
        await client.makeReady()
        client.generation = generation
      }) as unknown as (client: pg.ClientBase) => void,
    })
    pool.on('error', hear.onBackgroundError)
    this.#pool = pool
  }

  get options(): pg.PoolOptions {
    return this.#pool.options
  }

  count(): { busy: number; idle: number; waiting: number } {
    const { totalCount, idleCount, waitingCount } = this.#pool
    return { busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount }
  }

  renew(): void {
    this.#generation++
  }

  async connect(): Promise<pg.PoolClient> {
    for (;;) {
      const connecting = this.#pool.connect().catch((cause: unknown) => Promise.reject(unavailable(cause)))
      const client = (await connecting) as CheckedClient & pg.PoolClient
      const { release } = client
      if (client.generation !== this.#generation) {
        release(true)
        continue
      }
      client.release = (destroy) => release(destroy || client.fault !== null)
      return client
    }
  }

  end(): Promise<void> {
    return this.#pool.end()
  }
}

function unavailable(cause: unknown): DatabaseUnavailable {
  if (cause instanceof DatabaseUnavailable) return cause
  // Node tries each address of a host. Its error for several addresses has no message, but one error per address.
  const { message, errors } = cause as { message?: string; errors?: Error[] }
  const reason = message || errors?.[0]?.message || String(cause)
  return new DatabaseUnavailable(`No connection to the database: ${reason}`, { cause })
}

/**
 * A client that refuses all queries once its connection is lost. The client also detects a server that was switched
 * off, for which TCP would wait for hours. A pooler such as PgBouncer may give each transaction another session. Behind
 * a pooler the client therefore repeats its settings in each transaction.
 */
class CheckedClient extends pg.Client {
  readonly #role: Role
  readonly #onFault: (client: CheckedClient, fault: DatabaseUnavailable) => void
  generation = -1
  fault: DatabaseUnavailable | null = null
  /**
   * True behind a pooler. The client then sets nothing for the session, because a pooler gives the session to other
   * clients later.
   */
  #isPooled = false
  #isUnbounded = false

  constructor(
    config: pg.ClientConfig,
    role: Role,
    onFault: (client: CheckedClient, fault: DatabaseUnavailable) => void,
  ) {
    super(config)
    this.#role = role
    this.#onFault = onFault
    // The pool listens only to idle clients. Without this listener, a connection lost in a transaction would end the
    // process.
    this.on('error', (error) => this.#fail(unavailable(error)))
    // PostgreSQL sends this notice if it stops waiting for the standby. PostgreSQL then reports the commit as a
    // success, although only the primary has stored it.
    this.on('notice', ({ routine, message }) => {
      if (routine === 'SyncRepWaitForLSN') this.#fail(new DatabaseUnavailable(message))
    })
  }

  async makeReady(): Promise<void> {
    const [row] = (await this.#ask(ASKS_FOR_STANDBY, DIAL_MS_MAX)).rows
    if (row.is_standby) throw new StandbyReached(STANDBY)
    // A pooler reports an invented process id to its clients.
    this.#isPooled = row.pid !== (this as unknown as { processID: number }).processID
    if (this.#isPooled) return
    const readOnly = this.#role === 'reader' ? '; set session default_transaction_read_only = on' : ''
    await this.#ask(setSession('session') + readOnly, DIAL_MS_MAX)
  }

  override async query(text: any, values?: any): Promise<any> {
    if (text === UNBOUNDED) this.#isUnbounded = true
    if (ENDS.has(text)) this.#isUnbounded = false
    const checked: unknown[] | undefined = values?.map(toParameter)
    if (!this.#isPooled) return this.#ask(text, SILENCE_MS_MAX, checked, planName(text))
    if (BEGINS.test(text)) return this.#begin(text)
    if (this.getTransactionStatus() !== 'I') return this.#ask(text, SILENCE_MS_MAX, checked)
    return this.#alone(text, checked)
  }

  async #alone(text: string, values?: unknown[]): Promise<pg.QueryResult> {
    await this.#begin('begin')
    try {
      const result = await this.#ask(text, SILENCE_MS_MAX, values)
      await this.#ask('commit', SILENCE_MS_MAX)
      return result
    } catch (error) {
      await this.#ask('rollback', SILENCE_MS_MAX)
      throw error
    }
  }

  async #begin(text: string): Promise<pg.QueryResult> {
    const readOnly = this.#role === 'reader' ? '; set transaction read only' : ''
    const statements = `${text}; ${setSession('local')}${readOnly}; ${ASKS_FOR_STANDBY}`
    const results = (await this.#ask(statements, SILENCE_MS_MAX)) as unknown as pg.QueryResult[]
    const result = results.at(-1) as pg.QueryResult
    if (result.rows[0].is_standby) throw this.#fail(new StandbyReached(STANDBY))
    return result
  }

  async #ask(text: string, patienceMs: number, values?: unknown[], name?: string): Promise<pg.QueryResult> {
    if (this.fault) throw this.fault
    const { stream } = (this as unknown as { connection: { stream: Duplex } }).connection
    const timer = this.#isUnbounded ? undefined : setTimeout(() => stream.destroy(), patienceMs)
    try {
      const result = await (name === undefined
        ? super.query(text, values)
        : super.query({ name, text, values }))
      if (this.fault) throw this.fault
      return result
    } catch (error) {
      if (isConnectionLost(error)) throw this.#fail(unavailable(error))
      // A reader gets this error through a mistake of the caller. A writer gets it only if the server accepts no
      // writes.
      if (this.#role === 'writer' && (error as { code?: unknown }).code === READ_ONLY) {
        throw this.#fail(new StandbyReached('The database doesn’t accept writes', { cause: error }))
      }
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  #fail(fault: DatabaseUnavailable): DatabaseUnavailable {
    if (this.fault) return this.fault
    this.fault = fault
    this.#onFault(this, fault)
    return fault
  }
}

const READ_ONLY = '25006'
const ASKS_FOR_STANDBY = 'select pg_is_in_recovery() as is_standby, pg_backend_pid() as pid'
const STANDBY = 'The database is a standby and doesn’t accept writes'
const BEGINS = /^(begin|start transaction)\b/
const ENDS = new Set(['commit', 'rollback'])

const INT8 = 20
const NUMERIC = 1700

export function getTypeParser(oid: number, format?: any): any {
  if (format !== 'binary' && (oid === INT8 || oid === NUMERIC)) return parseExactNumber
  return pg.types.getTypeParser(oid, format)
}

function parseExactNumber(text: string): number {
  const number = Number(text)
  if (Math.abs(number) <= Number.MAX_SAFE_INTEGER) return number
  throw new RangeError(`The database's number ${text} is beyond 2^53`)
}

export function postgresDialect(pool: ConnectionPool, refuse: () => void): Dialect {
  const dialect = new PostgresDialect({
    pool: {
      options: pool.options,
      async connect() {
        refuse()
        return pool.connect()
      },
      async end() {}, // the pool is closed by `openPostgresServer`
    },
  })
  dialect.createAdapter = () => new LockingAdapter()
  return dialect
}

const UNBOUNDED = 'set local statement_timeout = 0'
/**
 * Older versions of Malar use the same number, through Kysely's adapter, so old and new processes exclude each other.
 */
const MIGRATION_LOCK = 3853314791062309107n

/**
 * Migrations have no time limit. A pooler would keep a session's lock after the migration, so the lock belongs to the
 * transaction.
 */
class LockingAdapter extends PostgresAdapter {
  override async acquireMigrationLock(...[db]: Parameters<PostgresAdapter['acquireMigrationLock']>) {
    await sql.raw(UNBOUNDED).execute(db)
    await sql`set local lock_timeout = 0`.execute(db)
    await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(db)
  }
  override async releaseMigrationLock() {}
}
