import type { Duplex } from 'node:stream'
import { type Dialect, PostgresAdapter, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { DatabaseUnavailable } from './errors.ts'
import { toParameter } from './parameters.ts'
import { planName } from './prepared.ts'

const CONNECT_MS_MAX = 10_000
const STATEMENT_MS_MAX = 15_000
const LOCK_MS_MAX = 5_000
/** The server ends a statement by itself before; who says nothing for so long is no longer there. */
const SILENCE_MS_MAX = STATEMENT_MS_MAX + 3_000
const IDLE_IN_TRANSACTION_MS_MAX = 10_000
const POOL_MAX = 16

/**
 * Two pools on one server: writers in line for one locked row must not take the connections that readers need.
 */
export interface PostgresServer {
  writers: pg.Pool
  readers: pg.Pool
  close(): Promise<void>
}

/**
 * @param poolMax connections of this process in all; half of them, read-only, are for reads.
 * @param onBackgroundError told of connections lost while nobody waits on them; the pool replaces them.
 */
export function openPostgresServer(
  url: string,
  poolMax: number = POOL_MAX,
  onBackgroundError: (error: unknown) => void,
): PostgresServer {
  const open = (max: number, onConnect?: (client: pg.ClientBase) => Promise<unknown>) => {
    const pool = new pg.Pool({
      connectionString: url,
      max: Math.max(1, max),
      application_name: 'malar',
      connectionTimeoutMillis: CONNECT_MS_MAX,
      statement_timeout: STATEMENT_MS_MAX,
      lock_timeout: LOCK_MS_MAX,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS_MAX,
      keepAlive: true,
      types: { getTypeParser },
      Client: CheckedClient,
      ...(onConnect && { onConnect: onConnect as (client: pg.ClientBase) => void }),
    })
    pool.on('error', onBackgroundError)
    // The pool listens to idle clients alone; one lost in the middle of a transaction would end the process.
    pool.on('connect', (client) => client.on('error', () => {}))
    return pool
  }
  const writers = open(Math.ceil(poolMax / 2))
  const readers = open(Math.floor(poolMax / 2), (client) =>
    client.query('set default_transaction_read_only = on'),
  )
  return {
    writers,
    readers,
    async close() {
      await Promise.all([writers.end(), readers.end()])
    },
  }
}

/**
 * Takes the same parameters as SQLite does, and no others; names the loss of its connection, and notices one that
 * nobody told of (a machine that was switched off), which TCP would wait on for hours.
 */
class CheckedClient extends pg.Client {
  #isUnbounded = false

  override query(...[text, values, ...rest]: any): any {
    if (text === UNBOUND) this.#isUnbounded = true
    if (text === BOUND) this.#isUnbounded = false
    const query = super.query as (...args: unknown[]) => unknown
    const checked = Array.isArray(values) ? values.map(toParameter) : values
    const name = typeof text === 'string' ? planName(text) : undefined
    const answer =
      name === undefined
        ? query.call(this, text, checked, ...rest)
        : query.call(this, { name, text, values: checked }, ...rest)
    return answer instanceof Promise ? this.#withinPatience(answer).catch(throwUnavailable) : answer
  }

  async #withinPatience(answer: Promise<unknown>): Promise<unknown> {
    if (this.#isUnbounded) return answer
    const { stream } = (this as unknown as { connection: { stream: Duplex } }).connection
    const timer = setTimeout(() => stream.destroy(), SILENCE_MS_MAX)
    try {
      return await answer
    } finally {
      clearTimeout(timer)
    }
  }
}

/** pg makes plain errors without a code of its own time-outs and of lost connections. */
function throwUnavailable(error: unknown): never {
  if (error instanceof Error && error.constructor === Error && !('code' in error)) {
    throw new DatabaseUnavailable(`No connection to the database: ${error.message}`, { cause: error })
  }
  throw error
}

const INT8 = 20
const NUMERIC = 1700

/** `count(*)`, `sum()` and bigint columns as numbers, like SQLite's; an error where that would not be exact. */
function getTypeParser(oid: number, format?: any): any {
  if (format !== 'binary' && (oid === INT8 || oid === NUMERIC)) return parseExactNumber
  return pg.types.getTypeParser(oid, format)
}

function parseExactNumber(text: string): number {
  const number = Number(text)
  if (Math.abs(number) <= Number.MAX_SAFE_INTEGER) return number
  throw new RangeError(`The database's number ${text} is beyond 2^53`)
}

/** @param refuse throws where a connection must not be taken (see `TransactionGuard`). */
export function postgresDialect(pool: pg.Pool, refuse: () => void): Dialect {
  const dialect = new PostgresDialect({
    pool: {
      options: pool.options,
      async connect() {
        refuse()
        return pool.connect().catch(throwUnavailable)
      },
      async end() {}, // the pool belongs to `PostgresServer`
    },
  })
  dialect.createAdapter = () => new LockingAdapter()
  return dialect
}

const UNBOUND = 'set statement_timeout = 0'
const BOUND = 'reset statement_timeout'

/** Migrations, and the wait for another process that runs them, may take longer than a request may. */
class LockingAdapter extends PostgresAdapter {
  override async acquireMigrationLock(...args: Parameters<PostgresAdapter['acquireMigrationLock']>) {
    await sql.raw(UNBOUND).execute(args[0])
    await super.acquireMigrationLock(...args)
  }
  override async releaseMigrationLock(...args: Parameters<PostgresAdapter['releaseMigrationLock']>) {
    await super.releaseMigrationLock(...args)
    await sql.raw(BOUND).execute(args[0])
  }
}
